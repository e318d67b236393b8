// The text alternative of the stage, where every act can be done as well:
// nodes with what they read, groups with their lag, queues with their owners.
import { $, h, icon, keep } from './dom.js';
import { t } from './locale.js';

function who(node) {
  if (node.role === 'broker') return t(node.slave ? 'role.broker.slave' : 'role.broker.master', node.group);
  return t(`role.${node.role}`, node.group);
}

// what tells of a node; its version where it is not that of the run.
function what(node, version) {
  const facts = [t(node.stopping ? 'state.stopping' : `state.${node.state}`)];
  if (node.version !== version) facts.push(t('version', node.version));
  if (node.slow > 10) facts.push(t('node.slow', node.slow / 10));
  if (node.role === 'consumer') facts.push(node.owns.length ? t('node.owns', node.owns.join(' ')) : t('node.owns.none'));
  if (node.role === 'producer') facts.push(t('node.rate', Math.round(node.rate / 6) / 10));
  return facts.join(' · ');
}

// show brings the lists up to date; menu opens a node's acts.
export function show(state, selected, lang, menu) {
  keep($('nodes'), JSON.stringify([lang, selected, state.nodes.map(n => [n.name, n.color, n.state, n.version, what(n, state.version)])]), () => state.nodes.map(n => {
    const name = n.color ? h('span', { class: `own c${n.color}` }, n.name) : n.name;
    const more = h('button', { type: 'button', class: 'more', 'data-focus': n.name, 'data-node': n.name, 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-label': t('act.menu', n.name), onclick: e => menu(n, e.currentTarget) }, icon('more'));
    return h('li', { 'data-node': n.name, 'data-state': n.state, 'data-version': n.version, 'data-owns': n.owns?.join(' '), 'aria-current': n.name === selected ? 'true' : undefined, class: n.state === 'up' ? undefined : 'off' },
      h('button', { type: 'button', class: 'who', 'data-look': `node ${n.name}`, 'data-focus': `look ${n.name}` }, name, h('small', {}, who(n))), h('span', { class: 'what' }, what(n, state.version)), more);
  }));
  keep($('groups'), JSON.stringify([lang, state.groups]), () => state.groups.map(g => h('li', {}, h('button', { type: 'button', 'data-look': `group ${g.name}`, 'data-focus': `group ${g.name}` }, t('group.line', g.name, g.strategy, g.members, g.lag)))));
  keep($('queues'), JSON.stringify([lang, state.queues]), () => state.queues.map(q => h('li', { 'data-queue': q.name, 'data-owners': q.owners.join(' ') },
    h('button', { type: 'button', 'data-look': `queue ${q.topic} ${q.name}`, 'data-focus': `queue ${q.topic} ${q.name}` }, t('queue.line', q.name, q.max - q.min, q.owners.length ? t('queue.owner', q.owners.join(' ')) : t('queue.owner.none'))))));
}
