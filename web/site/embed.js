// <rocket-scope>: a figure in somebody else's page. Until it is pressed it is a
// picture with a caption; then it makes a frame with the page in it. Removed,
// it leaves nothing behind: web/EMBED.md.
import { PARAMS, parse } from './js/params.js';

const VERSION = 1; // of the protocol, web/EMBED.md
const HOME = new URL('.', import.meta.url);
const NARROW = 600; // px, below which the poster is the phone's
const COMMON = /^(class|id|style|title|slot|hidden|dir|tabindex|role|is|part|exportparts|nonce)$|[-:_]/;

const WORDS = {
  en: {
    play: 'Play this figure', again: 'Go on', loads: 'Interactive · about 2 MB, loaded when you press', loading: 'Loading {0} MB', starting: 'Starting',
    shows: 'The picture shows {0} s, the figure opens at {1} s.', kept: 'Paused at {1} s; the picture shows {0} s.', open: 'Open as a page',
    wrong: '{0}="{1}" is wrong: {2}.', unknown: 'there is no such parameter', or: ' or ', nogl: 'This browser cannot draw the figure: it offers no WebGL 2.', failed: 'The figure could not be loaded: {0}',
    missing: 'there is no such scenario', story: 'the name of a scenario, or a story, is expected', link: 'the state of a link is expected', time: 'a time such as 25s or 1m30s is expected', difference: 'one difference such as version 5.3 is expected',
    flag: 'true or false is expected', name: 'a name without spaces is expected', height: 'whole pixels from 240 to 4320 are expected', names: '{0} is expected',
  },
  zh: {
    play: '播放此图', again: '继续', loads: '可交互 · 约 2 MB，按下后才加载', loading: '正在加载 {0} MB', starting: '正在启动',
    shows: '图片是 {0} s 时的画面，打开后从 {1} s 开始。', kept: '已停在 {1} s；图片是 {0} s 时的画面。', open: '在单独页面中打开',
    wrong: '{0}="{1}" 有误：{2}。', unknown: '没有这个参数', or: '或 ', nogl: '此浏览器不支持 WebGL 2，无法绘制此图。', failed: '此图无法加载：{0}',
    missing: '没有这个场景', story: '应为场景名或一段剧本', link: '应为链接中的状态', time: '应为时间，如 25s 或 1m30s', difference: '应为一处不同，如 version 5.3',
    flag: '应为 true 或 false', name: '应为不含空格的名称', height: '应为 240 到 4320 的整数像素', names: '应为 {0}',
  },
};

const LOOK = `
:host { display: block; position: relative; overflow: hidden; contain: content; color-scheme: light; container-type: inline-size;
  --stage: #FBFAF7; --surface: #FFF; --hair: #DEDAD1; --ink: #1C2430; --ink2: #566070; --accent: #5A3EC8; --on: #FFF; --down: #B3261E;
  font: 400 14px/1.45 Inter, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif; text-align: left; color: var(--ink); background: var(--stage); border: 1px solid var(--hair); box-sizing: border-box; border-radius: 4px; }
:host([hidden]) { display: none; }
:host([data-look=dark]) { color-scheme: dark; --stage: #151A21; --surface: #1C232C; --hair: #303A46; --ink: #EDF0F4; --ink2: #A7B1BF; --accent: #AFA0FF; --on: #17122E; --down: #FF8B80; }
:host([data-look=projector]) { --stage: #FFF; --hair: #C9CDD3; --ink: #000; --ink2: #333B45; --accent: #4527B0; --down: #A01810; }
figure { margin: 0; height: 100%; display: grid; grid-template-rows: minmax(0, 1fr) auto; }
.still { position: relative; min-height: 0; cursor: pointer; overflow: hidden; }
.still img { display: block; width: 100%; height: 100%; object-fit: contain; opacity: .45; transition: opacity .15s; }
.still:hover img, .shown .still img { opacity: .7; }
.go { position: absolute; inset: 0; margin: auto; width: 80px; height: 80px; border-radius: 50%; background: var(--accent); color: var(--on); }
.go path, button path { fill: currentColor; }
figcaption { min-height: 118px; box-sizing: border-box; display: flex; align-items: center; gap: 8px 18px; padding: 12px 20px; background: var(--surface); border-top: 1px solid var(--hair); }
.words { flex: 1; min-width: 0; display: -webkit-box; -webkit-line-clamp: 4; -webkit-box-orient: vertical; overflow: hidden; }
b { display: block; font-size: 20px; line-height: 26px; font-weight: 650; letter-spacing: -.01em; }
.words span, .words p { display: block; margin: 0; } .words p, a { color: var(--ink2); font-size: 13px; } .bad { color: var(--down) !important; }
a { white-space: nowrap; }
button { font: 650 14px/1 inherit; font-family: inherit; height: 40px; padding: 0 16px; border: 0; border-radius: 9px; background: var(--accent); color: var(--on); display: flex; align-items: center; gap: 8px; white-space: nowrap; cursor: pointer; }
:focus-visible { outline: 2.4px solid var(--accent); outline-offset: 2px; } button svg { width: 14px; }
iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; opacity: 0; pointer-events: none; color-scheme: inherit; }
.live iframe { opacity: 1; pointer-events: auto; } .live figcaption, .live .go, .off button, .off .go { visibility: hidden; } .off :is(button, .words span) { display: none; } .off .still { cursor: auto; } .off .words { display: block; }
.still img[hidden] { display: none; }
@container (max-width: ${NARROW}px) { figcaption { flex-wrap: wrap; padding: 8px 14px; } .words { flex-basis: 100%; -webkit-line-clamp: 3; } b { font-size: 17px; line-height: 22px; } button { height: 36px; } }
@media print { iframe { display: none; } .go, button { display: none !important; } .still img { opacity: 1 !important; } .live figcaption { visibility: visible; } :host { break-inside: avoid; } }
@media (prefers-reduced-motion: reduce) { .still img { transition: none; } }`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(LOOK);
const fill = (text, ...slots) => slots.reduce((all, slot, i) => all.replaceAll(`{${i}}`, slot), text);
const seconds = ms => +(ms / 1000).toFixed(3);

function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

function triangle(size) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'));
  svg.setAttribute('viewBox', size);
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', 'M8 5v14l11-7z');
  return svg;
}

// dark tells whether the host writes light on dark where e stands: the colour
// of its text says so.
const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
function dark(e) {
  probe.fillStyle = getComputedStyle(e).color;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
  return 2 * r + 7 * g + b > 1400;
}

// The host's switches of theme and language are watched once for all figures.
const figures = new Set(), told = { attributes: true, attributeFilter: ['class', 'style', 'lang', 'data-theme', 'data-md-color-scheme', 'data-mode', 'data-color-mode', 'data-bs-theme'] };
const changed = () => { for (const f of figures) f.follow(); };
const watch = new MutationObserver(changed), scheme = matchMedia('(prefers-color-scheme: dark)');

function join(figure) {
  if (figures.size === 0) {
    for (const e of [document.documentElement, document.body]) watch.observe(e, told);
    scheme.addEventListener('change', changed);
    document.addEventListener('transitionend', changed);
    window.addEventListener('message', hear);
  }
  figures.add(figure);
}

function leave(figure) {
  if (!figures.delete(figure) || figures.size > 0) return;
  watch.disconnect();
  scheme.removeEventListener('change', changed);
  document.removeEventListener('transitionend', changed);
  window.removeEventListener('message', hear);
}

// hear takes what a figure's own frame says, and nothing from anywhere else.
function hear(e) {
  if (e.data?.rocketscope !== VERSION || e.origin !== HOME.origin && e.origin !== 'null') return;
  for (const f of figures) if (f.owns(e.source)) f.hear(e.data);
}

let live = null; // the one figure that has a frame

class RocketScope extends HTMLElement {
  static observedAttributes = Object.keys(PARAMS);
  #values = null; #wrong = []; #poster = null; #iframe = null; #parts = null; #kept = null; #look = ''; #lang = ''; #sizes = null; #covered = 0; #trouble = ''; #asked = 0;

  connectedCallback() {
    join(this);
    this.#build();
    this.#sizes = new ResizeObserver(() => this.#picture());
    this.#sizes.observe(this);
    this.#read();
  }

  disconnectedCallback() {
    this.close();
    this.#kept = null;
    this.#sizes.disconnect();
    leave(this);
  }

  attributeChangedCallback(name) {
    if (!this.#parts || !this.isConnected) return;
    if (name === 'theme' || name === 'lang' || name === 'height') {
      this.#values = parse(n => this.getAttribute(n)).values;
      this.follow();
      if (this.#values.height) this.#parts.root.style.height = `${this.#values.height}px`;
      return;
    }
    this.close();
    this.#kept = null;
    this.#read();
  }

  #build() {
    if (this.#parts) return;
    const shadow = this.attachShadow({ mode: 'open', delegatesFocus: true });
    shadow.adoptedStyleSheets = [sheet];
    const go = make('span', { class: 'go', 'aria-hidden': 'true' }, triangle('-9 -9 42 42'));
    const parts = this.#parts = {
      image: make('img', { loading: 'lazy', decoding: 'async' }), title: make('b'), line: make('span'), note: make('p', { role: 'status' }), link: make('a', { target: '_blank', rel: 'noopener' }), word: make('span'), button: make('button', { type: 'button' }),
    };
    parts.image.addEventListener('error', () => { parts.image.hidden = true; });
    parts.button.append(triangle('6 4 14 16'), parts.word);
    parts.still = make('div', { class: 'still' }, parts.image, go);
    parts.root = make('figure', {}, parts.still, make('figcaption', {}, make('div', { class: 'words' }, parts.title, parts.line, parts.note), parts.button, parts.link));
    for (const e of [parts.still, parts.button]) e.addEventListener('click', () => this.open());
    shadow.append(parts.root);
  }

  // read takes the attributes and asks for the captions of the scenario.
  async #read() {
    const { values, wrong } = parse(name => this.getAttribute(name)), asked = ++this.#asked;
    for (const { name, value } of this.attributes) if (!(name in PARAMS) && !COMMON.test(name)) wrong.push({ name, text: value, kind: 'unknown' });
    this.#values = values;
    this.#wrong = wrong;
    this.#trouble = '';
    this.#poster = null;
    this.follow();
    const name = values.story;
    if (!name || /\s/.test(name)) return;
    try {
      const { default: poster } = await import(new URL(`posters/${name}.js`, HOME));
      if (asked !== this.#asked) return;
      this.#poster = poster;
    } catch {
      if (asked !== this.#asked) return;
      this.#wrong = [...wrong, { name: 'story', text: name, kind: 'missing' }];
    }
    this.#show();
  }

  // follow takes over the host's theme and language where they are "auto".
  follow() {
    const { theme = 'auto', lang = 'auto' } = this.#values;
    const look = theme === 'auto' ? dark(this.parentElement ?? document.body) ? 'dark' : 'light' : theme;
    const said = lang === 'auto' ? (this.parentElement?.closest('[lang]')?.lang || navigator.language).startsWith('zh') ? 'zh' : 'en' : lang;
    if (look !== this.#look) this.send('theme', look);
    if (said !== this.#lang) this.send('lang', said);
    this.#look = this.dataset.look = look;
    this.#lang = said;
    this.#show();
  }

  // moment is the still nearest to where the figure opens, rather after it than
  // before; at its beginning, what stands for its scenario. Times are in ms.
  #moment() {
    const { at, best } = this.#poster, wanted = this.#kept?.at ?? this.#values.at;
    if (wanted === '') return { i: best, shows: at[best], opens: at[best] };
    const ms = wanted / 1e6, far = x => x < ms ? ms - x + 100 : x - ms, near = at.reduce((n, x, i) => far(x) < far(at[n]) ? i : n, 0);
    return { i: near, shows: at[near], opens: ms };
  }

  #show() {
    const { root, title, line, note, link, word, button, image } = this.#parts, t = WORDS[this.#lang];
    root.lang = this.#lang === 'zh' ? 'zh-CN' : 'en';
    root.style.height = `${this.#values.height ?? 450}px`;
    const told = this.#poster?.lang[this.#lang], m = told && this.#moment();
    const wrong = this.#wrong.map(w => fill(t.wrong, w.name, w.text, w.names ? fill(t.names, w.names.join(', ').replace(/, (?=[^,]*$)/, t.or)) : t[w.kind]));
    title.textContent = told?.title ?? 'RocketScope';
    line.textContent = m ? told.captions[m.i].join(' ') : '';
    image.alt = m ? told.captions[m.i].join(' ') : '';
    note.textContent = wrong.join(' ') || this.#trouble || (m && Math.abs(m.shows - m.opens) >= 500 ? fill(this.#kept ? t.kept : t.shows, seconds(m.shows), seconds(m.opens)) : t.loads);
    note.classList.toggle('bad', wrong.length > 0 || this.#trouble !== '' && !this.#iframe);
    root.classList.toggle('off', wrong.length > 0);
    link.textContent = t.open;
    link.href = this.#address('full');
    word.textContent = this.#kept ? t.again : t.play;
    button.setAttribute('aria-label', `${word.textContent}: ${title.textContent}`);
    if (this.#iframe) this.#iframe.title = `RocketScope: ${title.textContent}`;
    this.#picture();
  }

  #picture() {
    if (!this.#poster || !this.#lang) return;
    const { i } = this.#moment(), size = this.clientWidth < NARROW ? '.narrow' : '';
    const url = new URL(`posters/${this.#values.story}/${this.#poster.at[i]}.${this.#lang}${size}.svg#${this.#look}`, HOME).href;
    if (this.#parts.image.src === url) return;
    this.#parts.image.hidden = false;
    this.#parts.image.src = url;
  }

  #address(ui) {
    const url = new URL('index.html', HOME);
    for (const name of Object.keys(PARAMS)) {
      const text = this.getAttribute(name);
      if (text !== null && name !== 'height') url.searchParams.set(name, text);
    }
    url.searchParams.set('ui', ui ?? this.getAttribute('ui') ?? 'min');
    url.searchParams.set('theme', this.#look);
    url.searchParams.set('lang', this.#lang);
    return url.href;
  }

  // open makes the frame; the figure that was live goes back to its poster.
  open() {
    if (this.#iframe || this.#wrong.length > 0) return;
    live?.close();
    live = this;
    const iframe = make('iframe', { name: 'rocketscope', allow: 'fullscreen; clipboard-write', referrerpolicy: 'no-referrer', src: this.#address() });
    this.#trouble = WORDS[this.#lang].starting;
    this.#iframe = iframe;
    this.#parts.root.append(iframe);
    this.#show();
  }

  // close takes the frame away and keeps its moment.
  close() {
    if (!this.#iframe) return;
    clearInterval(this.#covered);
    this.#iframe.remove();
    this.#iframe = null;
    this.#trouble = '';
    if (live === this) live = null;
    this.#parts.root.classList.remove('live');
    this.#show();
  }

  owns(source) { return source !== null && source === this.#iframe?.contentWindow; }

  // send asks the figure for something; web/EMBED.md has the verbs.
  send(verb, arg = '') {
    const sandboxed = this.#iframe?.sandbox?.length > 0;
    this.#iframe?.contentWindow?.postMessage({ rocketscope: VERSION, verb, arg }, sandboxed ? '*' : HOME.origin === 'null' ? '*' : HOME.origin);
  }

  hear(message) {
    const t = WORDS[this.#lang];
    switch (message.type) {
      case 'hello':
        this.send('hello');
        if (this.#kept) this.send('load', this.#kept);
        break;
      case 'progress':
        this.#trouble = fill(t.loading, (message.loaded / 1e6).toFixed(1));
        this.#show();
        break;
      case 'ready':
        this.#trouble = '';
        this.#parts.root.classList.add('live');
        if (this.shadowRoot.activeElement) this.#iframe.focus();
        clearInterval(this.#covered);
        this.#covered = setInterval(() => this.#look4cover(), 1000);
        this.#show();
        break;
      case 'state':
        this.#kept = { at: message.at, seq: message.seq, story: message.story };
        break;
      case 'leave':
        this.#parts.root.tabIndex = -1;
        this.#parts.root.focus({ preventScroll: true });
        break;
      case 'failed':
        this.close();
        this.#kept = null;
        this.#trouble = message.code === 'nogl' ? t.nogl : fill(t.failed, message.text);
        this.#show();
    }
    this.dispatchEvent(new CustomEvent(`rocketscope:${message.type}`, { bubbles: true, composed: true, detail: message }));
  }

  // A figure that the host has covered, by a dialog for example, or hidden rests.
  #look4cover() {
    const box = this.getBoundingClientRect(), inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const seen = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]].map(([x, y]) => [box.left + box.width * x, box.top + box.height * y]).filter(([x, y]) => inside(x, y));
    if (box.width === 0) this.send('covered', true);
    else if (seen.length > 0) this.send('covered', seen.every(([x, y]) => !this.getRootNode().elementsFromPoint(x, y)[0]?.closest('rocket-scope')));
  }
}

if (!customElements.get('rocket-scope')) customElements.define('rocket-scope', RocketScope);
