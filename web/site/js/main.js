// The page: it keeps the story and the position, so that the frame with the
// program can be made anew at any time, and it places what the program says.
import { $, draw, h } from './dom.js';
import * as locale from './locale.js';
import { t } from './locale.js';
import { Frame } from './frame.js';
import { SCENARIOS, read } from './scenarios.js';
import { marked, ownersOf } from './text.js';
import * as bar from './bar.js';
import * as cluster from './cluster.js';
import * as events from './events.js';
import * as menu from './menu.js';
import * as panel from './panel.js';
import * as timeline from './timeline.js';
import * as why from './why.js';

const THEMES = ['light', 'dark', 'projector'];
const KEPT = 4000; // records the page keeps

const still = matchMedia('(prefers-reduced-motion: reduce)');
const query = new URLSearchParams(location.search);
const app = {
  name: SCENARIOS.includes(query.get('story')) ? query.get('story') : SCENARIOS[0],
  original: '', // the scenario's own text
  story: { text: '', acts: [] },
  state: { at: 0, seq: 0, running: false, next: false, behind: false, version: '', seed: '', records: 0, timer: '', nodes: [], queues: [], groups: [], timers: [] },
  known: false, // whether a state has come since the story was loaded
  records: [],
  card: null,
  current: 0, // the record whose card is shown
  selected: '',
  speed: '1',
  theme: THEMES.includes(query.get('theme')) ? query.get('theme') : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  trouble: null, // two lines that take the caption's place
  asked: null, // where the page's own menu is to open
};

const frame = new Frame($('stage'), {
  open() {
    frame.send('theme', app.theme);
    frame.send('lang', locale.lang);
    frame.send('speed', app.speed);
    frame.send('motion', still.matches ? 'reduce' : '');
    load(app.story.text, app.known ? `${app.state.at} ${app.state.seq}` : '');
    if (app.selected) frame.send('select', app.selected);
    if (app.state.running) frame.send('play');
  },
  progress({ loaded }) { if (!app.known) trouble('loading.1', t('loading.2', (loaded / 1e6).toFixed(1))); },
  starting() { if (!app.known) trouble('loading.1', t('starting.2')); },
  state(state) {
    if (!app.known) app.trouble = null;
    app.state = state;
    app.selected = state.selected;
    app.known = true;
    later();
  },
  records({ reset, list }) {
    if (reset) app.records = [];
    app.records.push(...list);
    app.records.splice(0, app.records.length - KEPT);
    const last = app.records.findLast(r => !r.quiet);
    if (last && (reset || list.includes(last))) {
      ask(last.n);
      if (!reset) events.tell(last);
    }
    if (!last) app.card = null, app.current = 0;
    app.trouble = null;
    later();
  },
  card(card) {
    app.card = card;
    app.current = card.n;
    later();
  },
  story({ text, acts }) {
    app.story = { text, acts };
    later();
  },
  menu({ name, x, y, items }) {
    const node = app.state.nodes.find(n => n.name === name), box = frame.element.getBoundingClientRect();
    if (x < 0) nodeMenu(node, items, app.asked);
    else if (items.length === 0) addMenu({ x: box.left + x, y: box.top + y, from: frame });
    else nodeMenu(node, items, { x: box.left + x, y: box.top + y, from: frame });
  },
  key({ key }) { shortcut(key); },
  error({ text, line }) { trouble('failed.1', line > 0 ? t('failed.line', line, text) : text); },
  failed({ code, text }) {
    if (code === 'load') trouble('failed.load.1', text);
    else trouble(`${code}.1`, t(`${code}.2`));
  },
  lost() { frame.open(); },
});

function load(text, position) { frame.send('load', `${position}\n${text}`); }

// trouble puts two lines into the caption strip until something else happens.
function trouble(key, second) {
  app.trouble = { first: [t(key)], second: [second], bad: !key.startsWith('loading') };
  later();
}

async function start(name) {
  app.name = name;
  app.original = await read(name);
  app.story = { text: app.original, acts: [] };
  begin();
}

function begin() {
  Object.assign(app, { known: false, records: [], card: null, current: 0, selected: '', trouble: null });
  app.state = { ...app.state, running: false, next: false };
  app.story.text = app.original;
  load(app.original, '');
}

function ask(n) { frame.send('why', n); }

const act = {
  reset: begin,
  back() {
    const before = app.records.findLast(r => !r.quiet && (r.at < app.state.at || r.at === app.state.at && r.seq < app.state.seq));
    frame.send('seek', before ? `${before.at} ${before.seq}` : '0 0');
  },
  play() { frame.send(app.state.running || app.state.next ? 'pause' : 'play'); },
  step() { frame.send('step'); },
  next() { frame.send('next'); },
  speed(speed) {
    app.speed = speed;
    frame.send('speed', speed);
    later();
  },
};

function run(item) {
  if (item.add) frame.send('add', item.add);
  else frame.send('do', item.line);
}

function nodeMenu(node, items, where) {
  const title = node ? marked([{ name: node.name, node: node.id }], ownersOf(app.state)) : [];
  menu.show({ title, items: menu.acts(items, node), label: t('act.menu', node?.name ?? ''), run, ...where });
}

function addMenu(where) {
  menu.show({ title: [], items: menu.additions(), label: t('add'), run, ...where });
}

// ---- showing: many messages may come between two frames, one drawing does ----
let drawing = 0;
function later() {
  drawing ||= requestAnimationFrame(() => { drawing = 0; show(); });
}

function show() {
  const owners = ownersOf(app.state), caption = captionOf();
  $('cap').classList.toggle('bad', caption.bad ?? false);
  $('cap-1').replaceChildren(...marked(caption.first, owners));
  $('cap-2').replaceChildren(...marked(caption.second, owners));
  $('n-lag').textContent = app.state.groups.reduce((sum, g) => sum + g.lag, 0);
  $('n-failed').textContent = app.state.nodes.reduce((sum, n) => sum + n.failed, 0);
  $('n-consumed').textContent = app.state.nodes.reduce((sum, n) => sum + (n.consumed ?? 0), 0);
  bar.show(app);
  why.show(app.card, owners, ask);
  cluster.show(app.state, app.selected, locale.lang, (node, from) => {
    const box = from.getBoundingClientRect();
    app.asked = { x: box.right - 230, y: box.bottom + 4, from };
    frame.send('menu', node.name);
  });
  events.show(app.records, app.current, owners, ask);
  timeline.show(app);
  $('story').textContent = app.story.text;
  Object.assign(document.body.dataset, { ready: app.known, running: app.state.running || app.state.next, at: app.state.at, seq: app.state.seq, record: app.current, selected: app.selected });
}

function captionOf() {
  if (app.trouble) return app.trouble;
  const record = app.records.find(r => r.n === app.current) ?? app.records.findLast(r => !r.quiet);
  return record ?? { first: [t('empty.1')], second: [t('empty.2')] };
}

// ---- theme and language ----
function theme(name) {
  app.theme = name;
  document.documentElement.dataset.theme = name;
  draw($('theme').firstElementChild, { light: 'sun', dark: 'moon', projector: 'present' }[name]);
  locale.titled($('theme'), `theme.${name}`);
  frame.send('theme', name);
}

async function language(name) {
  await locale.choose(name);
  for (const b of document.querySelectorAll('[data-lang]')) b.setAttribute('aria-pressed', b.dataset.lang === name);
  frame.label(t('canvas'));
  $('scenario').replaceChildren(...SCENARIOS.map(n => h('option', { value: n, selected: n === app.name }, t(`scenario.${n}`))));
  $('adds').replaceChildren(...menu.additions().map(a => h('button', { type: 'button', class: 'btn', 'data-add': a.add, 'aria-label': a.text, onclick: () => run(a) }, `+ ${t(`add.${a.add}`)}`)));
  locale.titled($('theme'), `theme.${app.theme}`);
  document.title = `RocketScope · ${t(`scenario.${app.name}`)}`;
  for (const e of ['nodes', 'groups', 'queues']) delete $(e).dataset.key;
  frame.send('lang', name);
  later();
}

function remember(key, value) {
  query.set(key, value);
  history.replaceState(null, '', `?${query}`);
}

// ---- keys: those of the stage come here too, by the frame ----
function shortcut(key) {
  const todo = { ' ': act.play, ArrowRight: act.step, ArrowLeft: act.back, Enter: act.next, w: () => panel.open('why'), t: nextTheme }[key];
  todo?.();
  return todo !== undefined;
}

function nextTheme() {
  theme(THEMES[(THEMES.indexOf(app.theme) + 1) % THEMES.length]);
  remember('theme', app.theme);
}

document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || menu.isOpen()) return;
  if (e.target.closest('input, select, textarea, [role=slider]')) return;
  if (e.target.closest('button, a') && (e.key === ' ' || e.key === 'Enter')) return;
  if (shortcut(e.key)) e.preventDefault();
});

for (const svg of document.querySelectorAll('[data-icon]')) draw(svg, svg.dataset.icon);
theme(app.theme);
panel.listen(later);
bar.listen(app, act);
timeline.listen(app, at => frame.send('seek', `${at} end`));
$('theme').addEventListener('click', nextTheme);
$('add-open').addEventListener('click', e => {
  const box = e.currentTarget.getBoundingClientRect();
  addMenu({ x: box.left, y: box.top - 8, from: e.currentTarget });
});
$('scenario').addEventListener('change', e => {
  start(e.target.value);
  remember('story', e.target.value);
  document.title = `RocketScope · ${t(`scenario.${e.target.value}`)}`;
});
for (const b of document.querySelectorAll('[data-lang]')) {
  b.addEventListener('click', () => {
    language(b.dataset.lang);
    remember('lang', b.dataset.lang);
  });
}
still.addEventListener('change', () => frame.send('motion', still.matches ? 'reduce' : ''));
new ResizeObserver(later).observe(document.body);

// Where the bar has no room, some controls move to the header, which is the menu there.
for (const [width, e] of [['959px', document.querySelector('.speed')], ['720px', $('reset')]]) {
  const narrow = matchMedia(`(max-width: ${width})`), home = document.createComment(''), place = () => {
    if (narrow.matches) $('theme').before(e);
    else home.after(e);
  };
  e.before(home);
  narrow.addEventListener('change', place);
  e.classList.add('movable');
  place();
}

const wanted = query.get('lang') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
await language(wanted === 'zh' ? 'zh' : 'en');
app.original = await read(app.name);
app.story.text = app.original;
frame.open();
