// The page: it keeps the story and the position, so that the frame with the
// program can be made anew at any time, and it places what the program says.
import { $, draw, h } from './dom.js';
import * as locale from './locale.js';
import { t } from './locale.js';
import { Frame } from './frame.js';
import { SCENARIOS, TOPICS, read } from './scenarios.js';
import { marked, ownersOf } from './text.js';
import * as acts from './acts.js';
import * as bar from './bar.js';
import { choose } from './choice.js';
import * as cluster from './cluster.js';
import * as events from './events.js';
import * as explain from './explain.js';
import * as guest from './guest.js';
import * as lesson from './lesson.js';
import * as menu from './menu.js';
import * as ownStory from './own_story.js';
import * as panel from './panel.js';
import * as pictures from './pictures.js';
import * as present from './present.js';
import * as timeline from './timeline.js';
import * as travel from './travel.js';
import * as why from './why.js';

const THEMES = ['light', 'dark', 'projector'];
const KEPT = 4000; // records the page keeps
const OWN = '+'; // the picker's last line: a story of the reader's own

const still = matchMedia('(prefers-reduced-motion: reduce)');
const app = {
  name: SCENARIOS[0], // '' for a story of a link's own
  original: '', // the scenario's own text
  story: { text: '', acts: [], branches: [], keep: 0, base: 0, origin: '', undo: false, redo: false },
  engine: 0, // the version of the engine's behaviour
  state: { at: 0, seq: 0, running: false, past: 0, next: false, seeking: false, behind: false, version: '', seed: '', records: 0, timer: '', nodes: [], queues: [], groups: [], timers: [] },
  known: false, // whether a state has come since the story was loaded
  records: [],
  card: null,
  current: 0, // the record whose card is shown
  selected: '',
  speed: '1',
  theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  trouble: null, // two lines that take the caption's place
  asked: null, // where the page's own menu is to open
};

const frame = new Frame($('stage'), guest.tap({
  open() {
    frame.send('theme', app.theme);
    frame.send('lang', locale.lang);
    frame.send('speed', app.speed);
    frame.send('motion', still.matches ? 'reduce' : '');
    if (!travel.foresee()) resume();
  },
  ready({ engine }) {
    app.engine = engine;
    if (travel.foreseen()) resume();
  },
  progress({ loaded }) { if (!app.known) trouble('loading.1', t('loading.2', (loaded / 1e6).toFixed(1))); },
  state(state) {
    if (!app.known) [app.trouble, app.pending] = [app.pending, null];
    app.state = state;
    app.selected = state.selected;
    app.known = true;
    later();
  },
  records({ reset, keep, list }) {
    const turned = reset || app.records.at(-1)?.n > keep;
    app.records = reset ? [] : turned ? app.records.filter(r => r.n <= keep) : app.records;
    app.records.push(...list);
    app.records.splice(0, app.records.length - KEPT);
    const last = app.records.findLast(r => !r.quiet);
    if (last && (turned || list.includes(last))) {
      ask(last.n);
      if (!turned) events.tell(last);
    }
    if (!last) app.card = null, app.current = 0;
    if (app.known && !reset) app.trouble = null;
    later();
  },
  card(card) {
    app.card = card;
    app.current = card.n;
    later();
  },
  story(story) {
    app.story = story;
    acts.done();
    later();
  },
  ...travel.handlers,
  ...lesson.handlers,
  ...present.handlers,
  opened(o) {
    lesson.closed();
    travel.handlers.opened(o);
  },
  ...explain.handlers,
  ...pictures.handlers,
  menu({ name, x, y, items, look, groups }) {
    if (look && x < 0) explain.look(look, false); // the list that asked stays in sight
    else if (look) explain.picked(look);
    const node = app.state.nodes.find(n => n.name === name), box = frame.element.getBoundingClientRect();
    if (x < 0) nodeMenu(node, items, groups, app.asked);
    else if (items.length === 0) addMenu({ x: box.left + x, y: box.top + y, from: frame });
    else nodeMenu(node, items, groups, { x: box.left + x, y: box.top + y, from: frame });
  },
  key({ key }) { if (!present.key(key)) shortcut(key); },
  lines({ list }) { ownStory.lines(list); },
  dropped({ file }) { ownStory.take(file); },
  error(e) {
    if (lesson.fault(e)) {
      if (!app.known) load(SCENARIOS[0]);
      return;
    }
    if (acts.refused(e) || travel.refused(e) || pictures.refused(e)) return;
    trouble('failed.1', e.line > 0 ? t('failed.line', e.line, e.text) : e.act ? t('failed.act', e.act, e.text) : e.text);
  },
  failed({ code, text }) {
    if (code === 'load') trouble('failed.load.1', text);
    else trouble(`${code}.1`, t(`${code}.2`));
  },
  lost() { frame.open(); },
}));

// resume has a frame show what the page is at.
function resume() {
  travel.resume();
  explain.again();
  lesson.again();
  if (app.state.running) frame.send('play');
}

// trouble puts two lines into the caption strip until something else happens.
function trouble(key, second) {
  app.trouble = { first: [t(key)], second: [second], bad: !key.startsWith('loading') };
  later();
}

async function start(name) {
  lesson.leave();
  await load(name);
}

async function load(name) {
  const wanted = choose(), original = await read(name);
  if (!wanted()) return;
  Object.assign(app, { name, original });
  begin();
  named();
}

function begin() {
  Object.assign(app, { known: false, records: [], card: null, current: 0, selected: '', trouble: null });
  app.state = { ...app.state, running: false, next: false };
  frame.send('load', `\n${app.original}`);
}

function ask(n) { frame.send('why', n); }

function jump(position, n) {
  frame.send('seek', position);
  ask(n);
}

const act = {
  reset() { if (lesson.active()) lesson.retry(); else begin(); },
  previous() { frame.send('previous'); },
  back() { frame.send('back'); },
  play() { frame.send(app.state.running || app.state.next || app.state.seeking ? 'pause' : 'play'); },
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
  else if (item.group) acts.open(item.group, item.node, line => frame.send('do', line));
  else if (item.look) explain.look(item.look, true);
  else frame.send('do', item.line);
}

function nodeMenu(node, items, groups, where) {
  const title = node ? marked([{ name: node.name, node: node.id }], ownersOf(app.state)) : [];
  const look = { text: t('inspect.open'), letter: 'I', look: app.look };
  menu.show({ title, items: [look, ...menu.acts(items, node, groups)], label: t('act.menu', node?.name ?? ''), run, ...where });
}

function addMenu(where) {
  menu.show({ title: [], items: menu.additions(), label: t('add'), run, ...where });
}

// ---- showing: many messages may come between two frames, one drawing does ----
let drawing = 0;
function later() {
  drawing ||= setTimeout(() => requestAnimationFrame(() => { drawing = 0; show(); })); // the host hears of it first
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
  events.show(app.records, app.current, owners, ask, jump);
  timeline.show(app);
  travel.show();
  explain.show();
  $('story').textContent = app.story.text;
  Object.assign(document.body.dataset, { ready: app.known, running: app.state.running || app.state.next || app.state.seeking, at: app.state.at, seq: app.state.seq, record: app.current, selected: app.selected });
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
  $('adds').replaceChildren(...menu.additions().map(a => h('button', { type: 'button', class: 'btn', 'data-add': a.add, 'aria-label': a.text, onclick: () => run(a) }, `+ ${t(`add.${a.add}`)}`)));
  locale.titled($('theme'), `theme.${app.theme}`);
  named();
  for (const e of ['nodes', 'groups', 'queues']) delete $(e).dataset.key;
  frame.send('lang', name);
  lesson.spoken();
  later();
}

// named puts the story's name into the picker and the title.
const title = () => lesson.title() || t(app.name ? `scenario.${app.name}` : 'story.own');
function named() {
  $('scenario').replaceChildren(...(app.name ? [] : [h('option', { value: '', selected: true }, title())]), ...Object.entries(TOPICS).map(([topic, names]) => h('optgroup', { label: t(`topic.${topic}`) }, ...names.map(n => h('option', { value: n, selected: n === app.name }, t(`scenario.${n}`))))), h('option', { value: OWN }, t('own.open')));
  document.title = `RocketScope · ${title()}`;
}

// ---- keys: those of the stage come here too, by the frame ----
function shortcut(key) {
  const todo = { ' ': act.play, ArrowRight: act.step, ArrowLeft: act.back, Enter: act.next, Backspace: act.previous, b: travel.act.bookmark, s: travel.act.share, d: pictures.show, Undo: travel.act.undo, Redo: travel.act.redo, w: () => panel.open('why'), t: nextTheme }[key.length === 1 ? key.toLowerCase() : key];
  todo?.();
  return todo !== undefined;
}

function nextTheme() {
  theme(THEMES[(THEMES.indexOf(app.theme) + 1) % THEMES.length]);
}

document.addEventListener('keydown', e => {
  if (menu.isOpen() || e.target.closest('textarea, dialog')) return;
  if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'z') {
    shortcut(e.shiftKey ? 'Redo' : 'Undo');
    return e.preventDefault();
  }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target.closest('input, select, textarea')) return;
  if (e.target.closest('button, a') && (e.key === ' ' || e.key === 'Enter')) return;
  if (shortcut(e.key)) e.preventDefault();
});

for (const svg of document.querySelectorAll('[data-icon]')) draw(svg, svg.dataset.icon);
theme(app.theme);
panel.listen(later);
bar.listen(app, act);
explain.listen(app, frame, later);
timeline.listen(app, { seek: position => frame.send('seek', position), jump, enter: n => frame.send('return', n) });
travel.listen(app, frame, { later, trouble, language, theme, start, named, title });
ownStory.listen({ ask: () => frame.send('lines'), present: () => app.story.text, tell: travel.tell, lesson: (name, text) => lesson.openText(name, text) });
pictures.listen(app, frame, { title, caption: captionOf });
lesson.listen({ app, frame, ask, named, why() { panel.open('why'); later(); }, close: panel.close });
present.listen({ app, frame, theme, act, language });
$('theme').addEventListener('click', nextTheme);
$('add-open').addEventListener('click', e => {
  const box = e.currentTarget.getBoundingClientRect();
  addMenu({ x: box.left, y: box.top - 8, from: e.currentTarget });
});
$('scenario').addEventListener('change', e => {
  if (e.target.value === '') return; // the story that is shown
  if (e.target.value !== OWN) return void start(e.target.value);
  named();
  ownStory.open();
});
for (const b of document.querySelectorAll('[data-lang]')) {
  b.addEventListener('click', () => language(b.dataset.lang));
}
still.addEventListener('change', () => frame.send('motion', still.matches ? 'reduce' : ''));
new ResizeObserver(later).observe(document.body);

// Where the bar has no room, some controls move to the header, which is the menu there.
for (const [width, e] of [['959px', document.querySelector('.speed')], ['959px', $('previous')], ['720px', $('reset')]]) {
  const narrow = matchMedia(`(max-width: ${width})`), home = document.createComment(''), place = () => {
    if (narrow.matches) $('theme').before(e);
    else home.after(e);
  };
  e.before(home);
  narrow.addEventListener('change', place);
  e.classList.add('movable');
  place();
}

await lesson.first();
const link = await travel.first();
theme(link.theme ?? app.theme);
const wanted = link.lang ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
const spoken = language(wanted === 'zh' ? 'zh' : 'en');
if (link.given || !lesson.opens()) await link.begin(spoken); // a lesson brings its own story
await spoken;
guest.listen(app, frame, { act, theme, language, wrong(first, second) {
  app.trouble = { first, second: [second.join(' ')], bad: true };
  later();
} }, () => frame.open());

// The page's own parts, for whoever imports this module from outside, as the tests do.
export * as lesson from './lesson.js';
export * as link from './link.js';
export * as shelf from './lesson_shelf.js';
export * as version from './version.js';
