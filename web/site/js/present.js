// Presenting to a room: a clicker goes on and really back, answers stay hidden
// until they are wanted, and a second window has the notes.
import { $, full, h } from './dom.js';
import * as dialog from './dialog.js';
import { lang, t } from './locale.js';
import * as lesson from './lesson.js';
import * as light from './present_light.js';
import * as link from './present_link.js';
import { say, value } from './lesson_words.js';

const COUNT = 60; // seconds of a countdown
let page = null, on = false, theme = 'light', revealed = false, blank = false, ends = 0, since = 0, ticking = 0;
const room = Math.random().toString(36).slice(2, 10), channel = new BroadcastChannel(`rocketscope ${room}`);

// KEYS are all that a presenter may press; the help lists them.
const KEYS = [
  ['forward', ['PageDown', 'ArrowRight', ' '], forward], ['back', ['PageUp', 'ArrowLeft'], back], ['ends', ['Home', 'End'], null],
  ['digit', ['1–9'], null], ['blank', ['.', 'b'], darken], ['answer', ['a'], () => reveal(!revealed)], ['countdown', ['c'], countdown],
  ['light', ['l'], () => light.press('light')], ['near', ['z'], () => light.press('near')], ['link', ['q'], link.toggle],
  ['notes', ['n'], notes], ['why', ['w'], null], ['full', ['f'], full], ['leave', ['p', 'Escape'], () => set(false)],
];

// listen begins; page offers app, frame, theme, act.
export function listen(objects) {
  page = objects;
  light.listen(page.frame, things);
  link.listen(page);
  $('present-open').addEventListener('click', () => set(true));
  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('.menu') || e.target.closest('input:not([type=radio]), textarea, select, dialog')) return;
    if (e.target.closest('button, a, summary') && (e.key === ' ' || e.key === 'Enter')) return;
    if (!key(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
  }, true);
  lesson.watch(show);
  channel.onmessage = ({ data }) => {
    if (data.type === 'hello') tell();
    if (data.type === 'key' && on) key(data.key);
  };
  if (new URLSearchParams(location.search).has('present')) set(true);
}

// handlers take the program's answers to what the room is shown.
export const handlers = { ...light.handlers, ...link.handlers };

// things may be pointed at: what the step is about, the process chosen, then all.
function things() {
  const { nodes, selected } = page.app.state, first = lesson.stepNow()?.look ?? [];
  return [...new Set([...first, ...selected ? [selected] : [], ...nodes.map(n => n.name)])];
}

// key does what a key means; it tells whether it means anything here.
export function key(name) {
  const k = name.length === 1 ? name.toLowerCase() : name;
  if (!on) {
    if (k === 'p') set(true);
    else if (k === 'Enter' && lesson.active() && lesson.stepNow()) lesson.forward();
    else return false;
    return true;
  }
  if (blank) return darken(), true;
  if (link.on() && k !== 'q') {
    link.off();
    if (k === 'Escape') return true;
  }
  if (light.on() && k === 'Escape') return light.off(), true;
  if (k === '?') return help(), true;
  if (k === 'Home' || k === 'End') return jump(k === 'Home' ? 0 : Infinity), true;
  if (/^[1-9]$/.test(k)) return jump(Number(k) - 1), true;
  const meant = KEYS.find(([, keys, act]) => act && keys.includes(k));
  meant?.[2]();
  return meant !== undefined;
}

function set(wanted) {
  if (on === wanted) return;
  on = wanted;
  document.body.classList.toggle('present', on);
  if (on) {
    theme = page.app.theme;
    since ||= Date.now();
    page.theme('projector');
    page.frame.send('pause');
    document.activeElement?.blur();
  } else {
    page.theme(theme);
    light.off();
    link.off();
    blank = false;
    ends = 0;
    if (document.fullscreenElement) document.exitFullscreen();
  }
  show();
}

// at names the step, so that an answer is hidden anew at the next one.
let known = ''; // the step whose answer was last hidden or shown
const at = () => `${lesson.lesson.id} ${lesson.lesson.step}`;

function forward() {
  const { phase, film } = lesson.lesson, step = lesson.stepNow();
  if (!film) return page.frame.send(page.app.state.running || page.app.state.next ? 'pause' : 'next');
  if (!step) return;
  if (phase === lesson.TRY) return lesson.solve();
  if (phase === lesson.SAY && step.plays) return lesson.play();
  if (phase === lesson.RUN || phase === lesson.SOLVE) return lesson.forward();
  if (step.ask && phase === lesson.DONE && !revealed) return reveal(true);
  move(lesson.lesson.step + 1, lesson.SAY);
}

function back() {
  const { phase, film, step: n } = lesson.lesson, step = lesson.stepNow();
  if (!film) return page.frame.send('previous');
  if (step?.ask && revealed && phase === lesson.DONE) return reveal(false);
  if (step?.plays && (phase === lesson.DONE || phase === lesson.RUN)) return move(n, lesson.SAY);
  if (phase === lesson.SOLVE) return move(n, lesson.SAY);
  if (n === 0) return;
  const before = film.steps[n - 1];
  move(n - 1, before.plays ? lesson.DONE : lesson.SAY);
  if (before.ask) reveal(true);
}

function jump(n) {
  const { film } = lesson.lesson;
  if (!film) return n === 0 ? page.frame.send('seek', '0 end') : undefined;
  move(Math.min(n, film.steps.length), lesson.SAY);
}

function move(n, phase) {
  reveal(false);
  lesson.arrive(n, phase);
}

function reveal(wanted) {
  revealed = wanted;
  known = at();
  show();
}

function darken() {
  blank = !blank;
  show();
}

function countdown() {
  ends = ends > Date.now() ? 0 : Date.now() + COUNT * 1000;
  show();
}

function notes() { window.open(`notes.html#${room}`, `rocketscope-${room}`, 'width=760,height=640'); }

function help() {
  dialog.show('keys', t('present.help'), h('dl', { class: 'keylist' }, ...KEYS.flatMap(([name, keys]) => [
    h('dt', {}, ...keys.map(k => h('kbd', {}, { ' ': lang === 'zh' ? '空格' : 'Space', ArrowRight: '→', ArrowLeft: '←', PageDown: 'PgDn', PageUp: 'PgUp' }[k] ?? k.toUpperCase()))),
    h('dd', {}, t(`present.key.${name}`)),
  ])));
}

// show brings the room's screen up to date.
function show() {
  clearTimeout(ticking);
  if (known !== at()) {
    revealed = false;
    if (known) light.off();
    known = at();
  }
  Object.assign(document.body.dataset, { present: on, revealed, room });
  document.getElementById('present-dark')?.remove();
  document.getElementById('present-count')?.remove();
  if (on && blank) document.body.append(h('div', { id: 'present-dark', role: 'status' }, h('span', { class: 'quiet' }, t('present.blank'))));
  const left = Math.ceil((ends - Date.now()) / 1000);
  if (on && left > 0) {
    document.body.append(h('div', { id: 'present-count', role: 'timer' }, t('present.left', left)));
    ticking = setTimeout(show, 250);
  }
  tell();
}

// tell hands the second window what the presenter wants to see.
function tell() {
  const { film, step: n, phase } = lesson.lesson, step = film?.steps[n], next = film?.steps[n + 1];
  const words = s => s && { say: say(s.say), ask: say(s.ask?.text) };
  channel.postMessage({
    type: 'now', lang, on, title: film ? lesson.title() : '', step: n, steps: film?.steps.length ?? 0, phase, revealed, blank, ends, since,
    now: step ? words(step) : film && { say: say(film.rule), ask: '' }, note: say(step?.note), then: say(step?.then),
    answer: step?.ask ? step.ask.answer.split(' ').map(a => value(step.ask.kind, a)).join(' ') : '',
    wrong: step?.ask?.wrong.map(w => [step.ask.kind === 'owners' ? w.guess : value(step.ask.kind, w.guess), say(w.why)]) ?? [],
    pack: lesson.lesson.from ? `pack/${film?.id}.${lang}.html` : '',
    next: next ? words(next) : film && n < film.steps.length ? { say: say(film.rule), ask: '' } : null,
  });
}
