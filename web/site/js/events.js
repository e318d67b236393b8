// The list of what happened, newest first, and the polite log that tells it.
import { $, h, icon, seconds } from './dom.js';
import { t } from './locale.js';
import { marked, plain } from './text.js';

const SHOWN = 300;

// show lists the records; ask opens a record's card, jump goes to its moment.
export function show(records, current, owners, ask, jump) {
  const list = $('events');
  $('no-events').hidden = records.length > 0;
  if (list.closest('[hidden]')) return;
  const wanted = records.filter(r => matches(r, $('search').value));
  $('no-events').hidden = wanted.length > 0;
  list.replaceChildren(...wanted.slice(-SHOWN).reverse().map(r => h('li', { class: r.act ? 'act' : r.quiet ? 'same' : undefined, value: r.n },
    h('button', { type: 'button', 'aria-current': r.n === current ? 'true' : undefined, 'data-record': r.n, onclick: () => ask(r.n) },
      h('time', {}, seconds(r.at)), h('b', {}, ...marked(r.first, owners)), !r.quiet && r.second.length > 0 && h('small', {}, ...marked(r.second, owners))),
    h('button', { type: 'button', class: 'jump', 'aria-label': t('jump', seconds(r.at)), title: t('jump', seconds(r.at)), 'data-jump': `${r.at} ${r.seq}`, onclick: () => jump(`${r.at} ${r.seq}`, r.n) }, icon('jump')))));
}

// matches tells whether every word that is searched for is in what is told, or
// in the rule's name.
function matches(r, search) {
  const text = `${plain(r.first)} ${plain(r.second)} ${r.rule}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

// tell puts one event into the live log.
export function tell(record) {
  const log = $('log');
  log.append(h('p', {}, `${seconds(record.at)} s: ${plain(record.first)} ${plain(record.second)}`));
  while (log.childElementCount > 20) log.firstElementChild.remove();
}
