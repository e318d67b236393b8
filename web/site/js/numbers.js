// The numbers of the run, by group and queue and over all: each leads to the
// moment that changed it last, and to what would have prevented it.
import { $, h, keep, seconds } from './dom.js';
import { t } from './locale.js';

// changedBy are the rules of the records that change a number.
const changedBy = {
  repeated: /^observe\.repeated$/, failed: /^producer\.failed$/, retried: /^producer\.(retry|asyncretry)/, moved: /^consumer\.dropped$/,
  stalled: /^(act\.(lose|kill|stop)|broker\.member)/, skipped: /^(broker\.subscription\.|consumer\.filtered$)/,
  lost: /^(act\.(lose|disk|remove)|broker\.log-(truncated|deleted))$/, retrying: /^retry\.(level|published)$/, dead: /^retry\.dead-letter$/,
};

// ofGroup are the numbers that each group and each of its queues has; the first
// two are shown of every queue.
const ofGroup = ['lag', 'delivered', 'repeated', 'skipped', 'lost', 'retrying', 'dead'];
const usual = 2;

const hidden = topic => topic.startsWith('%');

const opened = new Set(); // groups whose queues are shown

// countOf adds up what concerns no single group, over the records kept.
function countOf(app) {
  const of = rule => app.records.filter(r => rule.test(r.rule)).length;
  return {
    moved: of(changedBy.moved), retried: of(changedBy.retried),
    failed: app.state.nodes.reduce((sum, n) => sum + (n.role === 'producer' ? n.failed : 0), 0),
    stalled: app.state.groups.length > 0 ? app.state.queues.filter(q => !hidden(q.topic) && q.owners.length === 0).length : 0,
  };
}

// recordAt is the record that changed a number at a moment, if there is one.
const recordAt = (app, key, at) => app.records.findLast(r => r.at === at && changedBy[key]?.test(r.rule));

// go shows the moment: with the card of the record that changed the number, or
// as it was once the moment was over.
function go(app, key, at, on) {
  const record = recordAt(app, key, at);
  if (record) on.jump(record);
  else on.go(at);
}

// chip is one number of a group, or over all; at is when it last changed.
function chip(app, key, value, at, on) {
  const bad = on.measures.includes(key) && value > 0;
  return h('li', { 'data-number': key, 'data-value': value, class: bad && key !== 'lag' ? 'bad' : undefined },
    h('span', {}, `${t(`measure.${key}`)} `, h('b', {}, value)),
    at !== undefined && h('button', { type: 'button', class: 'at', 'data-focus': `at ${key}`, 'data-at': at, 'aria-label': t('numbers.at', t(`measure.${key}`), seconds(at)), onclick: () => go(app, key, at, on) }, `${seconds(at)} s`),
    bad && h('button', { type: 'button', class: 'ask', 'data-focus': `ask ${key}`, 'aria-label': `${t('whatif.short')} ${t(`measure.${key}`)}`, title: t('whatif.title', t(`measure.${key}`)), onclick: () => on.prevent(key) }, t('whatif.short')));
}

// last is when a number last changed in any queue of a group.
function last(group, key) {
  const at = Math.max(0, ...group.queues.map(q => q[key][1]));
  return at > 0 ? at : undefined;
}

// cell is one number of one queue.
function cell(app, q, key, on) {
  const [value, at] = q[key], bad = value > 0 && key !== 'lag' && on.measures.includes(key);
  if (at === 0) return h('td', {}, value);
  const label = t('numbers.at', `${q.name} ${t(`measure.${key}`)} ${value}`, seconds(at));
  return h('td', { class: bad ? 'bad' : undefined }, h('button', { type: 'button', 'data-focus': `${q.topic} ${q.name} ${key}`, 'data-at': at, 'aria-label': label, title: label, onclick: () => go(app, key, at, on) }, value));
}

// queuesOf is the table of a group's queues, those of its retries last, if there
// were any; numbers that none has are left out.
function queuesOf(app, group, on) {
  const keys = ofGroup.filter((k, i) => i < usual || group.queues.some(q => q[k][0] > 0));
  const used = q => !hidden(q.topic) || ofGroup.some(k => q[k][0] > 0);
  const queues = group.queues.filter(used).sort((a, b) => hidden(a.topic) - hidden(b.topic));
  const head = h('tr', {}, h('td', {}), ...keys.map(k => h('th', { scope: 'col' }, t(`measure.${k}`))));
  const rows = queues.map(q => h('tr', { 'data-queue': `${q.topic} ${q.name}` },
    h('th', { scope: 'row' }, q.name, q.topic !== group.topic && h('small', {}, q.topic)), ...keys.map(k => cell(app, q, k, on))));
  return h('details', { open: opened.has(group.name), ontoggle: e => opened[e.target.open ? 'add' : 'delete'](group.name) },
    h('summary', { 'data-focus': `queues ${group.name}` }, t('numbers.queues')),
    h('div', { class: 'wide' }, h('table', { class: 'by-queue' }, h('thead', {}, head), h('tbody', {}, ...rows))));
}

function groupOf(app, group, on) {
  return h('section', { 'data-group': group.name },
    h('h4', {}, h('button', { type: 'button', class: 'name', 'data-focus': `number ${group.name}`, onclick: () => on.look(`group ${group.name}`) }, group.name), h('small', {}, ` ${group.strategy} · ${group.topic}`)),
    h('ul', {}, ...ofGroup.map(k => chip(app, k, group[k], last(group, k), on))),
    group.queues.length > 0 && queuesOf(app, group, on),
    h('button', { type: 'button', class: 'btn', 'data-lens': group.name, 'data-focus': `lens ${group.name}`, onclick: () => on.lens(group) }, t('lens.open')));
}

// show brings the numbers up to date.
export function show(app, lang, on) {
  const all = countOf(app), { groups } = app.state;
  const at = key => all[key] > 0 ? app.records.findLast(r => changedBy[key].test(r.rule))?.at : undefined;
  keep($('numbers'), JSON.stringify([lang, all, groups, app.records.at(-1)?.n]), () => [
    ...groups.map(g => groupOf(app, g, on)),
    h('section', {}, h('h4', {}, t('numbers.all')), h('ul', {}, ...Object.entries(all).map(([k, v]) => chip(app, k, v, at(k), on))),
      h('button', { type: 'button', class: 'btn', id: 'compare-open', 'data-focus': 'compare', onclick: on.compare }, t('compare.open'))),
  ]);
}
