// The travelling half of the page: what the address holds, links that are
// opened, histories that were left, bookmarks, sharing, versions.
import { $, h, keep, seconds } from './dom.js';
import { lang, t } from './locale.js';
import { SCENARIOS, read as story } from './scenarios.js';
import { brief } from './timeline.js';
import { choose } from './choice.js';
import * as bookmarks from './bookmarks.js';
import * as compare from './compare.js';
import * as link from './link.js';
import * as share from './share.js';
import * as version from './version.js';

const THEMES = ['light', 'dark', 'projector'], LANGS = ['en', 'zh'];
const WAIT = 400; // ms of rest before the address is written: browsers allow about three a second
const MOST = 64, KEPT = 200_000; // futures, and characters of them, that outlast a reload

let app, frame, page;
let opening = null; // the link that the program was asked to show
let ahead = false; // the first frame shows it before it is opened
let written = ''; // what the address holds, by us
let serial = 0, due = 0;
let kept = ''; // the futures that the history entry holds

// listen begins; page offers later, trouble, language, theme, begin and pause.
export function listen(state, stage, offers) {
  [app, frame, page] = [state, stage, offers];
  app.pending = null; // two lines that wait for the first state
  bookmarks.listen(app, b => go(b), page.later);
  version.listen(app, frame);
  for (const verb of ['undo', 'redo']) $(verb).addEventListener('click', () => act[verb]());
  $('share-open').addEventListener('click', () => act.share());
  $('bookmark-add').addEventListener('click', () => act.bookmark());
  window.addEventListener('hashchange', () => {
    if (location.hash.slice(1) !== written) open(location.hash.slice(1));
  });
}

export const act = {
  undo() { frame.send('undo'); },
  redo() { frame.send('redo'); },
  share() { frame.send('share'); },
  bookmark() {
    frame.send('pause');
    bookmarks.add();
  },
};

// handlers take the program's messages of this half.
export const handlers = {
  opened({ differs, engine, here, marks }) {
    app.engine = here;
    if (!opening) return;
    const l = opening;
    opening = null;
    l.answer?.(null);
    if (l.wanted?.() === false) return; // something else was chosen while it was run
    bookmarks.bring(marks);
    Object.assign(app, { name: l.name, original: l.original, known: false, records: [], card: null, current: 0, trouble: null });
    if (differs) app.pending = { first: [t('link.differs')], second: [t('link.differs.2', engine || '?', here)], bad: true };
    page.named();
    if (l.theme && l.theme !== app.theme) page.theme(l.theme);
    if (l.lang && l.lang !== lang) page.language(l.lang);
  },
  async share(shared) {
    const home = location.href.split(/[?#]/)[0] + compare.search(app), bare = [...partsOf(), ['digest', shared.digest]];
    const [whole, less] = await Promise.all([link.write([...bare, ...bookmarks.parts(link.duration)]), link.write(bare)]);
    share.open(shared, `${home}#${whole}`, `${home}#${less}`, page.title());
  },
};

// refused takes an error of the program; it is ours if it is about a link.
export function refused({ verb, text, line, act: what }) {
  if (verb !== 'open' || !opening) return false;
  if (opening.futures?.length > 0) { // the moment itself may still be shown
    opening = { ...opening, futures: [] };
    app.pending = { first: [t('branch.lost')], second: [text], bad: true };
    ask(opening);
    return true;
  }
  const { answer } = opening;
  opening = null;
  if (answer) answer({ line, text });
  else refuse(line > 0 ? t('failed.line', line, text) : what ? t('failed.act', what, text) : text);
  return true;
}

// refuse says why a link cannot be shown, and leaves everything as it is; on a
// page that shows nothing yet the default story begins.
function refuse(why) {
  const lines = { first: [t('link.bad')], second: [why], bad: true };
  if (app.known) {
    app.trouble = lines;
    written = '';
    address(); // the address is that of what is shown
    page.later();
    return;
  }
  app.pending = lines;
  page.start(SCENARIOS[0]);
}

// first reads the address of a page that begins. The plain parameters story,
// lang and theme do for those who only want to begin with a scenario.
export async function first() {
  const query = new URLSearchParams(location.search), text = location.hash.slice(1);
  const plain = { story: query.get('story') ?? SCENARIOS[0], lang: query.get('lang'), theme: query.get('theme') };
  const left = entry(text), parts = text ? await attempt(() => left.full ? link.read(left.full, KEPT) : link.read(text)) : null;
  if (parts?.lang && LANGS.includes(parts.lang)) plain.lang = parts.lang;
  if (parts?.theme && THEMES.includes(parts.theme)) plain.theme = parts.theme;
  return { lang: plain.lang, theme: THEMES.includes(plain.theme) ? plain.theme : null, given: text !== '', async begin(spoken) {
    opening = await attempt(() => prepare(parts?.error ? parts : parts ? { ...parts, futures: left.list } : { v: link.FORMAT, act: [], story: plain.story }));
    await spoken;
    if (!opening.error) return;
    app.pending = { first: [t('link.bad')], second: [words(opening.error)], bad: true };
    opening = await prepare({ act: [], story: SCENARIOS[0] });
  } };
}

// entry is what this tab's history entry holds for the moment that its address
// names: the futures that were left, and the whole link where it is too long for
// an address. Anything else that stands there is not ours.
function entry(text) {
  const left = history.state?.left, none = { list: [], full: '' };
  if (left?.of !== text || !Array.isArray(left.list) || left.list.length > MOST || typeof left.full !== 'string') return none;
  const count = n => Number.isSafeInteger(n) && n >= 0;
  const sound = f => count(f?.keep) && typeof f.undone === 'boolean' && Array.isArray(f.acts) && f.acts.every(a => count(a?.at) && typeof a.text === 'string' && !/[\n\r]/.test(a.text));
  return left.list.every(sound) ? left : none;
}

// futures are the histories that were left, as much of them as is kept: the
// newest first to stay.
function futures() {
  let list = app.story.branches.map(({ keep, undone, acts }) => ({ keep, undone, acts })).filter(f => f.keep + f.acts.length > 0);
  while (JSON.stringify(list).length > KEPT) list = list.slice(1);
  return list;
}

async function attempt(read) {
  try {
    return await read();
  } catch (error) {
    return { error };
  }
}

const words = error => error instanceof link.LinkError ? t(error.key, ...error.slots) : String(error?.message ?? error);

// prepare tests what the page can test, and fetches the story.
async function prepare(parts) {
  if (parts.error) throw parts.error;
  for (const [key, known] of [['lang', LANGS], ['theme', THEMES], ['story', SCENARIOS]]) {
    if (parts[key] !== undefined && !known.includes(parts[key])) throw new link.LinkError('link.bad.value', key, parts[key].slice(0, 40));
  }
  return { ...parts, name: parts.story ?? '', original: parts.text ?? await story(parts.story) };
}

// open asks the program for what a link shows.
async function open(text) {
  const wanted = choose(), l = await attempt(async () => prepare(await link.read(text)));
  if (!wanted()) return;
  if (l.error) return void refuse(words(l.error));
  opening = { ...l, wanted };
  ask(l);
}

// tell has the program open a story of the reader's own; answer hears null, or
// what is wrong with it.
export function tell(text, answer) {
  opening = { act: [], name: '', original: text, answer, wanted: choose() };
  ask(opening);
}

function ask(l, verb = 'open') {
  const lines = [];
  for (const key of ['engine', 'keep', 'rocketmq', 'at', 'select', 'digest']) if (l[key] !== undefined) lines.push(`${key} ${l[key]}`);
  for (const line of l.act) lines.push(`act ${line}`);
  for (const line of l.mark ?? []) lines.push(`mark ${line}`);
  for (const f of l.futures ?? []) lines.push(`branch ${f.keep}${f.undone ? ' undone' : ''}`, ...f.acts.map(a => `then ${link.duration(a.at)} ${a.text}`));
  if (lines.length === 0) lines.push('at 0s');
  frame.send(verb, `${lines.join('\n')}\n\n${l.original}`);
}

// foresee has the first frame show the moment that will be opened when it was
// seen; it tells whether there is one.
export function foresee() {
  ahead = opening !== null && !app.known;
  if (ahead) ask(opening, 'foresee');
  return ahead;
}

// foreseen tells, once, that the first frame has shown what is to be opened now.
export function foreseen() {
  const was = ahead;
  ahead = false;
  return was;
}

// resume shows a new frame what the page is at.
export function resume() {
  if (opening) return ask(opening);
  if (!app.original) return; // nothing was shown yet
  const { at, seq, version: now, selected } = app.state;
  ask({ keep: app.story.keep, act: acts(), rocketmq: now !== app.story.origin ? now : undefined, at: `${at} ${seq}`, select: selected || undefined, futures: app.story.branches, original: app.original });
  compare.again(app, frame);
}

const acts = () => app.story.acts.slice(app.story.keep).map(a => `${link.duration(a.at)} ${a.text}`);

// partsOf is the present moment as the parts of a link, but for its digest.
function partsOf() {
  const { state } = app, parts = [['engine', app.engine]];
  if (app.name) {
    parts.push(['story', app.name]);
    if (app.story.keep < app.story.base) parts.push(['keep', app.story.keep]);
    for (const a of acts()) parts.push(['act', a]);
    if (state.version !== app.story.origin) parts.push(['rocketmq', state.version]);
  } else {
    parts.push(['text', app.story.text]);
  }
  parts.push(['at', `${link.duration(state.at)} ${state.seq}`]);
  if (state.selected) parts.push(['select', state.selected]);
  parts.push(['lang', lang], ['theme', app.theme]);
  return parts;
}

// address keeps the address up to date while nothing moves. It takes the place
// of the one before: going back in the browser leaves the page.
function address() {
  const { state } = app;
  if (!app.known || opening || state.running || state.next || state.seeking) return;
  const mine = ++serial;
  clearTimeout(due);
  due = setTimeout(async () => {
    let text = await link.write([...partsOf(), ...bookmarks.parts(link.duration), ['digest', state.digest]]), full = '';
    if (mine !== serial) return;
    if (text.length > link.LIMIT) [full, text] = [text.length > KEPT ? '' : text, `v=${link.FORMAT}&long=${text.length}`];
    const left = { of: text, full, list: futures() };
    const query = new URLSearchParams(location.search);
    for (const key of ['story', 'lang', 'theme']) query.delete(key);
    const search = compare.search(app, query);
    if (text === written && search === location.search && JSON.stringify(left) === kept) return;
    [written, kept] = [text, JSON.stringify(left)];
    history.replaceState({ ...history.state, left }, '', `${location.pathname}${search}#${text}`);
  }, WAIT);
}

// go jumps to a bookmark, on the branch that holds its past.
function go(b) {
  const { story: { acts: present, branches } } = app;
  if (!bookmarks.holds(b, present)) {
    const branch = branches.find(x => bookmarks.holds(b, [...present.slice(0, x.keep), ...x.acts]));
    if (!branch) return page.trouble('bookmark.gone', t('bookmark.gone.2'));
    frame.send('return', branch.n);
  }
  frame.send('seek', `${b.at} ${b.seq}`);
}

// told names the acts of a branch.
function told(acts) {
  if (acts.length === 0) return t('branch.none');
  const first = brief(acts[0].text);
  return acts.length === 1 ? first : t('branch.line', first, acts.length - 1);
}

// show brings buttons, lists and address up to date.
export function show() {
  $('undo').disabled = !app.story.undo;
  $('redo').disabled = !app.story.redo;
  bookmarks.show(lang);
  version.show();
  const { branches } = app.story;
  $('branches-part').hidden = branches.length === 0;
  keep($('branches'), JSON.stringify([lang, branches.map(b => [b.n, b.leaves, b.acts.length])]), () => branches.map(b => h('li', {},
    h('button', { type: 'button', class: 'to', 'data-branch': b.n, 'data-focus': `branch ${b.n}`, onclick: () => frame.send('return', b.n) },
      h('time', {}, seconds(b.leaves ?? b.acts[0]?.at ?? 0)), h('b', {}, told(b.acts))))));
  address();
}
