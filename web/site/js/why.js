// The reason card: what was seen, the rule with those passed over, the result,
// the source, and the causes back to an act or a timer.
import { $, h, seconds } from './dom.js';
import { lang, t } from './locale.js';
import { marked } from './text.js';

// show fills the pane with a card; ask opens the card of another record.
export function show(card, owners, ask) {
  const pane = $('pane-why');
  $('why-bar').querySelector('code').textContent = card?.source.split('.').at(-1) ?? '';
  const key = JSON.stringify([lang, card, [...owners]]);
  if (pane.dataset.key === key) return; // what has the focus keeps it
  pane.dataset.key = key;
  if (!card) return void pane.replaceChildren(h('p', { class: 'note' }, t('why.none')));
  const say = line => marked(line, owners);
  const result = card.result.length > 0;
  pane.replaceChildren(...[
    h('p', { class: 'meta' }, `${seconds(card.at)} s · ${t('decision', card.n)}`),
    h('p', { class: 'lead' }, ...say(card.lead)),
    !result && card.cause.length > 0 && h('p', { class: 'cause' }, ...say(card.cause)),
    card.saw.length > 0 && depth(t('saw'), h('dl', { class: 'kv' }, ...card.saw.flatMap(row => [h('dt', {}, row.label), h('dd', {}, ...say(row.value))]))),
    card.rule && depth(t('rule'), rule(card, say), !result),
    result && depth(t('result'), h('div', { class: 'res' }, h('p', {}, ...say(card.result)), h('p', {}, ...say(card.cause))), true),
    card.source && source(card),
    card.because.length > 0 && chain(card, say, ask),
  ].filter(Boolean));
}

function depth(title, body, last) {
  return h('div', { class: last ? 'depth last' : 'depth' }, h('h3', {}, title), body);
}

// rule shows who lost and why, then the rule with its arithmetic.
function rule(card, say) {
  const lost = card.passed.map((p, i) => h('li', { class: 'lose' }, h('b', {}, i + 1), h('s', {}, ...say(p.what)), h('em', {}, ...say(p.why))));
  const won = h('li', { class: 'win' }, lost.length > 0 && h('b', {}, lost.length + 1), card.rule, ...card.working.map(w => h('span', { class: 'sum' }, ...say(w.line))));
  return h('ol', { class: lost.length > 0 ? 'steps' : 'steps alone' }, ...lost, won);
}

function source(card) {
  return h('div', { class: 'src' }, h('span', {}, `${t('source')} · ${card.version}`), h('code', {}, card.source), card.log && h('code', { class: 'more' }, card.log), card.admin && h('code', { class: 'more' }, card.admin));
}

function chain(card, say, ask) {
  return h('div', { class: 'chain' }, t('because'), h('ol', {}, ...card.because.map(b => h('li', {},
    h('button', { type: 'button', onclick: () => ask(b.n) }, h('b', {}, ...say(b.text)), h('span', {}, seconds(b.at)))))));
}
