// The explaining half of the page: looking into things, the allocation lens,
// what would have prevented it, and comparisons.
import { $, h } from './dom.js';
import { t } from './locale.js';
import * as inspector from './inspector.js';
import * as panel from './panel.js';

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
};

// listen begins; the page's own objects are handed in.
export function listen(page, stage, redraw) {
  [app, frame, later] = [page, stage, redraw];
  app.look = '';
  app.inspection = null;
  for (const list of ['nodes', 'groups', 'queues']) {
    $(list).addEventListener('click', e => {
      const what = e.target.closest('[data-look]')?.dataset.look;
      if (what) look(what, true);
    });
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
}
