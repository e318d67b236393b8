// The allocation lens: all six strategies side by side for the queues and the
// members there are, before and after the last change, with the arithmetic of one.
import { h } from './dom.js';
import { t } from './locale.js';
import { marked, ownersOf } from './text.js';
import * as dialog from './dialog.js';

let open = null;

// show opens the lens of a group.
export function show(app, frame, group) {
  const body = h('div', { class: 'scroll', tabindex: 0 });
  open = { app, frame, group, body, dialog: dialog.show('lens', t('lens.title'), body) };
  const mine = open;
  open.dialog.addEventListener('close', () => {
    if (open !== mine) return;
    open = null;
    frame.send('lens', '');
  });
  frame.send('lens', `${group.name} ${group.topic}`);
}

// tell takes the program's answer; names of members take the colours of the stage.
export function tell(lens) {
  if (!open || lens.group !== open.group.name) return;
  const focus = open.body.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  open.body.replaceChildren(...(lens.trouble ? [h('p', { class: 'note bad' }, lens.trouble)] : content(lens, open.app)));
  if (focus) open.body.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
}

function content(lens, app) {
  const colors = new Map(app.state.nodes.map(n => [n.name, n.color]));
  const list = names => names.length ? names.flatMap((n, i) => i ? [' ', tag(n, colors)] : [tag(n, colors)]) : [t('lens.nobody')];
  const changed = JSON.stringify(lens.before) !== JSON.stringify(lens.after) && lens.before.members.length > 0;
  return [
    h('p', { class: 'lens-about' }, t('lens.about', lens.group, lens.after.queues.length, lens.after.members.length), ' ', ...(changed ? [`${t('lens.before')} `, ...list(lens.before.members), ` ${t('lens.after')} `, ...list(lens.after.members)] : [])),
    worked(lens, app, colors),
    h('table', { class: 'strategies' }, h('thead', {}, h('tr', {}, ...['lens.strategy', ...(changed ? ['lens.was'] : []), 'lens.is', ...(changed ? ['lens.moved'] : []), 'lens.load', 'lens.note'].map(k => h('th', { scope: 'col' }, t(k))))),
      h('tbody', {}, ...lens.columns.map((c, i) => rowOf(lens, c, i, changed, colors)))),
    h('p', { class: 'legend' }, h('span', { class: 'cell moved none' }, '▾'), ` ${t('lens.legend.moved')} `, h('span', { class: 'cell none' }, '–'), ` ${t('lens.legend.none')} `, h('span', { class: 'cell two' }, '2'), ` ${t('lens.legend.two')}`),
  ];
}

const tag = (name, colors) => h('span', { class: `own c${colors.get(name) || 0}` }, name);

function rowOf(lens, c, i, changed, colors) {
  const pick = h('input', { type: 'radio', name: 'strategy', checked: i === lens.column, 'data-focus': c.name, onchange: () => open.frame.send('lens', `${lens.group} ${lens.topic} ${i}`) });
  const was = new Map(lens.before.queues.map((q, k) => [q, (c.before.owners[k] ?? []).map(m => lens.before.members[m]).join(' ')]));
  return h('tr', { 'data-strategy': c.name, 'data-moved': c.moved, class: i === lens.column ? 'worked' : undefined },
    h('th', { scope: 'row' }, h('label', {}, pick, h('span', {}, c.name, i === lens.own && h('em', {}, t('lens.own')), h('code', {}, c.class)))),
    changed && h('td', {}, cells(lens.before, c.before, colors, () => false)),
    h('td', {}, cells(lens.after, c.after, colors, (q, owners) => changed && was.has(q) && was.get(q) !== owners.join(' '))),
    changed && h('td', { class: 'count' }, c.after.error || c.before.error ? '–' : c.moved),
    h('td', {}, load(lens, c, colors)),
    h('td', { class: 'note' }, note(c)));
}

// cells draws the queues broker by broker, each with its owner's name.
function cells(lists, plan, colors, moved) {
  let broker = '';
  return h('div', { class: 'cells' }, ...lists.queues.map((q, k) => {
    const owners = (plan.owners[k] ?? []).map(m => lists.members[m]), color = colors.get(owners[0]) || 0, first = q.split('/')[0] !== broker;
    broker = q.split('/')[0];
    const text = owners.length > 1 ? `${owners.length}` : owners[0] ?? '–', gone = moved(q, owners);
    const says = `${q}: ${owners.join(' ') || t('lens.legend.none')}${gone ? `, ${t('lens.legend.moved')}` : ''}`;
    return h('span', { class: ['cell', `c${color}`, owners.length === 0 && 'none', owners.length > 1 && 'two', gone && 'moved', first && k > 0 && 'gap'].filter(Boolean).join(' '), role: 'img', 'aria-label': says, title: says }, text);
  }));
}

function load(lens, c, colors) {
  if (c.after.error) return '–';
  return h('ul', { class: 'load' }, ...lens.after.members.map((name, m) => {
    const n = c.after.owners.filter(o => o.includes(m)).length;
    return h('li', {}, h('span', { class: `amount c${colors.get(name) || 0}` }, '■'.repeat(Math.min(n, 12))), ` ${name} ${n}`);
  }));
}

function note(c) {
  if (c.after.error) return c.after.error;
  return [c.after.idle && t('lens.idle', c.after.idle), c.after.unowned && t('lens.unowned', c.after.unowned), c.after.shared && t('lens.shared', c.after.shared)].filter(Boolean).join(' · ') || t('lens.even');
}

// worked is one strategy with its numbers, member by member.
function worked(lens, app, colors) {
  const c = lens.columns[lens.column], owners = ownersOf(app.state);
  return h('section', { class: 'worked-out', 'aria-label': t('lens.worked', c.name) },
    h('h3', {}, t('lens.worked', c.name)),
    c.after.error ? h('p', { class: 'note bad' }, c.after.error) : h('div', { class: 'shares' }, ...lens.why.map(w => h('article', { class: `share c${colors.get(w.member) || 0}`, 'data-member': w.member },
      h('h4', {}, tag(w.member, colors)),
      h('dl', { class: 'kv' }, ...w.saw.flatMap(row => [h('dt', {}, row.label), h('dd', {}, ...marked(row.value, owners))])),
      h('ol', {}, ...w.working.map(x => h('li', {}, ...marked(x.line, owners)))),
      h('p', { class: 'takes' }, w.takes.length ? w.takes.map(q => q.replace(/^broker-/, '')).join(' ') : t('lens.takes.none'))))));
}
