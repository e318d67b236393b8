// One short menu: what may be done to a node now, or what may be added. What
// cannot be done stays in the list, grey, with its reason.
import { h } from './dom.js';
import { t } from './locale.js';
import { refocus } from './dialog.js';
import * as more from './acts.js';

let open = null;

const LETTERS = { stop: 'S', kill: 'K', lose: 'H', restart: 'R', slow: 'L', remove: 'D', drop: 'D', delay: 'L', hold: 'H', release: 'R' };

// acts turns what the program says may be done into items, the links last, adds
// what only the page offers, and then the groups of acts that need a value.
export function acts(items, node, groups) {
  const list = items.map(i => ({ text: i.text || t(`act.${i.verb}`), letter: LETTERS[i.verb], line: i.line, reason: i.why, link: i.verb === 'cut' || i.verb === 'heal' }));
  if (node?.role === 'producer' && node.state === 'up') {
    list.push({ text: t('act.rate.up'), letter: 'M', line: `set ${node.name} rate=${node.rate * 2}/m` });
    list.push({ text: t('act.rate.down'), letter: 'N', line: `set ${node.name} rate=${Math.max(1, Math.floor(node.rate / 2))}/m` });
  }
  if (node?.role === 'broker' && !node.slave && node.state === 'up') list.push({ text: t('add.queue.long'), letter: 'Q', add: `queue ${node.name}` });
  return [...list.filter(i => !i.link), ...list.filter(i => i.link), ...more.items(groups ?? [], node)];
}

// additions lists what may be added.
export const additions = () => ['producer', 'consumer', 'broker', 'queue'].map(kind => ({
  text: t(`add.${kind}.long`), letter: kind[0].toUpperCase(), add: kind,
}));

// show opens a menu near a point of the window; run does what is chosen.
export function show({ title, items, x, y, from, label, run }) {
  hide();
  const choose = item => {
    if (item.reason) return;
    hide();
    run(item);
  };
  const list = h('ul', { class: 'menu', role: 'menu', 'aria-label': label },
    title.length > 0 && h('li', { class: 'head', role: 'none' }, ...title),
    ...items.map((item, i) => h('li', { role: 'none', class: item.group && !items[i - 1]?.group ? 'group' : undefined },
      h('button', { type: 'button', role: 'menuitem', tabindex: -1, 'aria-disabled': item.reason ? 'true' : undefined, 'aria-keyshortcuts': item.letter, onclick: () => choose(item) },
        h('span', {}, item.text), item.letter && h('kbd', { 'aria-hidden': 'true' }, item.letter), item.reason && h('small', {}, item.reason)))));
  list.addEventListener('keydown', e => keys(e, list, items, choose));
  const place = h('section', { class: 'menu-place', 'aria-label': label }, list); // a landmark: all of the page is in one
  document.body.append(place);
  list.style.maxHeight = `${innerHeight - 16}px`;
  const box = list.getBoundingClientRect();
  list.style.left = `${Math.max(8, Math.min(x, innerWidth - box.width - 8))}px`;
  list.style.top = `${Math.max(8, Math.min(y, innerHeight - box.height - 8))}px`;
  open = { list, from, place };
  from?.setAttribute?.('aria-expanded', 'true');
  list.querySelector('button:not([aria-disabled])')?.focus();
}

// hide closes the menu and gives the focus back to where it came from.
export function hide() {
  if (!open) return;
  const { list, from, place } = open;
  const back = list.contains(document.activeElement);
  open = null;
  place.remove();
  from?.setAttribute?.('aria-expanded', 'false');
  if (back) refocus(from);
}

export const isOpen = () => open !== null;

function keys(e, list, items, choose) {
  const buttons = [...list.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement);
  const go = i => buttons[(i + buttons.length) % buttons.length].focus();
  const item = items.find(i => i.letter === e.key.toUpperCase() && !i.reason);
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
