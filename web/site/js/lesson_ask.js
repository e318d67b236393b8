// The questions: each widget keeps a guess as the engine reads it, and can be
// used by pointer, by touch and by keyboard alone.
import { h, icon } from './dom.js';
import { t } from './locale.js';
import { duration, tag, value } from './lesson_words.js';
import { drag } from './lesson_drag.js';

// widget makes the question's widget; changed is called with each new guess,
// null while it is not whole.
export function widget(ask, colors, guess, changed) {
  const make = ask.kind === 'owners' ? owners : ask.kind === 'order' ? order : ask.choices.length > 0 ? choice : free;
  return make(ask, colors, guess, changed);
}

// ---- who owns each queue ----

const short = queue => queue.replace(/^(.*)\/(\d+)$/, (_, broker, id) => `${broker.replace(/^broker-/, '')}/${id}`);

// chip is a queue as the exercise and its comparison draw it.
export function chip(queue, attributes, ...more) {
  const [broker, id] = short(queue).split('/');
  return h(attributes?.onclick || attributes?.['data-q'] ? 'button' : 'span', { class: 'q', type: attributes?.['data-q'] ? 'button' : undefined, ...attributes }, h('small', {}, `${broker}/`), id, ...more);
}

// assigned reads "broker-a/0=c1 broker-a/1=c1+c2" as lists of owners by queue.
export const assigned = guess => new Map((guess ?? '').split(' ').filter(Boolean).map(word => {
  const [queue, names] = word.split('=');
  return [queue, names === '-' ? [] : names.split('+')];
}));

function owners(ask, colors, guess, changed) {
  const readers = [...ask.choices, '-'];
  const owned = guess ? assigned(guess) : new Map(ask.items.map((q, i) => [q, ask.before[i] === '-' ? [] : ask.before[i].split('+').filter(c => ask.choices.includes(c))]));
  let picked = '', also = false;
  const box = h('div', { class: 'ask owners', role: 'group', 'aria-label': t('lesson.owners') });
  const spoken = h('p', { class: 'quiet', role: 'status' });

  const give = (queue, reader) => {
    const now = owned.get(queue) ?? [];
    if (reader === '-') owned.set(queue, []);
    else if (!also) owned.set(queue, [reader]);
    else owned.set(queue, now.includes(reader) ? now.filter(r => r !== reader) : [...now, reader].sort());
    picked = '';
    spoken.textContent = t('lesson.given', queue, owned.get(queue).join(' + ') || t('lesson.value.nobody'));
    draw(queue);
    tell();
  };
  const tell = () => changed(ask.items.map(q => `${q}=${owned.get(q)?.join('+') || '-'}`).join(' '));

  const row = (reader, i) => {
    const mine = ask.items.filter(q => reader === '-' ? !owned.get(q)?.length : owned.get(q)?.includes(reader));
    const name = reader === '-' ? h('span', { class: 'own none' }, t('lesson.value.nobody')) : tag(reader, colors);
    return h('div', { class: `reader c${colors.get(reader) ?? 0}`, 'data-reader': reader },
      h('button', { type: 'button', class: 'give', disabled: picked === '', onclick: () => give(picked, reader) }, h('span', { class: 'quiet' }, t('lesson.give')), name, h('kbd', { 'aria-hidden': 'true' }, i + 1)),
      h('div', { class: 'chips' }, ...mine.map(q => chip(q, {
        'data-q': q, 'aria-pressed': String(q === picked), 'aria-label': t('lesson.queue', q, owned.get(q)?.join(' + ') || t('lesson.value.nobody')),
      }))));
  };
  const draw = focus => {
    const also_ = h('button', { type: 'button', class: 'also', 'aria-pressed': String(also), onclick: () => { also = !also; draw(); box.querySelector('.also').focus(); } }, icon('plus'), t('lesson.also'));
    box.replaceChildren(...readers.map(row), h('div', { class: 'under' }, h('span', {}, t('lesson.owners.hint')), also_));
    if (focus) box.querySelector(`[data-q="${CSS.escape(focus)}"]`)?.focus();
  };

  box.addEventListener('keydown', e => {
    const queue = e.target.dataset.q, reader = readers[Number(e.key) - 1];
    if (!queue || e.ctrlKey || e.metaKey || e.altKey) return;
    if (reader) give(queue, reader);
    else if (e.key === '+') { also = !also; draw(queue); }
    else return;
    e.preventDefault();
    e.stopPropagation();
  });
  box.addEventListener('click', e => {
    const queue = e.target.closest('[data-q]')?.dataset.q;
    if (!queue) return;
    picked = picked === queue ? '' : queue;
    draw(queue);
  });
  drag(box, '[data-q]', '[data-reader]', (chip, reader) => give(chip.dataset.q, reader.dataset.reader));
  draw();
  tell();
  return h('div', {}, box, spoken);
}

// ---- one of a few ----

function choice(ask, colors, guess, changed) {
  const name = `choice-${Math.random()}`;
  const box = h('div', { class: 'ask choices', role: 'radiogroup', 'aria-label': t('lesson.choose') }, ...ask.choices.map((c, i) => h('label', {},
    h('input', { type: 'radio', name, value: c, checked: c === guess, onchange: () => changed(c) }),
    h('kbd', { 'aria-hidden': 'true' }, i + 1), h('span', {}, value(ask.kind, c)))));
  box.addEventListener('keydown', e => {
    const input = box.querySelectorAll('input')[Number(e.key) - 1];
    if (!input || e.ctrlKey || e.metaKey || e.altKey) return;
    input.click();
    input.focus();
    e.preventDefault();
    e.stopPropagation();
  });
  return box;
}

// ---- a number or a time of one's own ----

function free(ask, colors, guess, changed) {
  const time = ask.kind === 'time';
  const input = h('input', { type: 'number', min: 0, step: time ? 'any' : 1, inputmode: time ? 'decimal' : 'numeric', 'aria-label': t(time ? 'lesson.seconds' : 'lesson.number') });
  if (guess) input.value = time ? parseFloat(duration(guess)) : guess;
  input.addEventListener('input', () => {
    const n = input.valueAsNumber;
    if (!(n >= 0)) changed(null);
    else changed(time ? `${Math.round(n * 1000)}ms` : String(Math.round(n)));
  });
  return h('label', { class: 'ask free' }, input, h('span', {}, time ? t('lesson.seconds') : ''));
}

// ---- in which order ----

function order(ask, colors, guess, changed) {
  let list = guess ? guess.split(' ') : [...ask.items];
  const box = h('ol', { class: 'ask order', 'aria-label': t('lesson.order') });
  const move = (item, by) => {
    const from = list.indexOf(item), to = from + by;
    if (to < 0 || to >= list.length) return;
    list.splice(from, 1);
    list.splice(to, 0, item);
    draw(item);
    changed(list.join(' '));
  };
  const draw = focus => {
    box.replaceChildren(...list.map((item, i) => h('li', { 'data-place': i },
      h('button', { type: 'button', class: 'message', 'data-item': item, 'aria-label': t('lesson.place', item, i + 1) }, t('lesson.message', item)),
      h('button', { type: 'button', class: 'btn sq', disabled: i === 0, 'aria-label': t('lesson.earlier', item), onclick: () => move(item, -1) }, icon('up')),
      h('button', { type: 'button', class: 'btn sq', disabled: i === list.length - 1, 'aria-label': t('lesson.later', item), onclick: () => move(item, 1) }, icon('down')))));
    if (focus) box.querySelector(`[data-item="${CSS.escape(focus)}"]`)?.focus();
  };
  box.addEventListener('keydown', e => {
    const item = e.target.dataset.item, by = { ArrowUp: -1, ArrowDown: 1 }[e.key] ?? (Number(e.key) >= 1 && Number(e.key) <= list.length ? Number(e.key) - 1 - list.indexOf(item) : undefined);
    if (!item || by === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
    move(item, by);
    e.preventDefault();
    e.stopPropagation();
  });
  drag(box, '[data-item]', '[data-place]', (message, place) => move(message.dataset.item, Number(place.dataset.place) - list.indexOf(message.dataset.item)));
  draw();
  changed(list.join(' '));
  return box;
}
