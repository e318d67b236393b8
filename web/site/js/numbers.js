// The numbers of the run, by group and over all: each leads to the record that
// changed it last, and to what would have prevented it.
import { $, h, keep, seconds } from './dom.js';
import { t } from './locale.js';

// changedBy are the rules of the records that change a number.
const changedBy = {
  repeated: /^observe\.repeated$/, failed: /^producer\.failed$/, retried: /^producer\.(retry|asyncretry)/, moved: /^consumer\.dropped$/,
  stalled: /^(act\.(lose|kill|stop)|broker\.member)/, skipped: /^(broker\.subscription\.|consumer\.filtered$)/,
};

const hidden = topic => topic.startsWith('%');

// countOf adds up what concerns no single group, over the records kept.
function countOf(app) {
  const of = rule => app.records.filter(r => rule.test(r.rule)).length;
  return {
    moved: of(changedBy.moved), retried: of(changedBy.retried),
    failed: app.state.nodes.reduce((sum, n) => sum + (n.role === 'producer' ? n.failed : 0), 0),
    stalled: app.state.groups.length > 0 ? app.state.queues.filter(q => !hidden(q.topic) && q.owners.length === 0).length : 0,
  };
}

function chip(app, key, value, on) {
  const last = changedBy[key] && app.records.findLast(r => changedBy[key].test(r.rule));
  const bad = on.measures.includes(key) && value > 0;
  return h('li', { 'data-number': key, 'data-value': value, class: bad && key !== 'lag' ? 'bad' : undefined },
    h('span', {}, `${t(`measure.${key}`)} `, h('b', {}, value)),
    value > 0 && last && h('button', { type: 'button', class: 'at', 'data-focus': `at ${key}`, 'aria-label': t('numbers.at', t(`measure.${key}`), seconds(last.at)), onclick: () => on.jump(last) }, `${seconds(last.at)} s`),
    bad && h('button', { type: 'button', class: 'ask', 'data-focus': `ask ${key}`, 'aria-label': `${t('whatif.short')} ${t(`measure.${key}`)}`, title: t('whatif.title', t(`measure.${key}`)), onclick: () => on.prevent(key) }, t('whatif.short')));
}

// show brings the numbers up to date.
export function show(app, lang, on) {
  const all = countOf(app), groups = app.state.groups;
  keep($('numbers'), JSON.stringify([lang, all, groups, app.records.at(-1)?.n]), () => [
    ...groups.map(g => h('section', { 'data-group': g.name }, h('h4', {}, h('button', { type: 'button', class: 'name', 'data-focus': `number ${g.name}`, onclick: () => on.look(`group ${g.name}`) }, g.name), h('small', {}, ` ${g.strategy} · ${g.topic}`)),
      h('ul', {}, ...['lag', 'delivered', 'repeated', 'skipped'].map(k => chip(app, k, g[k], on))),
      h('button', { type: 'button', class: 'btn', 'data-lens': g.name, 'data-focus': `lens ${g.name}`, onclick: () => on.lens(g) }, t('lens.open')))),
    h('section', {}, h('h4', {}, t('numbers.all')), h('ul', {}, ...Object.entries(all).map(([k, v]) => chip(app, k, v, on))),
      h('button', { type: 'button', class: 'btn', id: 'compare-open', 'data-focus': 'compare', onclick: on.compare }, t('compare.open'))),
  ]);
}
