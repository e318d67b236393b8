// The page as a guest in somebody else's: what its address asks for, how much of
// it shows, what it tells its host and takes from it, and when it rests.
// web/EMBED.md has the parameters and the protocol.
import { $, full, h, s } from './dom.js';
import { lang, t } from './locale.js';
import { lesson } from './lesson.js';
import { duration } from './link.js';
import { parse } from './params.js';
import { plain } from './text.js';

const VERSION = 1;
const framed = window.parent !== window;
const query = new URLSearchParams(location.search);
const { values, wrong } = parse(name => query.get(name));
const scheme = matchMedia('(prefers-color-scheme: dark)'), still = matchMedia('(prefers-reduced-motion: reduce)');

let app, frame, page;
let host = null; // the origin that said hello, '*' for one without a name
let seen = !framed; // whether anything of the figure can be seen
let covered = false;
let rested = ''; // what it was at when it went out of sight: play, next or nothing
let begun = false; // there was a first state
const waiting = []; // what the host asked for before there was a first state
let newest = 0; // the last record told

// ---- what the address asks for ----
document.body.dataset.ui = values.ui ?? 'full';
if (framed) document.body.dataset.guest = '';

// A moment, a selection or a story of its own is what links are for: the plain
// parameters become one.
function becomeLink() {
  const { story, at, select, state } = values, own = /\s/.test(story);
  for (const name of ['theme', 'lang']) if (query.get(name) === 'auto') query.delete(name);
  let text = location.hash.slice(1);
  if (state) text = state;
  else if (!text && (own || at !== '' || select)) {
    const parts = [['v', 1], own ? ['text', story] : ['story', story]];
    if (at !== '') parts.push(['at', `${duration(at)}`]);
    if (select) parts.push(['select', select]);
    text = parts.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  }
  for (const name of ['state', 'at', 'select']) query.delete(name);
  if (own || state) query.delete('story');
  history.replaceState(history.state, '', `${location.pathname}${query.size ? `?${query}` : ''}${text ? `#${text}` : ''}`);
}
if (wrong.length === 0) becomeLink();

// told says what is wrong with the address, in the page's words.
function told(w) {
  const expected = w.names ? t('params.names', w.names.join(', ')) : t(`params.${w.kind}`);
  return t('params.wrong', w.name, w.text.slice(0, 40), expected);
}

// ---- out: to the host, once it has said hello ----
function tell(type, fields = {}) {
  if (host !== null) window.parent.postMessage({ rocketscope: VERSION, type, ...fields }, host);
}

const sentence = record => ({ n: record.n, at: record.at, seq: record.seq, rule: record.rule, act: record.act, quiet: record.quiet, text: [plain(record.first), plain(record.second)] });

function tellState() {
  const { at, seq, running, next, seeking, version, selected } = app.state;
  tell('state', { at, seq, running: running || next || seeking === true, speed: app.speed, version, selected, theme: app.theme, lang, story: app.story.text });
}

// size is the height that shows everything at the present width.
function tellSize() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  tell('size', { width, height, wants: { none: 332, min: 450, full: width < 640 ? 640 : 720 }[values.ui] });
}

const after = {
  ready() { tell('ready', { protocol: VERSION, engine: app.engine, ui: values.ui, params: values }); },
  progress({ loaded }) { tell('progress', { loaded }); },
  state() {
    if (!begun && values.play && !still.matches) frame.send('play');
    for (const [verb, arg] of waiting.splice(0)) asks[verb](arg);
    if (!begun && values.compare) frame.send('compare', values.compare);
    begun = true;
    tellState();
  },
  records({ list }) {
    for (const r of list) if (r.n > newest) tell('event', sentence(r));
    newest = list.at(-1)?.n ?? newest;
  },
  card({ n, at, node, lead, cause, rule, result, source, version }) {
    tell('decision', { n, at, node, lead: plain(lead), cause: plain(cause), rule: plain(rule ? [rule].flat() : []), result: plain(result), source, version });
  },
  error({ verb, text, line }) {
    if (verb === 'compare' && !app.comparison) page.wrong([t('params.bad')], [told({ name: 'compare', text: query.get('compare') ?? '', kind: 'absent' })]);
    tell('error', { code: 'refused', text, line });
  },
  failed({ code, text }) { tell('failed', { code, text }); },
  grade({ scene, guess, right }) { tell('quiz', { id: `${lesson.id}/${scene + 1}`, answer: guess, correct: right }); },
  key({ key }) { if (key === 'Escape') leave(); },
};

// tap lets the host hear what the program says, after the page has.
export function tap(handlers) {
  const both = { ...handlers };
  for (const [type, more] of Object.entries(after)) {
    both[type] = message => {
      handlers[type]?.(message);
      more(message);
    };
  }
  return both;
}

// ---- in: what the host asks for ----
const asks = {
  hello() {
    tellSize();
    if (!app.known) return;
    after.ready();
    tellState();
  },
  play() { frame.send('play'); },
  pause() { frame.send('pause'); },
  step() { page.act.step(); },
  back() { page.act.back(); },
  next() { page.act.next(); },
  seek(arg) { frame.send('seek', duration(arg.at)); },
  speed(arg) {
    page.act.speed(arg.speed);
    tellState();
  },
  select(arg) { frame.send('select', arg.select ?? ''); },
  theme(arg) {
    page.theme(arg.theme === 'auto' ? preferred() : arg.theme);
    tellState();
  },
  lang(arg) { page.language(arg.lang === 'auto' ? preferredLang() : arg.lang); },
  load(arg) {
    const position = arg.at === undefined ? '' : `${arg.at} ${arg.seq ?? 'end'}`;
    if (arg.story === app.story.text && position) return frame.send('seek', position);
    Object.assign(app, { known: false, records: [], card: null, current: 0, selected: '', trouble: null });
    Object.assign(app, { name: '', original: arg.story });
    frame.send('load', `${position}\n${arg.story}`);
  },
  covered(arg) {
    covered = arg === true;
    rest();
  },
};

// typed turns an argument into what its verb takes; a wrong one is named.
function typed(verb, arg) {
  if (verb === 'load') return typeof arg?.story === 'string' ? arg : null;
  if (!['seek', 'speed', 'select', 'theme', 'lang'].includes(verb)) return arg;
  const name = verb === 'seek' ? 'at' : verb, one = parse(n => n === name ? String(arg) : null);
  return one.wrong.length > 0 && !(name === 'select' && arg === '') ? null : one.values;
}

function hear({ data, source, origin }) {
  if (source !== window.parent || data?.rocketscope !== VERSION || typeof data.verb !== 'string') return;
  if (data.verb === 'hello') host ??= origin === 'null' ? '*' : origin;
  if (host === null || host !== '*' && host !== origin) return;
  const arg = typed(data.verb, data.arg);
  if (!Object.hasOwn(asks, data.verb)) return tell('error', { code: 'verb', text: t('request.unknown', data.verb) });
  if (arg === null) return tell('error', { code: 'argument', text: t('request.argument', data.verb, JSON.stringify(data.arg ?? '')) });
  if (app.known || ['hello', 'theme', 'lang', 'covered'].includes(data.verb)) asks[data.verb](arg);
  else waiting.push([data.verb, arg]);
}

// ---- rest: what nobody sees does not run ----
function rest() {
  const away = !seen || covered || document.hidden, { running, next } = app.state;
  if (away && (running || next)) {
    rested = next ? 'next' : 'play';
    frame.send('pause');
  } else if (!away && rested) {
    frame.send(rested);
    rested = '';
  }
  document.body.dataset.away = away;
}

// leave gives keyboard and wheel back to the page around.
function leave() {
  if (!framed) return;
  document.activeElement?.blur?.();
  if (host !== null) tell('leave');
  else window.parent.focus();
}

// Until somebody is at the figure, wheel and swipe belong to the page around it.
function attend() { document.body.toggleAttribute('data-active', document.hasFocus()); }

const preferred = () => scheme.matches ? 'dark' : 'light';
const preferredLang = () => navigator.language.startsWith('zh') ? 'zh' : 'en';

function shape(d) {
  return s('svg', { class: 'ic', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d }));
}

// controls adds what only a figure needs: the way out to a page of its own, and
// the whole screen.
function controls() {
  const bar = document.querySelector('.bar');
  const out = h('a', { id: 'out', target: '_blank', rel: 'noopener', 'data-t': 'out' });
  const label = h('span', { 'data-t': 'out' }, t('out'));
  out.removeAttribute('data-t');
  out.append(shape('M14 5h5v5M19 5l-8 8M11 6H6v12h12v-5'), label);
  const address = () => {
    const open = new URLSearchParams(location.search);
    for (const name of ['ui', 'play', 'height']) open.delete(name);
    out.href = `${location.pathname}?${open}${location.hash}`;
  };
  for (const kind of ['pointerenter', 'focus', 'click', 'contextmenu']) out.addEventListener(kind, address);
  address();
  const screen = document.fullscreenEnabled && h('button', { type: 'button', class: 'btn sq', id: 'fullscreen', 'data-title': 'fullscreen', title: t('fullscreen'), 'aria-label': t('fullscreen'), onclick: full }, shape('M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'));
  bar.append(...[screen, out].filter(Boolean));
}

// listen begins; page offers act, theme, language and trouble. It calls open
// when the figure may start its program.
export function listen(state, stage, offers, open) {
  [app, frame, page] = [state, stage, offers];
  if (framed) {
    controls();
    window.addEventListener('message', hear);
    window.parent.postMessage({ rocketscope: VERSION, type: 'hello' }, '*');
    for (const kind of ['focus', 'blur']) window.addEventListener(kind, attend);
    setInterval(() => { if (document.body.hasAttribute('data-active')) attend(); }, 500);
    document.addEventListener('keydown', e => {
      if (e.key === 'Escape' && !e.defaultPrevented && !document.querySelector('dialog, .menu, #panel.open, header.open')) leave();
    });
    document.addEventListener('visibilitychange', rest);
    new ResizeObserver(tellSize).observe(document.documentElement);
  }
  scheme.addEventListener('change', () => { if (!query.has('theme') && host === null) page.theme(preferred()); });
  if (values.speed) page.act.speed(values.speed);
  if (wrong.length > 0) {
    frame.close();
    return void page.wrong([t('params.bad')], wrong.map(told));
  }
  let opened = !framed || window.name === 'rocketscope'; // somebody has pressed a figure
  if (opened) open();
  if (!framed) return;
  new IntersectionObserver(entries => {
    seen = entries.at(-1).isIntersecting;
    if (seen && !opened) {
      opened = true;
      open();
    }
    rest();
  }).observe(document.body);
}
