// The reason card: what was seen, the rule with those passed over, the result,
// the source, and the causes back to an act or a timer.
import { $, h, seconds } from './dom.js';
import { t } from './locale.js';
import { marked } from './text.js';

// show fills the pane with a card; ask opens the card of another record.
export function show(card, owners, ask) {
  const pane = $('pane-why');
  if (!card) return void pane.replaceChildren(h('p', { class: 'note' }, t('why.none')));
  pane.replaceChildren(...[
    h('p', { class: 'meta' }, `${seconds(card.at)} s · ${t('decision', card.n)}`),
    h('p', { class: 'lead' }, ...marked(card.head, owners)),
    card.saw.length > 0 && depth(t('saw'), saw(card, owners)),
    card.steps.length > 0 && depth(t('rule'), steps(card, owners)),
    card.result.length > 0 && depth(t('result'), h('div', { class: 'res' }, ...card.result.map(p => h('p', {}, ...marked(p, owners)))), true),
    card.source && source(card),
    card.because.length > 0 && chain(card, owners, ask),
  ].filter(Boolean));
  $('why-bar').querySelector('code').textContent = card.source.split('.').at(-1);
}

function depth(title, body, last) {
  return h('div', { class: last ? 'depth last' : 'depth' }, h('h3', {}, title), body);
}

function saw(card, owners) {
  return h('dl', { class: 'kv' }, ...card.saw.flatMap(row => {
    const name = h('dt', {}, row.k);
    if (!row.list) return [name, h('dd', {}, ...marked(row.v, owners))];
    return [name, h('dd', { class: 'list' }, ...row.list.map(v => h('span', { class: 'chip' }, v)))];
  }));
}

function steps(card, owners) {
  return h('ol', { class: 'steps' }, ...card.steps.map((step, i) => step.won
    ? h('li', { class: 'win' }, h('b', {}, i + 1), ...marked(step.t, owners), step.out && h('u', {}, ` → ${step.out}`))
    : h('li', { class: 'lose' }, h('b', {}, i + 1), h('s', {}, step.t), step.why && h('em', {}, step.why))));
}

function source(card) {
  return h('div', { class: 'src' }, h('span', {}, `${t('source')} · ${card.version}`), h('code', {}, card.source), card.log && h('code', {}, card.log), card.admin && h('code', {}, card.admin));
}

function chain(card, owners, ask) {
  return h('div', { class: 'chain' }, t('because'), h('ol', {}, ...card.because.map(b => h('li', {},
    h('button', { type: 'button', onclick: () => ask(b.n) }, h('b', {}, b.text), h('span', {}, seconds(b.at)))))));
}
