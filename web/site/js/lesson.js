// A lesson as it is read: which step the reader is at, what was guessed, what
// came of it. The program runs it; lesson_view.js shows it; present.js shows it
// to a room.
import { choose } from './choice.js';
import { lang } from './locale.js';
import * as own from './lesson_link.js';
import * as progress from './lesson_progress.js';
import * as shelf from './lesson_shelf.js';
import * as view from './lesson_view.js';

// The phases of a step: before its acts; while they are played; after them;
// while the learner tries to reach a goal; while the solution is played.
export const SAY = 'say', RUN = 'run', DONE = 'done', TRY = 'try', SOLVE = 'solve';

const here = {
  id: '', // of the lesson, "" while none is open
  from: '', // how the address names it, "" for a lesson of one's own
  source: '', // its file
  text: '', // that, and the scenario that it begins with
  film: null, // what the program made of it
  step: 0, // film.steps.length is the last page: the rule
  phase: SAY,
  guess: null, // a text as the engine reads it
  grade: null, // the guess compared
  skipped: false, // the question was passed over
  hints: 0,
  shown: false, // the solution was shown
  goal: null, // how far the learner is
  only: false, // exercises only
  carried: '', // the link that carried it here, kept through a reload
  fault: null, // { line, text, or key and slots of the page's words }: a lesson that cannot be
};

let page = null; // what main.js lends: app, frame, later, ask, panel ...
const watchers = []; // called after each change

// lesson is the lesson as it is now; to be read, not written.
export const lesson = here;

// active tells whether a lesson is open.
export const active = () => here.id !== '';

// opens tells whether a lesson is open, or on its way, that can be read.
export const opens = () => active() && here.fault === null;

// stepNow is the step the reader is at, undefined on the last page.
export const stepNow = () => here.film?.steps[here.step];

// watch has f called after each change.
export function watch(f) { watchers.push(f); }

function changed() {
  view.show(here, page);
  for (const f of watchers) f();
}

// listen begins; the page's own objects are handed in.
export function listen(objects) {
  page = objects;
  view.listen(page);
  window.addEventListener('hashchange', e => {
    if (!own.carries(location.hash.slice(1))) return;
    e.stopImmediatePropagation();
    carried(location.hash.slice(1));
  }, true);
}

// ---- opening and leaving ----

// open opens a lesson that ships.
export async function open(id, options = {}) {
  const wanted = choose(), path = id.endsWith('.txt') ? id : `lessons/${id}.txt`;
  const answer = await fetch(id.endsWith('.txt') ? new URL(path, location.href) : path), text = answer.ok && await answer.text();
  if (!wanted()) return;
  if (!answer.ok) return fail(id, 0, `${path}: ${answer.status}`);
  return openText(id, text, { ...options, from: id });
}

// openText opens a lesson by its text. A scenario that it begins with is fetched.
export async function openText(id, source, { step = 0, only = false, from = '', carried = '' } = {}) {
  const wanted = choose();
  let text = source;
  const story = text.match(/^[ \t]*story[ \t]+([\w-]+)/m)?.[1];
  if (story) {
    const answer = await fetch(`scenarios/${story}.txt`);
    if (answer.ok) text += `\0${story}\n${await answer.text()}`;
  }
  if (!wanted()) return;
  Object.assign(here, { id, from, source, text, carried, film: null, step, phase: SAY, only, fault: null });
  document.body.classList.add('lesson');
  fresh();
  changed();
  page.frame.send('lesson', text);
}

// again opens it anew after the program was lost, at the same step.
export function again() {
  if (!active()) return;
  here.film = null;
  page.frame.send('lesson', here.text);
}

// address keeps the open lesson in the address, so that it can be opened again.
function address() {
  const query = new URLSearchParams(location.search);
  query.delete('step');
  if (here.from) query.set('lesson', here.from);
  else query.delete('lesson');
  history.replaceState({ ...history.state, lesson: here.from ? '' : here.carried }, '', `${location.pathname}${query.size ? `?${query}` : ''}${location.hash}`);
}

// leave closes the lesson; the run stays as it is, to play with.
export function leave() {
  if (!active()) return;
  Object.assign(here, { id: '', from: '', source: '', text: '', carried: '', film: null, fault: null });
  document.body.classList.remove('lesson');
  page.frame.send('point', '');
  page.named();
  address();
  changed();
}

// closed leaves a lesson that the program has left for a link.
export function closed() { if (here.film) leave(); }

// carried opens a lesson by the link that carries its text.
async function carried(hash) {
  history.replaceState({ ...history.state, lesson: hash }, '', location.pathname + location.search);
  try {
    const { id, text, step } = await own.read(hash);
    await openText(id, text, { step, carried: hash });
  } catch (e) {
    fail('', 0, String(e.message ?? e), e);
  }
}

// first opens the lesson that the address carries, or names: ?lesson=join&step=2,
// or a file beside the page, ?lesson=mine/join.txt.
export async function first() {
  const hash = location.hash.slice(1), kept = history.state?.lesson;
  if (own.carries(hash)) return carried(hash);
  if (kept) return carried(kept);
  const query = new URLSearchParams(location.search), id = query.get('lesson');
  if (!id) return;
  await shelf.load().catch(() => null); // the lesson's own fetch tells what is wrong
  await open(id, { step: Math.max(0, Number(query.get('step') ?? 1) - 1) || 0, only: query.has('exercises') });
}

function fail(id, line, text, { key, slots } = {}) {
  Object.assign(here, { id: id || own.NAME, film: null, fault: { line, text, key, slots } });
  document.body.classList.add('lesson');
  changed();
}

function fresh() { Object.assign(here, { guess: null, grade: null, skipped: false, hints: 0, shown: false, goal: null }); }

// ---- what the program says ----

export const handlers = {
  lesson(film) {
    here.film = film;
    Object.assign(page.app, { name: '', original: film.story });
    page.named();
    address();
    if (here.only && here.step < film.steps.length && !asks(film.steps[here.step])) here.step = following(here.step);
    here.step = Math.min(here.step, film.steps.length);
    if (here.step > 0 || film.steps[0].goal.length > 0) arrive(here.step, here.phase === DONE ? DONE : SAY);
    else {
      look(0);
      changed();
    }
  },
  scene({ scene, at }) {
    if (!here.film || scene !== here.step) return;
    if (at === 'end') return end();
    const step = stepNow();
    if (at === 'begin' && !step.plays && step.card > 0) page.ask(step.card);
    changed();
  },
  grade(grade) {
    if (grade.scene !== here.step || !here.film) return;
    here.grade = grade;
    progress.answer(here.id, grade.scene, grade);
    changed();
  },
  goal(goal) {
    if (goal.scene !== here.step || !here.film) return;
    const before = here.goal;
    here.goal = goal;
    if (goal.done && here.phase === TRY) {
      here.phase = DONE;
      progress.answer(here.id, here.step, { guess: '', hits: 1, of: 1, right: true });
    }
    if (JSON.stringify(before) !== JSON.stringify(goal)) changed();
  },
};

// fault takes an error of the program that concerns the lesson; it tells whether it did.
export function fault({ verb, line, text }) {
  if (!active() || !['lesson', 'scene', 'guess', 'try', 'solve'].includes(verb)) return false;
  fail(here.id, line, text);
  return true;
}

function end() {
  here.phase = DONE;
  const card = stepNow()?.card;
  if (card > 0) page.ask(card);
  changed();
}

// ---- going about ----

const asks = step => step?.ask !== undefined || step?.goal.length > 0;

// following and preceding are the next step that is read, the last page included.
function following(from) {
  const n = here.film.steps.length;
  for (let i = from + 1; i < n; i++) if (!here.only || asks(here.film.steps[i])) return i;
  return n;
}

function preceding(from) {
  for (let i = from - 1; i >= 0; i--) if (!here.only || asks(here.film.steps[i])) return i;
  return -1;
}

// arrive goes to a step, before or after its acts.
export function arrive(step, phase = SAY) {
  if (step !== here.step) page.close(); // its reasons are of the step before
  here.step = step;
  here.phase = phase;
  fresh();
  if (step >= here.film.steps.length) {
    here.phase = SAY;
    progress.finish(here.id);
    page.frame.send('scene', `${here.film.steps.length - 1} end`);
  } else if (here.film.steps[step].goal.length > 0) {
    here.phase = TRY;
    page.frame.send('try', step);
  } else {
    if (phase === DONE) here.skipped = true;
    page.frame.send('scene', `${step} ${phase === DONE ? 'end' : 'begin'}`);
  }
  look(step);
  changed();
}

// look points at what the step is about.
function look(step) {
  const all = here.film.steps[step]?.look ?? [];
  page.frame.send('select', all.find(what => !what.includes('/')) ?? '');
  page.frame.send('point', all.find(what => what.includes('/')) ?? '');
}

// forward is the one button that goes on: it plays the step's acts, or goes to
// the next step. With a question it wants a guess first.
export function forward() {
  const step = stepNow();
  if (!here.film || !step) return;
  if (here.phase === SAY && step.plays) {
    if (step.ask && !here.guess) return;
    play();
  } else if (here.phase === RUN || here.phase === SOLVE) {
    if (here.phase === RUN) page.frame.send('scene', `${here.step} end`);
    else page.frame.send('solve', `${here.step} end`);
  } else arrive(following(here.step));
}

// play plays the step's acts; a guess is compared.
export function play() {
  const step = stepNow();
  here.phase = RUN;
  here.skipped = step.ask !== undefined && !here.guess;
  if (here.guess) page.frame.send('guess', `${here.step} ${here.guess}`);
  page.frame.send('scene', `${here.step} play`);
  changed();
}

// skip plays them without a guess.
export function skip() {
  here.guess = null;
  play();
}

// guessed takes a guess; null is none.
export function guessed(guess) {
  here.guess = guess;
  view.ready(here);
}

// back goes to the step before, or to the beginning of this one.
export function back() {
  if (!here.film) return;
  if (here.phase === DONE && stepNow()?.plays) return arrive(here.step, SAY);
  const to = preceding(here.step);
  if (to >= 0) arrive(to, SAY);
}

// retry asks the question again, or begins the goal again.
export function retry() {
  const guess = here.guess;
  arrive(here.step, SAY);
  here.guess = guess;
  changed();
}

// hint shows one more hint.
export function hint() {
  here.hints = Math.min(here.hints + 1, stepNow()?.hints.length ?? 0);
  changed();
}

// solve plays the solution of a goal.
export function solve() {
  here.phase = SOLVE;
  here.shown = true;
  page.frame.send('solve', here.step);
  changed();
}

// act does what the learner writes.
export function act(line) { page.frame.send('do', line); }

// spoken is the language changed under an open lesson.
export function spoken() { if (active()) changed(); }

// title is the lesson's, "" while none is open.
export const title = () => here.film?.title[lang] ?? here.id;
