// What would have prevented this? The program plays the run once more for each
// single change; what helps comes first.
import { h, seconds } from './dom.js';
import { t } from './locale.js';
import * as compare from './compare.js';
import * as dialog from './dialog.js';

let open = null;

// ask begins the search for a measure.
export function ask(frame, measure) {
  const progress = h('p', { class: 'note row', role: 'status' }), list = h('div', { class: 'scroll' });
  open = { frame, measure, progress, list, found: [], dialog: dialog.show('prevent', t('whatif.title', t(`measure.${measure}`)), progress, list) };
  const mine = open;
  open.dialog.addEventListener('close', () => {
    if (open !== mine) return;
    open = null;
    frame.send('prevent', '');
  });
  frame.send('prevent', measure);
}

// tell takes what one variant came to.
export function tell(f) {
  if (!open || f.measure !== open.measure) return;
  if (f.key) open.found.push(f);
  const helped = open.found.filter(x => x.helps).sort((a, b) => a.value - b.value), same = open.found.filter(x => x.value === f.before), worse = open.found.filter(x => x.value > f.before);
  open.progress.textContent = f.left > 0 ? t('whatif.left', f.before, f.left) : t('whatif.done', f.before, open.found.length, helped.length);
  open.list.replaceChildren(...[group('whatif.helps', helped, f.before), group('whatif.same', same, f.before), group('whatif.worse', worse, f.before)].filter(Boolean));
}

function group(title, list, before) {
  if (list.length === 0) return null;
  const { frame, dialog: d } = open;
  return h('section', {}, h('h3', {}, t(title)), h('ul', { class: 'found' }, ...list.map(f => h('li', { 'data-variant': f.key, 'data-helps': String(f.helps) },
    h('span', { class: 'what' }, compare.name(f), f.at > 0 && h('small', {}, ` ${seconds(f.at)} s`), f.dropped.length > 0 && h('small', {}, ` · ${t('compare.dropped', f.dropped.join(', '))}`)),
    h('b', {}, `${before} → ${f.value}`),
    h('button', { type: 'button', class: 'btn', 'data-focus': f.key, onclick: () => { d.close(); frame.send('compare', f.key); } }, t('compare'))))));
}
