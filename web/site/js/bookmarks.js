// Bookmarks: named moments. Links hold those of their history; the state of the
// history entry holds all of them, so they outlast a reload. Each knows its past,
// so that it is found again after the run has taken another branch.
import { $, h, icon, keep, seconds } from './dom.js';
import { t } from './locale.js';
import { plain } from './text.js';
import * as dialog from './dialog.js';

const MOST = 100, NAME = 80; // bookmarks, and characters of a name
let app, jump, later;
let brought = []; // by a link, until its story is here

const key = acts => JSON.stringify(acts.map(a => [a.at, a.text]));

// here are those of the present story.
export const here = () => app.bookmarks.filter(b => b.story === app.name);

// listen begins; jump goes to a bookmark.
export function listen(page, go, redraw) {
  [app, jump, later] = [page, go, redraw];
  app.bookmarks = (Array.isArray(history.state?.bookmarks) ? history.state.bookmarks : []).filter(sound).slice(0, MOST);
}

// sound tells whether something that was kept is a bookmark.
function sound(b) {
  const count = n => Number.isSafeInteger(n) && n >= 0;
  if (typeof b?.name !== 'string' || typeof b.story !== 'string' || typeof b.past !== 'string' || !count(b.at) || !count(b.seq)) return false;
  try {
    return b.name.length > 0 && b.name.length <= NAME && JSON.parse(b.past).every(a => count(a[0]) && typeof a[1] === 'string');
  } catch {
    return false;
  }
}

// parts are the bookmarks of the present history as parts of a link; written
// gives a moment as links have it.
export const parts = written => here().filter(b => holds(b, app.story.acts)).map(b => ['mark', `${written(b.at)} ${b.seq} ${JSON.parse(b.past).length} ${b.name}`]);

// bring takes in what a link holds; settle adds it once its story is here.
export function bring(marks) { brought = marks; }

function settle() {
  if (!app.known || brought.length === 0) return;
  const known = new Set(here().map(b => JSON.stringify([b.at, b.seq, b.past, b.name])));
  for (const { at, seq, past, name } of brought.splice(0)) {
    const b = { story: app.name, name, at, seq, past: key(app.story.acts.slice(0, past)) };
    if (!known.has(JSON.stringify([b.at, b.seq, b.past, b.name]))) app.bookmarks.push(b);
  }
  app.bookmarks.splice(0, app.bookmarks.length - MOST);
  save();
}

function save() {
  history.replaceState({ ...history.state, bookmarks: app.bookmarks }, '');
  later();
}

// add asks for a name and keeps the present moment.
export function add() {
  const { at, seq, past } = app.state;
  const record = app.records.findLast(r => !r.quiet);
  const name = h('input', { id: 'bookmark-name', value: record ? plain(record.first).slice(0, NAME) : `${seconds(at)} s`, maxlength: NAME, 'aria-label': t('bookmark.name') });
  const box = dialog.show('small', t('bookmark.add', seconds(at)), h('form', { method: 'dialog', class: 'row', onsubmit: () => {
    app.bookmarks.push({ story: app.name, name: name.value.trim() || `${seconds(at)} s`, at, seq, past: key(app.story.acts.slice(0, past)) });
    app.bookmarks.splice(0, app.bookmarks.length - MOST);
    save();
  } }, name, h('button', { class: 'btn pri' }, t('bookmark.save'))));
  name.select();
  return box;
}

// rename and remove change the list.
function rename(b) {
  const name = h('input', { id: 'bookmark-name', value: b.name, maxlength: NAME, 'aria-label': t('bookmark.name') });
  dialog.show('small', t('bookmark.rename', b.name), h('form', { method: 'dialog', class: 'row', onsubmit: () => {
    b.name = name.value.trim() || b.name;
    save();
  } }, name, h('button', { class: 'btn pri' }, t('bookmark.save'))));
  name.select();
}

function remove(b) {
  app.bookmarks.splice(app.bookmarks.indexOf(b), 1);
  save();
}

// holds tells whether a bookmark's past is that of a history.
export const holds = (b, acts) => {
  const past = JSON.parse(b.past);
  return key(acts.slice(0, past.length)) === b.past && !(acts[past.length]?.at < b.at);
};

// show brings the list up to date.
export function show(lang) {
  settle();
  const list = here();
  $('bookmarks-part').hidden = list.length === 0;
  keep($('bookmarks'), JSON.stringify([lang, list.map(b => [b.name, b.at, b.seq])]), () => list.map((b, i) => h('li', {},
    h('button', { type: 'button', class: 'to', 'data-bookmark': i, 'data-focus': `to ${i}`, onclick: () => jump(b) }, h('time', {}, seconds(b.at)), h('b', {}, b.name)),
    h('button', { type: 'button', class: 'act', 'data-focus': `name ${i}`, 'aria-label': t('bookmark.rename', b.name), title: t('bookmark.rename', b.name), onclick: () => rename(b) }, icon('pen')),
    h('button', { type: 'button', class: 'act', 'data-focus': `remove ${i}`, 'aria-label': t('bookmark.remove', b.name), title: t('bookmark.remove', b.name), onclick: () => remove(b) }, icon('x')))));
}
