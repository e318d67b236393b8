// The explaining half of the page: looking into things, the allocation lens,
// what would have prevented it, and comparisons.
import { $, h } from './dom.js';
import * as locale from './locale.js';
import * as compare from './compare.js';
import * as inspector from './inspector.js';
import * as lens from './lens.js';
import * as numbers from './numbers.js';
import * as panel from './panel.js';
import * as prevent from './prevent.js';

// MEASURES are the numbers whose cause can be searched for.
const MEASURES = ['repeated', 'lag', 'failed', 'retried', 'moved', 'stalled', 'skipped', 'lost', 'retrying', 'dead'];

let app, frame, later;

// look asks for what is known of a thing: "node c1", "queue orders broker-a/3",
// "group g", "flight 17"; with open the pane shows it.
export function look(what, open) {
  app.look = what;
  app.inspection = null;
  frame.send('inspect', what);
  if (what.startsWith('node ')) frame.send('select', what.slice(5));
  if (open) panel.open('inspect');
  later();
}

// handlers take the program's messages of this half.
export const handlers = {
  inspection(i) {
    if (`${i.kind} ${i.name}` !== app.look) return;
    app.inspection = i;
    later();
  },
  lens: lens.tell,
  found: prevent.tell,
  variants: compare.offered,
  comparison(c) {
    const began = c.on && !app.comparison?.on;
    app.comparison = c.on ? c : null;
    if (began) panel.choose('compare');
    if (!c.on && !$('pane-compare').hidden) panel.choose('cluster');
    later();
  },
};

// listen begins; the page's own objects are handed in.
export function listen(page, stage, redraw) {
  [app, frame, later] = [page, stage, redraw];
  app.look = '';
  app.inspection = null;
  app.comparison = null;
  $('groups').before(h('section', { id: 'numbers' }));
  $('search').addEventListener('input', later);
  lighten($('pane-why'));
  for (const list of ['nodes', 'groups', 'queues']) {
    $(list).addEventListener('click', e => {
      const what = e.target.closest('[data-look]')?.dataset.look;
      if (what) look(what, true);
    });
  }
}

// lighten makes the names of a pane light up their objects on the stage.
function lighten(pane) {
  const point = e => {
    const name = e.target.closest?.('[data-names]')?.dataset.names ?? '';
    if (name !== app.pointed) frame.send('point', app.pointed = name);
  };
  for (const event of ['pointerover', 'focusin']) pane.addEventListener(event, point);
  for (const event of ['pointerleave', 'focusout']) pane.addEventListener(event, () => { if (app.pointed) frame.send('point', app.pointed = ''); });
  const open = e => {
    if (e.target.closest('button')) return;
    const name = e.target.closest('[data-names]')?.dataset.names, queue = app.state.queues.find(q => q.name === name);
    if (name) look(queue ? `queue ${queue.topic} ${name}` : `node ${name}`, true);
  };
  pane.addEventListener('click', open);
  pane.addEventListener('keydown', e => {
    if (e.key !== 'Enter' || !e.target.dataset.names) return;
    open(e);
    e.preventDefault();
    e.stopPropagation();
  });
}

// reachable lets the keyboard visit the names that are on the stage.
function reachable(pane) {
  for (const e of pane.querySelectorAll('[data-names]:not([tabindex])')) {
    const { names } = e.dataset;
    if (e.closest('button') || ![...app.state.nodes, ...app.state.queues].some(x => x.name === names)) continue;
    e.tabIndex = 0;
    e.setAttribute('role', 'button');
  }
}

// picked follows what a person presses on the stage; wide windows show it at once.
export function picked(what) {
  look(what, false);
  if (matchMedia('(min-width: 1200px)').matches) panel.choose('inspect');
}

// again asks the program anew for what is being looked at, after a new story.
export function again() {
  if (app.look) frame.send('inspect', app.look);
}

// show brings the panes up to date.
export function show() {
  inspector.show(app, what => look(what, false));
  numbers.show(app, locale.lang, {
    measures: MEASURES,
    look: what => look(what, true),
    jump(record) {
      frame.send('seek', `${record.at} ${record.seq}`);
      frame.send('why', record.n);
    },
    go(at) { frame.send('seek', `${at} end`); },
    prevent: measure => prevent.ask(frame, measure),
    lens: group => lens.show(app, frame, group),
    compare: () => compare.pick(app, frame),
  });
  reachable($('pane-why'));
  compare.show(app, frame, () => frame.send('compare', ''));
}
