// What a presenter points the room at: a process or a queue is lit while all
// else is dim, or the stage is enlarged around it. The program tells where a
// thing is drawn; what is pressed on the stage is lit next.
import { $, h } from './dom.js';
import * as dialog from './dialog.js';
import { t } from './locale.js';

const ROOM = 0.7, MOST = 3; // the part of the stage that a thing may fill, and how far it is enlarged
const WIDEST = 4096; // px of an enlarged stage that any graphics card draws
let frame = null, names = null;
const now = { light: false, near: false, name: '', box: null, fresh: false, picking: false }; // fresh: just chosen; picking: by a press on the stage
const shown = { k: 1, x: 0, y: 0 }; // how the stage is enlarged

// on tells whether anything is lit or enlarged.
export const on = () => now.light || now.near;

// listen begins; offers lists what may be pointed at, what the step is about first.
export function listen(stage, offers) {
  [frame, names] = [stage, offers];
  new ResizeObserver(ask).observe($('stage'));
  new MutationObserver(ask).observe(document.body, { attributeFilter: ['data-at', 'data-seq', 'data-record', 'data-phase'] });
}

// press lights the first thing ('light'), or comes near it ('near'); pressed
// again it goes on to the next thing, and ends after the last.
export function press(what) {
  const all = names(), next = now[what] ? all[all.indexOf(now.name) + 1] : now.name || all[0];
  now[what] = next !== undefined;
  if (!on()) return off();
  if (next) choose(next);
}

function choose(name) {
  Object.assign(now, { name, fresh: true, picking: false });
  ask();
}

// off shows the whole stage again.
export function off() {
  if (!on() && !now.name) return;
  Object.assign(now, { light: false, near: false, name: '', box: null, fresh: false, picking: false });
  show();
}

function ask() {
  if (on()) frame.send('where', now.name);
}

// handlers take the program's answer.
export const handlers = {
  where({ name, x, y, w, h: height }) {
    const other = name !== now.name;
    if (!on() || other && (!w || !now.picking)) return; // an answer that comes late is none
    const all = names(), next = all[all.indexOf(name) + 1];
    if (!w && now.fresh) return next ? choose(next) : off(); // it is not on the stage
    if (now.fresh || other) dialog.say(t('present.lit', name));
    Object.assign(now, { name, fresh: false, picking: false, box: w ? { x, y, w, h: height } : null });
    show();
  },
};

function show() {
  const stage = $('stage'), { clientWidth: W, clientHeight: H } = stage, { box } = now;
  const k = now.near && box ? Math.max(1, Math.min(MOST, WIDEST / W, ROOM * W / box.w, ROOM * H / box.h)) : 1;
  const place = (size, from, length) => Math.min(0, Math.max(size - k * size, size / 2 - k * (from + length / 2)));
  const x = box ? place(W, box.x, box.w) : 0, y = box ? place(H, box.y, box.h) : 0;
  if (k !== shown.k) frame.send('near', k);
  Object.assign(shown, { k, x: k > 1 ? x : 0, y: k > 1 ? y : 0 });
  if (frame.element) {
    Object.assign(frame.element.style, k > 1 ? { width: `${k * W}px`, height: `${k * H}px`, transform: `translate(${x}px, ${y}px)` } : { width: '', height: '', transform: '' });
  }
  document.body.dataset.lit = on() ? now.name : '';
  if (!on()) return $('present-light')?.remove();
  const glass = $('present-light') ?? stage.appendChild(h('div', { id: 'present-light', onclick: pick }, h('div', {})));
  glass.classList.toggle('dim', now.light && box !== null);
  if (!box) return;
  const hole = glass.firstElementChild.style, edge = 8 * k;
  hole.left = `${shown.x + k * box.x - edge}px`;
  hole.top = `${shown.y + k * box.y - edge}px`;
  hole.width = `${k * box.w + 2 * edge}px`;
  hole.height = `${k * box.h + 2 * edge}px`;
  hole.borderRadius = `${16 * k}px`;
}

// pick asks the program what lies where the presenter pressed.
function pick(e) {
  const { left, top } = $('stage').getBoundingClientRect();
  now.picking = true;
  frame.send('where', `${(e.clientX - left - shown.x) / shown.k} ${(e.clientY - top - shown.y) / shown.k}`);
}
