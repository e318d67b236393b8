// Two runs with one difference, in step: what is compared, the numbers of both,
// and the queues that others own in the second.
import { $, h } from './dom.js';
import { t } from './locale.js';
import { duration } from './link.js';
import * as dialog from './dialog.js';

let picking = null;

// name says what differs in the second run.
export const name = v => t(`compare.${v.kind}`, v.what);

// names are those of both runs, none while nothing is compared.
export const names = app => app.comparison ? [t('compare.this'), name(app.comparison)] : [];

// shown are the names of the runs that are on the stage.
export function shown(app) {
  const both = names(app);
  return $('compare')?.className === 'one' ? [both[Number(app.comparison.other)]] : both;
}

// search is the query of an address, with what is compared now as its parameter
// (params.js reads it) and nothing of what was.
export function search(app, query = new URLSearchParams()) {
  const c = app.comparison;
  if (c) query.set('compare', `${c.kind}${c.kind === 'without' ? ` ${duration(c.at)}` : ''} ${c.what}`);
  else query.delete('compare');
  return query.size ? `?${query}` : '';
}

// again asks a new program for the comparison that the page shows.
export function again(app, frame) {
  const c = app.comparison;
  if (!c) return;
  frame.send('compare', c.key);
  if (c.other) frame.send('compare', 'other');
}

// pick offers what the run may be compared with.
export function pick(app, frame) {
  const list = h('div', { class: 'scroll variants', tabindex: 0 });
  picking = { list, frame, dialog: dialog.show('small', t('compare.pick'), h('p', { class: 'note row' }, t('compare.about')), list) };
  frame.send('variants', '');
}

// offered takes the list of variants.
export function offered({ list }) {
  if (!picking?.dialog.isConnected) return;
  const { frame, dialog: d } = picking;
  picking.list.replaceChildren(h('ul', {}, ...list.map(v => h('li', {}, h('button', { type: 'button', class: 'to', 'data-variant': v.key, onclick: () => { d.close(); frame.send('compare', v.key); } }, name(v))))));
}

const differs = m => m.this !== m.other;

// show brings the strip above the stage and the pane up to date.
export function show(app, frame, end) {
  const c = app.comparison, on = c?.on === true;
  $('tab-compare').hidden = !on;
  strip(app, frame, end, on);
  if (!on || $('pane-compare').hidden) return;
  $('pane-compare').replaceChildren(...[
    h('p', { class: 'meta' }, t('compare.one')),
    h('h2', { class: 'lead' }, name(c)),
    c.dropped.length > 0 && h('p', { class: 'note' }, t('compare.dropped', c.dropped.join(', '))),
    h('table', { class: 'numbers' }, h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, t('compare.this')), h('th', { scope: 'col' }, t('compare.other')))),
      h('tbody', {}, ...c.measures.map(m => h('tr', { 'data-measure': m.key, class: differs(m) ? 'differs' : undefined }, h('th', { scope: 'row' }, t(`measure.${m.key}`)), h('td', {}, m.this), h('td', {}, m.other))))),
    h('p', { class: 'note' }, t('compare.lanes')),
    h('h3', { class: 'sub' }, t('compare.queues', c.queues.length)),
    h('ul', { class: 'lines' }, ...c.queues.map(q => h('li', { 'data-queue': q.name }, t('compare.queue', q.name, q.this.join(' ') || t('lens.nobody'), q.other.join(' ') || t('lens.nobody'))))),
  ].filter(Boolean));
}

// strip names the runs above the stage; where only one fits it is the switch.
function strip(app, frame, end, on) {
  const old = $('compare');
  $('stage').classList.toggle('comparing', on);
  if (!on) return void old?.remove();
  const c = app.comparison, wide = $('stage').clientWidth >= 960;
  const one = (label, which) => wide ? h('b', {}, label) : h('button', { type: 'button', 'aria-pressed': String(c.other === (which === 'other')), 'data-focus': which, onclick: () => frame.send('compare', which) }, label);
  const key = JSON.stringify([document.documentElement.lang, c.key, c.other, wide]);
  if (old?.dataset.key === key) return;
  const focus = old?.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  const bar = h('div', { id: 'compare', 'data-key': key, class: wide ? 'two' : 'one', role: 'group', 'aria-label': t('compare') },
    one(t('compare.this'), 'this'), one(name(c), 'other'), h('button', { type: 'button', class: 'end', 'data-focus': 'end', 'aria-label': t('compare.end'), title: t('compare.end'), onclick: end }, '×'));
  if (old) old.replaceWith(bar);
  else $('stage').prepend(bar);
  if (focus) bar.querySelector(`[data-focus="${focus}"]`)?.focus();
}
