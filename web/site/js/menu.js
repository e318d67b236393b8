// One short menu: what may be done to a node now, or what may be added. What
// cannot be done stays in the list, grey, with its reason.
import { h } from './dom.js';
import { t } from './locale.js';
import { marked } from './text.js';

let open = null;

// acts lists what may be done to a node: key of its words, letter, story line,
// and the reason when it cannot be done now.
export function acts(node) {
  const up = node.state === 'up', not = up ? '' : t('act.not.running'), runs = up ? t('act.running') : '';
  const list = [
    { key: 'act.stop', letter: 'S', line: `stop ${node.name}`, reason: not },
    { key: 'act.kill', letter: 'K', line: `kill ${node.name}`, reason: not },
    { key: 'act.lose', letter: 'H', line: `lose ${node.name}`, reason: not },
    { key: 'act.restart', letter: 'R', line: `restart ${node.name}`, reason: runs },
  ];
  if (node.slow > 10) list.push({ key: 'act.fast', letter: 'L', line: `slow ${node.name} x1`, reason: not });
  else list.push({ key: 'act.slow', letter: 'L', line: `slow ${node.name} x10`, reason: not });
  if (node.role === 'producer') {
    list.push({ key: 'act.rate.up', letter: 'M', line: `rate ${node.name} ${node.rate * 2}/m`, reason: not });
    list.push({ key: 'act.rate.down', letter: 'N', line: `rate ${node.name} ${Math.max(1, Math.floor(node.rate / 2))}/m`, reason: not });
  }
  if (node.role === 'broker' && !node.slave) list.push({ key: 'add.queue.long', letter: 'Q', add: `queue ${node.name}`, reason: not });
  list.push({ key: 'act.remove', letter: 'D', line: `remove ${node.name}`, reason: '' });
  return list;
}

// additions lists what may be added.
export const additions = () => ['producer', 'consumer', 'broker', 'queue'].map(kind => ({
  key: `add.${kind}.long`, letter: kind[0].toUpperCase(), add: kind, reason: '',
}));

// show opens a menu near a point of the window; run does what is chosen.
export function show({ title, node, items, x, y, from, label, run, owners = new Map() }) {
  hide();
  const choose = item => {
    if (item.reason) return;
    hide();
    run(item);
  };
  const list = h('ul', { class: 'menu', role: 'menu', 'aria-label': label },
    title && h('li', { class: 'head', role: 'none' }, ...marked(title, owners)),
    ...items.map(item => h('li', { role: 'none' },
      h('button', { type: 'button', role: 'menuitem', tabindex: -1, 'aria-disabled': item.reason ? 'true' : undefined, 'aria-keyshortcuts': item.letter, onclick: () => choose(item) },
        h('span', {}, t(item.key)), h('kbd', { 'aria-hidden': 'true' }, item.letter), item.reason && h('small', {}, item.reason)))));
  list.addEventListener('keydown', e => keys(e, list, items, choose));
  document.body.append(list);
  const box = list.getBoundingClientRect();
  list.style.left = `${Math.max(8, Math.min(x, innerWidth - box.width - 8))}px`;
  list.style.top = `${Math.max(8, y + box.height > innerHeight - 8 ? y - box.height : y)}px`;
  open = { list, from, node };
  from?.setAttribute?.('aria-expanded', 'true');
  list.querySelector('button:not([aria-disabled])')?.focus();
}

// hide closes the menu and gives the focus back to where it came from.
export function hide() {
  if (!open) return;
  const { list, from } = open;
  const back = list.contains(document.activeElement);
  open = null;
  list.remove();
  from?.setAttribute?.('aria-expanded', 'false');
  if (back) from?.focus?.();
}

export const isOpen = () => open !== null;

function keys(e, list, items, choose) {
  const buttons = [...list.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement);
  const go = i => buttons[(i + buttons.length) % buttons.length].focus();
  const item = items.find(i => i.letter === e.key.toUpperCase());
  if (e.key === 'ArrowDown') go(at + 1);
  else if (e.key === 'ArrowUp') go(at - 1);
  else if (e.key === 'Home') go(0);
  else if (e.key === 'End') go(-1);
  else if (e.key === 'Escape') hide();
  else if (e.key === 'Tab') return hide();
  else if (item && !e.ctrlKey && !e.metaKey && !e.altKey) choose(item);
  else return;
  e.preventDefault();
  e.stopPropagation();
}

document.addEventListener('pointerdown', e => { if (open && !open.list.contains(e.target) && !open.from?.contains?.(e.target)) hide(); }, true);
window.addEventListener('blur', hide);
