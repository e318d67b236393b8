// The version chip: the same acts under another RocketMQ, and what each version
// rests on. The figures are proof.json, which a test compares with the engine's
// testdata; without it there is no badge.
import { $, h } from './dom.js';
import { t } from './locale.js';
import * as dialog from './dialog.js';
import * as menu from './menu.js';

const VERSIONS = ['4.8', '4.9', '5.3'];
const LIMITS = ['link', 'work', 'disk', 'chance', 'sizes', 'ha', 'features'];

let app, frame, proof = null, asked = false;

// listen begins.
export function listen(state, stage) {
  [app, frame] = [state, stage];
  $('version-chip').addEventListener('click', e => choose(e.currentTarget));
  $('proof').addEventListener('click', () => show.proof());
}

async function load() {
  asked = true;
  const answer = await fetch('proof.json');
  if (!answer.ok) return;
  proof = await answer.json();
  show();
}

function choose(from) {
  const box = from.getBoundingClientRect();
  menu.show({
    title: [t('version.choose')], label: t('version.choose'), x: box.left, y: box.bottom + 4, from,
    items: VERSIONS.map(v => ({ text: `RocketMQ ${v}`, version: v, letter: v.at(-1), reason: v === app.state.version ? t('version.now') : '' })),
    run: item => frame.send('version', item.version),
  });
}

// release is the release that a version stands for in the vectors.
const release = version => proof.releases.find(r => r.startsWith(version));
const casesOf = version => proof.families.filter(f => f.releases.includes(release(version))).reduce((sum, f) => sum + f.cases, 0);

// show brings chip and badge up to date.
export function show() {
  if (app.known && !asked) load();
  const n = proof && app.state.version ? casesOf(app.state.version) : 0;
  $('proof').hidden = n === 0;
  if (n === 0) return;
  const label = t('proof.badge', n.toLocaleString('en'), release(app.state.version));
  $('proof').title = label;
  $('proof').setAttribute('aria-label', label);
  $('proof-count').textContent = t('proof.short', n.toLocaleString('en'));
}

show.proof = () => {
  const row = f => h('tr', { 'data-family': f.family }, h('th', { scope: 'row' }, t(`proof.${f.family}`), h('code', {}, f.family)), h('td', {}, f.cases), h('td', {}, f.releases.join(' ')), h('td', {}, t(f.ran ? 'proof.ran' : 'proof.derived')));
  const total = proof.families.reduce((sum, f) => sum + f.cases, 0);
  dialog.show('proof', t('proof.title'),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('proof.title') },
      h('p', {}, t('proof.lead', total.toLocaleString('en'), proof.families.length)),
      h('table', {}, h('thead', {}, h('tr', {}, ...['family', 'cases', 'releases', 'how'].map(c => h('th', { scope: 'col' }, t(`proof.column.${c}`))))), h('tbody', {}, ...proof.families.map(row))),
      h('h3', {}, t('limits.title')),
      h('ul', {}, ...LIMITS.map(key => h('li', {}, t(`limits.${key}`))))));
};
