// The lesson's region beside the stage: words, questions, what came of them.
import { $, h, icon, keep, seconds } from './dom.js';
import { lang, t } from './locale.js';
import { widget } from './lesson_ask.js';
import { compare } from './lesson_compare.js';
import * as lesson from './lesson.js';
import * as shelf from './lesson_shelf.js';
import { goal, say, tagged } from './lesson_words.js';

let page = null;

export function listen(objects) {
  page = objects;
  $('lessons-open').addEventListener('click', () => shelf.open());
  $('lesson-close').addEventListener('click', () => lesson.leave());
  $('lesson-shelf').addEventListener('click', () => shelf.open());
  $('lesson-glossary').addEventListener('click', () => shelf.glossary());
}

// colors gives each consumer that the lesson names its colour: those of the
// stage, and for one that is still to join the next that is free.
export function colors(choices = []) {
  const map = new Map(page.app.state.nodes.filter(n => n.color > 0).map(n => [n.name, n.color]));
  let next = 1;
  for (const name of choices) {
    if (map.has(name) || !/^[\w-]+$/.test(name)) continue;
    while ([...map.values()].includes(next)) next++;
    map.set(name, Math.min(next, 6));
  }
  return map;
}

// show brings the region up to date with the lesson.
export function show(now) {
  const region = $('lesson');
  region.hidden = now.id === '';
  document.body.dataset.lesson = now.id;
  document.body.dataset.step = now.film ? now.step : '';
  document.body.dataset.phase = now.film ? now.phase : now.fault ? 'fault' : '';
  if (region.hidden) return;
  $('lesson-title').textContent = now.film ? say(now.film.title) : now.from ? now.id : t('lesson.yourown');
  $('lesson-at').textContent = now.film && now.step < now.film.steps.length ? t('lesson.at', now.step + 1, now.film.steps.length) : '';
  $('lesson-dots').replaceChildren(...dots(now));
  const focus = region.contains(document.activeElement);
  // What the reader is in the middle of stays as it is.
  const key = JSON.stringify([lang, now.id, now.film !== null, now.step, now.phase, now.grade, now.skipped, now.hints, now.fault, now.phase === lesson.SAY || now.goal, [...colors()]]);
  const body = $('lesson-body'), moved = body.dataset.at !== `${now.id} ${now.step}`;
  keep(body, key, () => content(now));
  keep($('lesson-feet'), JSON.stringify([lang, now.id, now.film !== null, now.step, now.phase]), () => feet(now));
  ready(now);
  body.dataset.at = `${now.id} ${now.step}`;
  if (moved) body.scrollTop = 0;
  if (now.phase === lesson.DONE && now.grade) body.querySelector('.question')?.scrollIntoView({ block: 'start' });
  if (focus && !region.contains(document.activeElement)) region.querySelector('.btn.pri:not(:disabled)')?.focus();
}

// ready enables the button that runs, once the guess is whole.
export function ready(now) {
  const run = $('lesson-run');
  if (run) run.disabled = now.phase === lesson.SAY && now.film?.steps[now.step]?.ask !== undefined && now.guess === null;
}

function dots(now) {
  if (!now.film) return [];
  return now.film.steps.map((s, i) => h('button', {
    type: 'button', class: `dot${i < now.step ? ' past' : ''}${s.ask || s.goal.length ? ' asks' : ''}`, 'aria-label': t('lesson.goto', i + 1),
    'aria-current': i === now.step ? 'step' : undefined, onclick: () => lesson.arrive(i),
  }));
}

function content(now) {
  if (now.fault) return [h('div', { class: 'fault', role: 'alert' }, h('h3', {}, t('lesson.fault')), h('p', {}, now.fault.key ? t(now.fault.key, ...now.fault.slots) : now.fault.line > 0 ? t('failed.line', now.fault.line, now.fault.text) : now.fault.text),
    now.fault.line > 0 && h('pre', {}, now.source.split('\n')[now.fault.line - 1]))];
  if (!now.film) return [h('p', { class: 'note' }, t('lesson.opening'))];
  const step = now.film.steps[now.step];
  return step ? [...intro(now), ...stepBody(now, step)] : last(now.film);
}

function intro(now) {
  const { film } = now;
  if (now.step > 0 || now.phase !== lesson.SAY || film.learn.length === 0) return [];
  return [h('div', { class: 'learn' }, h('h3', {}, t('lesson.learn')), h('ul', {}, ...film.learn.map(l => h('li', {}, say(l)))))];
}

function stepBody(now, step) {
  const { ask } = step, c = colors(ask?.kind === 'owners' ? ask.choices : []);
  const done = now.phase === lesson.DONE, parts = [];
  if (say(step.say)) parts.push(h('p', { class: 'say' }, ...tagged(say(step.say), c)));
  if (step.goal.length > 0) parts.push(goals(now, step));
  if (ask) parts.push(h('h3', { class: 'question', id: 'question' }, ...tagged(say(ask.text), c)));
  if (ask && now.phase === lesson.SAY) parts.push(widget(ask, c, now.guess, lesson.guessed));
  if (ask && now.phase === lesson.RUN) parts.push(h('p', { class: 'note' }, t('lesson.running')));
  if (step.hints.length > 0 && (now.phase === lesson.SAY || now.phase === lesson.TRY)) parts.push(hints(now, step));
  if (done && ask) parts.push(h('p', { class: 'note veiled' }, t('present.hidden')));
  if (done && ask && (now.grade || now.skipped)) parts.push(compare(ask, now.grade, c));
  if (done && say(step.then)) parts.push(h('p', { class: 'then' }, ...tagged(say(step.then), c)));
  if (done && step.card > 0 || now.phase === lesson.SAY && !step.plays && step.card > 0) parts.push(why(step));
  return parts;
}

const why = step => h('button', { type: 'button', class: 'btn reason', onclick: () => { page.ask(step.card); page.why(); } }, icon('why'), t('lesson.why'));

function hints(now, step) {
  const shown = step.hints.slice(0, now.hints);
  return h('div', { class: 'hints' }, shown.length > 0 && h('ol', {}, ...shown.map(x => h('li', {}, say(x)))),
    now.hints < step.hints.length && h('button', { type: 'button', class: 'link', onclick: lesson.hint }, t('lesson.hint', now.hints + 1, step.hints.length)));
}

// goals lists what is to be reached and how far it is; acts may be written too.
function goals(now, step) {
  const parts = now.goal?.parts ?? [], won = now.goal?.done;
  const line = h('input', { type: 'text', class: 'line', 'aria-label': t('lesson.line'), placeholder: 'kill c1', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  const done = now.phase === lesson.DONE || now.phase === lesson.SOLVE;
  return h('div', { class: 'goal' },
    h('h3', {}, won ? t(now.shown ? 'lesson.solved' : 'lesson.reached') : t('lesson.togo')),
    h('ul', { role: 'status' }, ...step.goal.map((g, i) => h('li', { class: parts[i]?.holds ? 'holds' : undefined }, parts[i]?.holds ? icon('check') : h('i', {}), h('span', {}, goal(g)), parts[i] && h('b', {}, t('lesson.now', parts[i].have))))),
    now.shown && done && h('ol', { class: 'solution' }, ...step.solution.map(a => h('li', {}, h('time', {}, `${seconds(a.at)} s`), ' ', h('code', {}, a.text)))),
    now.goal?.astray && h('p', { class: 'note' }, t('lesson.astray')),
    !done && h('p', { class: 'note' }, t('lesson.goalhow')),
    !done && h('form', { class: 'act', onsubmit: e => { e.preventDefault(); if (line.value.trim()) lesson.act(line.value.trim()); line.select(); } }, line, h('button', { class: 'btn' }, t('lesson.do'))));
}

// last is the page after the last step: what to remember.
function last(film) {
  const next = shelf.after(film.id);
  return [
    h('h3', { class: 'ruleline' }, say(film.rule)),
    h('dl', { class: 'facts' }, h('dt', {}, t('source')), h('dd', {}, ...film.sources.map(s => h('code', {}, s))),
      ...film.versions.flatMap(v => [h('dt', {}, v.name), h('dd', {}, say(v.text))])),
    say(film.sandbox) && h('div', { class: 'try' }, h('h3', {}, t('lesson.try')), h('p', {}, say(film.sandbox)), h('button', { type: 'button', class: 'btn', onclick: () => lesson.leave() }, t('lesson.sandbox'))),
    next && h('p', { class: 'nextup' }, t('lesson.nextup', shelf.titleOf(next))),
  ].filter(Boolean);
}

function feet(now) {
  const step = now.film?.steps[now.step], button = (text, on, attributes) => h('button', { type: 'button', class: 'btn', onclick: on, 'data-focus': attributes?.id, ...attributes }, text);
  const go = (text, more) => button(text, lesson.forward, { class: 'btn pri', id: 'lesson-run', ...more });
  const back = now.film && (now.step > 0 || now.phase !== lesson.SAY) && button(t('lesson.back'), lesson.back, { id: 'lesson-back' });
  if (!now.film) return [button(t('lesson.shelf'), () => shelf.open())];
  const middle = h('span', { class: 'sp' }), next = shelf.after(now.film.id);
  if (!step) {
    return [back, middle, button(t('lesson.shelf'), () => shelf.open(), next ? {} : { class: 'btn pri', id: 'lesson-run' }),
      next && go(t('lesson.next'), { title: shelf.titleOf(next), onclick: () => lesson.open(next, { only: lesson.lesson.only }) })].filter(Boolean);
  }
  switch (now.phase) {
    case lesson.SAY:
      if (step.ask) return [back, middle, button(t('lesson.skip'), lesson.skip, { class: 'link', id: 'lesson-skip' }), go(t('lesson.run'), { disabled: now.guess === null })].filter(Boolean);
      return [back, middle, go(t(step.plays ? 'lesson.play' : 'lesson.continue'))].filter(Boolean);
    case lesson.RUN: return [back, middle, go(t('lesson.fast'))].filter(Boolean);
    case lesson.TRY: return [back, middle, button(t('lesson.solution'), lesson.solve, { class: 'link', id: 'lesson-solve' }), button(t('lesson.continue'), lesson.forward)].filter(Boolean);
    case lesson.SOLVE: return [middle, go(t('lesson.fast'))];
    default: return [back, middle, (step.ask || step.goal.length > 0) && button(t('lesson.again'), lesson.retry, { id: 'lesson-again' }), go(t('lesson.continue'))].filter(Boolean);
  }
}

