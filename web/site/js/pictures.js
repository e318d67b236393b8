// Save the present moment as a picture, the run as a storyboard, a stretch of it
// as a film. The program draws (PROTOCOL.md: picture, panels); here the drawing
// becomes a file.
import { $, h, seconds } from './dom.js';
import { lang, t } from './locale.js';
import * as compare from './compare.js';
import * as dialog from './dialog.js';
import * as film from './film.js';

const FORMS = { png: 'save.png', svg: 'save.svg', panels: 'save.panels', film: 'save.film' };
const SIZES = { stage: 'save.size.stage', column: 'save.size.column', wide: 'save.size.wide' };
const LOOKS = { light: 'save.look.light', dark: 'save.look.dark', projector: 'save.look.projector' };
const MOMENTS = { decisions: 'save.at.decisions', even: 'save.at.even' };
const SPEEDS = ['1/10', '1/5', '1/2', '1', '2', '5', '10'];
const PANEL = [800, 400]; // CSS px of a storyboard's panel
const SECOND = 1e9, LAST = 30 * 86400 * SECOND; // the longest run

const chosen = { form: 'png', size: 'stage', scale: '2', look: '', caption: true, count: '6', at: 'decisions', speed: '1' };
let app, frame, page, open = null;

// listen begins; page offers caption and title.
export function listen(state, stage, offers) {
  [app, frame, page] = [state, stage, offers];
  $('save-open').addEventListener('click', show);
}

// show opens the dialog; the run stands still for it.
export function show() {
  frame.send('pause');
  chosen.look = app.theme;
  const now = app.state.at, before = Math.max(0, now - 10 * SECOND);
  open = {
    span: { png: [0, 0], svg: [0, 0], panels: [0, now], film: [before, Math.max(now, before + 10 * SECOND)] },
    options: h('div', { class: 'save-options' }), image: h('img', { id: 'save-image', alt: '' }), note: h('p', { id: 'save-note', class: 'note', role: 'status' }),
    button: h('button', { type: 'button', class: 'btn pri', id: 'save-do', onclick: act }), panels: [], work: null, drawn: null, addresses: [],
  };
  const mine = open, radios = h('div', { class: 'forms', role: 'radiogroup', 'aria-label': t('save') }, ...Object.entries(FORMS).map(([name, key]) => h('label', {},
    h('input', { type: 'radio', name: 'form', value: name, checked: name === chosen.form, onchange: () => choose(name) }), h('span', {}, t(key)))));
  open.dialog = dialog.show('save', t('save'), radios, open.options, h('div', { class: 'still' }, open.image), h('div', { class: 'row' }, open.note, open.button));
  open.dialog.addEventListener('close', () => {
    mine.work?.abort('forget');
    for (const address of mine.addresses) URL.revokeObjectURL(address);
    if (open !== mine) return;
    open = null;
    frame.send('panels', '');
  });
  choose(chosen.form);
}

// choose shows what can be said about one kind of file.
function choose(form) {
  chosen.form = form;
  const { options, image, note, button } = open, trouble = form === 'film' ? cannotFilm() : '', picture = pictured();
  [chosen.from, chosen.to] = open.span[form].map(seconds);
  options.replaceChildren(...(picture ? [pick('size', SIZES), form === 'png' && pick('scale', ['1', '2', '3'], n => `${n}×`), pick('look', LOOKS), tick('caption')]
    : form === 'panels' ? [field('count', 1, 48, 1), pick('at', MOMENTS), field('from', 0, 1e6), field('to', 0, 1e6), pick('look', LOOKS)]
      : [field('from', 0, 1e6), field('to', 0, 1e6), pick('speed', SPEEDS, s => `${s}×`)]).filter(Boolean));
  image.parentElement.hidden = form === 'film';
  button.textContent = t('save.do');
  button.disabled = trouble !== '';
  tell(trouble || (picture ? '' : t(form === 'film' ? 'save.film.note' : 'save.panels.note')), trouble !== '');
  if (form === 'panels') image.hidden = true;
  if (picture) draw();
}

const pictured = () => chosen.form === 'png' || chosen.form === 'svg';
const cannotFilm = () => !film.type() ? t('save.film.none') : film.shell(frame) ? '' : t('save.film.closed');

function tell(text, bad = false) {
  open.note.classList.toggle('bad', bad);
  open.note.replaceChildren(text);
}

// ---- what may be chosen ----
const NAMES = { size: 'save.size', scale: 'save.scale', look: 'save.look', caption: 'save.caption', count: 'save.count', at: 'save.at', from: 'save.from', to: 'save.to', speed: 'save.speed' };

function set(name, value) {
  chosen[name] = value;
  if (pictured()) draw();
}

// pick is a choice among words by key, or among texts that need no words.
function pick(name, from, say = text => text) {
  const [w, height] = stage(), all = Array.isArray(from) ? from.map(v => [v, say(v)]) : Object.entries(from).map(([v, key]) => [v, t(key, w, height)]);
  return h('label', {}, h('span', {}, t(NAMES[name])), h('select', { id: `save-${name}`, onchange: e => set(name, e.target.value) }, ...all.map(([value, text]) => h('option', { value, selected: value === chosen[name] }, text))));
}

function field(name, min, max, step = 'any') {
  return h('label', {}, h('span', {}, t(NAMES[name])), h('input', { id: `save-${name}`, type: 'number', min, max, step, value: chosen[name], onchange: e => set(name, e.target.value) }));
}

function tick(name) {
  return h('label', { class: 'tick' }, h('input', { id: `save-${name}`, type: 'checkbox', checked: chosen[name], onchange: e => set(name, e.target.checked) }), h('span', {}, t(NAMES[name])));
}

const stage = () => [frame.element?.clientWidth ?? 800, frame.element?.clientHeight ?? 332].map(n => Math.min(4096, Math.max(240, n)));

// ---- pictures ----
// runs are the names of two runs that are compared, a line each.
const runs = () => compare.names(app).map(name => `\n${name}`).join('');

// draw asks for the picture; until it comes there is nothing to save.
function draw() {
  open.drawn = null;
  open.button.disabled = true;
  const [w, height] = { stage: stage(), column: [800, 332], wide: [1280, 720] }[chosen.size];
  frame.send('picture', `${chosen.look} ${w} ${height}${chosen.caption ? ' caption' : ''}${runs()}`);
}

const address = svg => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

// handlers take what the program has drawn.
export const handlers = {
  picture(p) {
    if (!open || !pictured()) return; // another kind of file was chosen meanwhile
    open.drawn = p;
    preview(p);
    open.button.disabled = false;
    const by = chosen.form === 'png' ? Number(chosen.scale) : 1;
    tell(t('save.measure', p.width * by, p.height * by));
  },
  panel(p) {
    if (!open) return;
    open.panels.push(p);
    preview(p);
    tell(t('save.drawing', p.number + 1, p.count));
    if (p.number + 1 === p.count) bound();
  },
};

// refused takes an error of the program; it is ours if it is about a drawing.
export function refused({ verb, text }) {
  if (!open || verb !== 'picture' && verb !== 'panels') return false;
  open.button.disabled = verb === 'picture';
  tell(text, true);
  return true;
}

function preview(p) {
  open.image.hidden = false;
  open.image.src = address(p.svg);
  open.image.alt = p.first;
}

// faced is a drawing that brings the page's font along: a picture cannot ask for one.
async function faced(svg) {
  return svg.replace('</title>', `</title><style>${await face()}</style>`);
}

// rules are the page's styles; a browser may keep them from a frame without an origin.
function rules() {
  try {
    return [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
  } catch {
    return [];
  }
}

async function face() {
  for (const rule of rules()) {
    const [, url] = rule instanceof CSSFontFaceRule ? /url\("?([^")]+)"?\)/.exec(rule.cssText) ?? [] : [];
    if (!url) continue;
    const data = url.startsWith('data:') ? url : await asData(await (await fetch(new URL(url, rule.parentStyleSheet.href))).blob());
    return `@font-face{font-family:Inter;font-weight:400 700;src:url(${data}) format("woff2")}`;
  }
  return '';
}

// tokens are the colours of a look, as declarations.
function tokens(look) {
  const { style } = rules().find(r => r.selectorText === (look === 'light' ? ':root' : `:root[data-theme="${look}"]`)) ?? {};
  return ['page', 'surface', 'hair', 'ink'].map(name => `--${name}:${style?.getPropertyValue(`--${name}`) ?? ''}`).join(';');
}

function asData(blob) {
  return new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
}

async function pixels({ svg, width, height }, by) {
  const image = new Image(), canvas = h('canvas', { width: width * by, height: height * by });
  image.src = address(await faced(svg));
  await image.decode();
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

// ---- a storyboard: one page with every panel and its words, that prints ----
const SHEET = `body{margin:0 auto;max-width:1200px;padding:24px;font:400 14px/1.45 Inter,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",system-ui,sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1{font-size:22px;margin:0}header p,footer{margin:2px 0 18px;opacity:.75}main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:18px}
figure{margin:0;border:1.5px solid var(--hair);border-radius:8px;overflow:hidden;break-inside:avoid;background:var(--surface)}figure svg{display:block;width:100%;height:auto}
figcaption{padding:10px 14px 12px;border-top:1.5px solid var(--hair)}figcaption b{display:block;font-size:15px}figcaption small{display:flex;justify-content:space-between;font-size:12px;font-weight:600;opacity:.75}figcaption p{margin:2px 0 0}
code{font:400 11.5px/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}a{color:inherit}footer{margin:18px 0 0}
@media print{@page{size:A4 landscape;margin:10mm}body{padding:0;max-width:none}main{grid-template-columns:1fr 1fr;gap:12px}figcaption{padding:6px 10px}}`;

async function bound() {
  const { panels } = open;
  const sheet = `${await face()}:root{${tokens(chosen.look)};background:var(--page);color:var(--ink)}${SHEET}`;
  const doc = document.implementation.createHTMLDocument(page.title()), { state, story } = app;
  doc.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  doc.head.prepend(h('meta', { charset: 'utf-8' }), h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }));
  doc.body.append(
    h('header', {}, h('h1', {}, page.title()), h('p', {}, `${t('version', state.version)} · ${t('seed', state.seed)} · ${seconds(panels[0].at)}–${seconds(panels.at(-1).at)} s`)),
    h('main', {}, ...panels.map((p, i) => panel(p, i, story.acts.filter(a => a.at > (i > 0 ? panels[i - 1].at : p.at - 1) && a.at <= p.at && a.at > 0)))),
    h('footer', {}, 'RocketScope'));
  if (!open) return;
  open.button.disabled = false;
  const text = doc.documentElement.outerHTML.replace('</head>', () => `<style>${sheet}</style></head>`); // as text: the page's policy knows no inline style
  give(new Blob([`<!doctype html>\n${text}\n`], { type: 'text/html' }), 'html');
}

function panel(p, i, acts) {
  const drawing = new DOMParser().parseFromString(unique(p.svg, i), 'image/svg+xml').documentElement;
  return h('figure', {}, drawing, h('figcaption', {}, h('small', {}, h('span', {}, `${i + 1}`), h('span', {}, `${seconds(p.at)} s`)),
    ...acts.map(a => h('code', {}, `${t('you')}: ${a.text}`)), h('b', {}, p.first), p.second && h('p', {}, p.second)));
}

// unique keeps the patterns of several drawings in one page apart.
const unique = (svg, i) => svg.replaceAll(/(id="|url\(#)p(\d+)/g, `$1s${i}p$2`);

// ---- the button ----
async function act() {
  const mine = open;
  if (mine.work) return void mine.work.abort('keep');
  if (chosen.form === 'svg') return give(new Blob([mine.drawn.svg], { type: 'image/svg+xml' }), 'svg');
  if (chosen.form === 'png') {
    const made = await pixels(mine.drawn, Number(chosen.scale));
    return open === mine ? give(made, 'png') : undefined;
  }
  const from = Math.round(chosen.from * SECOND), to = Math.round(chosen.to * SECOND);
  if (!(from >= 0 && to > from && to <= LAST)) return tell(t('save.order', LAST / SECOND), true);
  if (chosen.form === 'panels') {
    mine.panels = [];
    mine.button.disabled = true;
    return frame.send('panels', `${chosen.look} ${PANEL.join(' ')} ${chosen.at} ${chosen.count} ${from} ${to}${runs()}`);
  }
  const [n, d = 1] = chosen.speed.split('/').map(Number), lasts = (to - from) / SECOND * d / n;
  if (lasts > film.LONGEST) return tell(t('save.film.long', film.LONGEST, Math.round(lasts)), true);
  mine.work = new AbortController();
  mine.button.textContent = t('save.stop');
  const made = await film.record({ app, frame, from, to, speed: chosen.speed, caption: page.caption, runs: compare.shown(app), signal: mine.work.signal, tell: done => { if (open === mine) tell(t('save.filming', done.toFixed(1), ((to - from) / SECOND).toFixed(1))); } });
  mine.work = null;
  if (open !== mine) return;
  mine.button.textContent = t('save.do');
  if (made) give(made, made.type === 'video/mp4' ? 'mp4' : 'webm');
}

// give hands a file to the browser, and says so; its link stays while the dialog does.
function give(blob, kind) {
  const name = `${app.name || 'rocketscope'}-${kind === 'png' || kind === 'svg' ? seconds(app.state.at) : `${chosen.from}-${chosen.to}`}s.${kind}`;
  const href = URL.createObjectURL(blob), link = h('a', { href, download: name }, name);
  open.addresses.push(href);
  open.note.classList.remove('bad');
  open.note.replaceChildren(...t('save.saved', '\n', Math.ceil(blob.size / 1000)).split('\n').flatMap((text, i) => i > 0 ? [link, text] : [text]));
  link.click();
}
