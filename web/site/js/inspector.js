// What one thing knows, or what is known of it: the tables of the real process,
// with what the last step changed and where another node's view differs.
import { $, h, seconds } from './dom.js';
import { t } from './locale.js';
import { marked } from './text.js';

// plain tells whether a table's row is of somebody's own topic or group, not of RocketMQ's.
const own = (row, columns) => row.cells.some((c, i) => ['topic', 'group'].includes(columns[i].key) && /^(%|TBW102|SCHEDULE_TOPIC|rmq_sys)/.test(c));

const short = id => /^(?:10\.0\.0\.1@)?([^#@]+)(?:#\d+|@DEFAULT)?$/.exec(id)?.[1] ?? id;

const length = ns => ns >= 1e9 ? `${+(ns / 1e9).toFixed(3)} s` : `${+(ns / 1e6).toFixed(3)} ms`;

// value writes a cell; go opens the thing that it names.
function value(unit, v, app, go, key) {
  const names = { node: () => app.state.nodes.find(n => n.id === v)?.name, client: () => short(v) };
  switch (unit) {
    case 'node': return [v ? link(names.node() ?? `${v}`, app, go) : t('inspect.none')];
    case 'client': return [v ? link(names.client(), app, go) : t('inspect.none')];
    case 'moment': return [h('span', { class: 'nb' }, v > 0 || !['until', 'due'].includes(key) ? `${seconds(v)} s` : t('inspect.none'))];
    case 'length': return [h('span', { class: 'nb' }, length(v))];
    case 'yesno': return [t(v ? 'inspect.yes' : 'inspect.no')];
    case 'count': return [v < 0 ? t('inspect.none') : `${v}`];
    default: return [v === '' ? t('inspect.none') : link(v, app, go)];
  }
}

// link makes a name that is on the stage a button that looks into it.
function link(name, app, go) {
  const node = app.state.nodes.find(n => n.name === name), queue = app.state.queues.find(q => q.name === name), group = app.state.groups.find(g => g.name === name);
  const what = node ? `node ${name}` : queue ? `queue ${queue.topic} ${name}` : group ? `group ${name}` : '';
  if (!what) return h('span', { class: /\/\d+$/.test(name) ? 'nb' : undefined }, name);
  const label = node?.color ? h('span', { class: `own c${node.color}` }, name) : name;
  return h('button', { type: 'button', class: 'name', 'data-names': name, 'data-focus': `name ${name}`, onclick: () => go(what) }, label);
}

function difference(d, row, columns, app, go) {
  const who = link(app.state.nodes.find(n => n.id === d.node)?.name ?? `${d.node}`, app, go);
  if (d.column < 0) return h('li', { class: 'differs' }, who, ' ', t(d.also ? 'inspect.also' : 'inspect.lacks'));
  const c = columns[d.column];
  return h('li', { class: 'differs' }, who, ` ${t(`column.${c.key}`)} `, h('b', {}, ...value(c.unit, d.value, app, go, c.key)));
}

// rowOf is one line of a table: what it is about, then its values by name.
function rowOf(row, table, owners, app, go) {
  const { columns } = table, changed = new Set(row.state === 'new' ? columns.map((_, i) => i) : row.changed);
  const head = [], pairs = [];
  columns.forEach((c, i) => {
    const v = row.cells[i];
    if (c.unit === 'yesno' && !v && !changed.has(i) || c.unit === 'word' && v === '' || c.unit === 'length' && v < 0) return;
    const naming = ['name', 'client'].includes(c.unit);
    const said = h('span', { class: changed.has(i) ? 'changed' : undefined }, !naming && h('i', {}, `${t(`column.${c.key}`)} `), ...value(c.unit, v, app, go, c.key));
    (naming ? head : pairs).push(said);
  });
  const whose = row.node > 0 && (owners || row.state === 'missing') ? [link(app.state.nodes.find(n => n.id === row.node)?.name ?? `${row.node}`, app, go)] : [];
  return h('li', { class: row.state || undefined, 'data-state': row.state || undefined },
    h('div', { class: 'pairs' }, ...whose, ...head, ...pairs, row.state && h('em', {}, t(`inspect.${row.state}`))),
    row.differs.length > 0 && h('ul', { class: 'others', 'aria-label': t('inspect.differs') }, ...row.differs.map(d => difference(d, row, columns, app, go))));
}

function tableOf(table, owners, app, go) {
  const rows = [...table.rows.filter(r => !own(r, table.columns)), ...table.rows.filter(r => own(r, table.columns))];
  return h('section', { class: 'table', 'data-table': table.key },
    h('h3', {}, t(`table.${table.key}`), h('code', {}, table.source)),
    h('ul', { class: 'known' }, ...rows.map(r => rowOf(r, table, owners, app, go))));
}

const title = (i, app) => i.kind === 'flight' ? [t('inspect.flight')] : i.kind === 'node'
  ? marked([{ name: i.name, node: i.node }], new Map(app.state.nodes.filter(n => n.color).map(n => [n.id, n.color])))
  : [i.kind === 'queue' ? i.name.split(' ')[1] : i.name];

function about(i, app) {
  const n = app.state.nodes.find(n => n.name === i.name);
  if (i.kind === 'queue') return t('inspect.queue', i.name.split(' ')[0]);
  if (i.kind === 'group') return t('inspect.group');
  if (i.kind !== 'node' || !n) return '';
  if (n.role === 'broker') return t(n.slave ? 'role.broker.slave' : 'role.broker.master', n.group);
  return t(`role.${n.role}`, n.group);
}

// show fills the pane; go looks into another thing.
export function show(app, go) {
  const pane = $('pane-inspect'), i = app.inspection;
  if (pane.hidden) return;
  const focus = pane.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined, top = pane.scrollTop;
  if (!i) return void pane.replaceChildren(h('p', { class: 'note' }, t('inspect.pick')));
  pane.replaceChildren(
    h('p', { class: 'meta' }, about(i, app)),
    h('h2', { class: 'lead' }, ...title(i, app)),
    i.gone ? h('p', { class: 'note' }, t('inspect.away')) : h('dl', { class: 'kv facts' }, ...i.facts.flatMap(f => [h('dt', {}, t(`column.${f.key}`)), h('dd', { 'data-fact': f.key }, ...value(f.unit, f.value, app, go, f.key))])),
    ...(i.tables ?? []).map(table => tableOf(table, i.owners, app, go)),
    i.fields?.length > 0 ? h('section', { class: 'table' }, h('h3', {}, t('inspect.fields')), h('dl', { class: 'kv fields' }, ...i.fields.flatMap(f => [h('dt', {}, f.name), h('dd', {}, f.value)]))) : '',
  );
  pane.scrollTop = top;
  if (focus) pane.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
}
