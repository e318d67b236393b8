// The timeline: a track for each actor with marks for acts and decisions, or
// one line where there is no room for tracks. Both are sliders over simulated
// time, and every mark can be jumped to.
import { $, s, seconds } from './dom.js';
import { here } from './bookmarks.js';
import { t } from './locale.js';

// The axis and the last row keep off the edges, where the focus ring is.
const HEIGHT = 114, ROW = 13.6, LEAST = 11.5, AXIS = 12.5, TOP = 25, BOTTOM = 8, LEFT = 118, RIGHT = 24, SECOND = 1e9;
const STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400];
const HARM = /^(kill|lose|stop|remove|cut|drop)\b/;

const NEAR = 7; // px within which a mark is meant

// What is shown: the time it covers, and the marks to jump to in each drawing.
let shown = { span: 40 * SECOND, spots: { tracks: [], line: [] } };

// span is how much time the line covers: all of the past and some of what comes.
function spanOf(state, acts) {
  const ahead = Math.max(40 * SECOND, state.at * 1.35, ...acts.map(a => a.at * 1.1));
  const step = tickStep(ahead / SECOND);
  return (Math.ceil(ahead / SECOND / step) * step + step * .4) * SECOND;
}

const tickStep = span => STEPS.find(x => span / x <= 9) ?? 86400;

// rows names the tracks: you, name servers, broker groups, producers together, consumers.
function rowsOf(state) {
  const rows = [{ label: t('you'), kind: 'you', nodes: [{ id: 0 }] }];
  for (const n of state.nodes) {
    const label = { nameserver: 'NameServer', broker: n.group, producer: t('producers'), consumer: n.name }[n.role];
    const row = rows.find(r => r.kind === n.role && r.label === label);
    if (row) row.nodes.push(n);
    else rows.push({ label, kind: n.role, nodes: [n] });
  }
  return rows;
}

// mark chooses a record's shape, as the legend of the stage has them.
export function mark(rule) {
  if (/^(nameserver|client\.route|client\.broker)|topics|publish/.test(rule)) return 'diamond';
  if (/fail|retry|lost|expired|denied|timeout|noroute|illegal|nomembers|isolated|dead-letter/.test(rule)) return 'fail';
  if (/^(allocate|consumer\.(unchanged|notified|dropped|kept|start|notgained))/.test(rule)) return 'square';
  return 'dot';
}

function shape(kind, x, y, full) {
  const c = full ? 't-full' : 't-open';
  switch (kind) {
    case 'fail': return s('path', { class: 't-fail', d: `M${x} ${y - 4}V${y + 4}` });
    case 'square': return s('rect', { class: c, x: x - 3.5, y: y - 3.5, width: 7, height: 7, rx: 1.5 });
    case 'diamond': return s('path', { class: c, d: `M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z` });
    default: return s('circle', { class: c, cx: x, cy: y, r: 3 });
  }
}

const cross = (x, y, r, c) => s('path', { class: c, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` });
const plus = (x, y, r) => s('path', { class: 't-plus', d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}` });

// actMark draws an act: a cross for harm, a plus for the rest.
function actMark(act, x, y, r) {
  const halo = s('circle', { class: 't-halo', cx: x, cy: y, r: r + 2.5 });
  return s('g', {}, halo, HARM.test(act.text) ? cross(x, y, r, 't-act') : plus(x, y, r), s('title', {}, `${seconds(act.at)} s: ${act.text}`));
}

// together joins acts of one moment, which would cover one another.
function together(acts) {
  const out = [];
  for (const a of acts) {
    const last = out.at(-1);
    if (last?.at === a.at) Object.assign(last, { text: `${last.text}, ${a.text}`, more: last.more + 1 });
    else out.push({ ...a, first: brief(a.text), more: 0 });
  }
  return out;
}

export const brief = text => text.split(' ').filter(w => !w.includes('=')).slice(0, 2).join(' ');

function tracks(app, width) {
  const { state, records } = app, acts = app.story.acts, rows = rowsOf(state);
  const pitch = Math.max(LEAST, Math.min(ROW, (HEIGHT - TOP - BOTTOM) / (rows.length - 1)));
  const height = Math.max(HEIGHT, TOP + (rows.length - 1) * pitch + BOTTOM), span = shown.span;
  const X = at => LEFT + (width - LEFT - RIGHT) * at / span, Y = i => TOP + i * pitch;
  const svg = s('svg', { width, height, 'aria-hidden': 'true' }), spots = shown.spots.tracks = [];
  const end = X(state.at), step = tickStep(span / SECOND);
  svg.append(future(end, width));
  for (let at = 0; at * SECOND <= span; at += step) {
    svg.append(s('path', { class: 't-grid', d: `M${X(at * SECOND)} ${AXIS + 4}V${height - 6}` }), s('text', { class: 'tick', x: X(at * SECOND), y: AXIS, 'text-anchor': 'middle' }, `${at} s`));
  }
  const index = new Map(rows.flatMap((r, i) => r.nodes.map(n => [n.id, i])));
  rows.forEach((r, i) => {
    svg.append(s('text', { class: r.nodes.some(n => n.name && n.name === app.selected) ? 'now' : '', x: LEFT - 14, y: Y(i) + 4, 'text-anchor': 'end' }, r.label.slice(0, 16)));
    svg.append(s('path', { class: r.kind === 'broker' ? 't-row broker' : 't-row', d: `M${LEFT} ${Y(i)}H${end}` }));
    const lowest = Math.max(...r.nodes.map(n => n.state === 'up' ? 0 : n.since ?? 0));
    if (r.nodes.every(n => n.state !== 'up') && i > 0) svg.append(down(X(lowest), Y(i), end));
  });
  for (const r of records) {
    if (!index.has(r.node) || r.node === 0 || r.at > span) continue;
    const g = shape(mark(r.rule), X(r.at), Y(index.get(r.node)), !r.quiet);
    if (r.n === app.current) g.setAttribute('class', 't-seen');
    svg.append(g);
    spots.push({ x: X(r.at), y: Y(index.get(r.node)), to: `${r.at} ${r.seq}`, n: r.n });
  }
  let free = 0;
  const you = together(acts);
  you.forEach((a, i) => {
    const x = X(a.at), label = a.more > 0 ? `${a.first} +${a.more}` : a.first, room = (i + 1 < you.length ? X(you[i + 1].at) : width) - x;
    svg.append(actMark(a, x, Y(0), 4));
    spots.push({ x, y: Y(0), to: `${a.at} end` });
    if (a.at > 0 && x > free && room > label.length * 6 + 24) {
      svg.append(s('rect', { class: 't-bg', x: x + 7, y: Y(0) - 6, width: label.length * 5.7 + 8, height: 12, rx: 3 }), s('text', { class: 'you', x: x + 11, y: Y(0) + 4 }, label));
      free = x + label.length * 6 + 24;
    }
  });
  for (const timer of state.timers) {
    if (!index.has(timer.node) || timer.at > span || timer.at <= state.at) continue;
    const x = X(timer.at), y = Y(index.get(timer.node));
    svg.append(timer.kind === 'rebalance' ? s('rect', { class: 't-armed', x: x - 3.4, y: y - 3.4, width: 6.8, height: 6.8, rx: 1.5 }) : s('circle', { class: 't-armed', cx: x, cy: y, r: 3.4 }));
  }
  marks(app, svg, X, spots);
  svg.append(head(end));
  return svg;
}

// marks draws the futures that were left as stubs, and bookmarks as flags.
function marks(app, svg, X, spots) {
  for (const b of app.story.branches) {
    const x = X(b.leaves ?? b.acts[0]?.at ?? 0);
    svg.append(s('g', { class: 't-stub' }, s('path', { d: `M${x} ${TOP}l9 -9h13` }), s('circle', { cx: x + 24, cy: TOP - 9, r: 2.6 }), s('title', {}, t('branches'))));
    spots.push({ x: x + 18, y: TOP - 9, branch: b.n });
  }
  for (const b of here()) {
    svg.append(s('g', { class: 't-flag' }, s('path', { d: `M${X(b.at)} 4h8v10l-4 -3l-4 3z` }), s('title', {}, b.name)));
    spots.push({ x: X(b.at) + 4, y: 9, to: `${b.at} ${b.seq}` });
  }
}

function down(x, y, end) {
  return s('g', {}, s('rect', { class: 't-bg', x, y: y - 2, width: Math.max(0, end - x), height: 4 }), s('path', { class: 't-row down', d: `M${x} ${y}H${end}` }));
}

function line(app, width, height) {
  const { state } = app, span = shown.span, y = height / 2;
  const X = at => 10 + (width - 20) * at / span;
  const spots = shown.spots.line = [];
  const svg = s('svg', { width, height, 'aria-hidden': 'true' }, s('path', { class: 't-base', d: `M10 ${y}H${width - 10}` }), s('path', { class: 't-done', d: `M10 ${y}H${X(state.at)}` }));
  let last = -20;
  for (const r of app.records) {
    if (r.quiet || r.act || X(r.at) - last < 12) continue;
    last = X(r.at);
    spots.push({ x: last, y, to: `${r.at} ${r.seq}`, n: r.n });
    svg.append(s('rect', { class: 't-open', x: last - 4.5, y: y - 4.5, width: 9, height: 9, rx: 2 }));
  }
  for (const a of together(app.story.acts)) if (a.at > 0) svg.append(actMark(a, X(a.at), y, 5));
  svg.append(s('circle', { class: 't-head', cx: X(state.at), cy: y, r: 8 }));
  return svg;
}

const future = (x, width) => s('rect', { class: 't-future', x, y: AXIS, width: Math.max(0, width - x), height: 1000 });

const head = x => s('g', { transform: `translate(${x} 0)` }, s('path', { class: 't-headline', d: 'M0 14V1000' }), s('path', { class: 't-head', d: 'M-7 4H7V10L0 16L-7 10Z' }));

// show draws the timeline anew where it has changed.
export function show(app) {
  const { state } = app, wide = $('tracks').clientWidth, narrow = $('line').clientWidth;
  shown.span = spanOf(state, app.story.acts);
  for (const e of [$('tracks'), $('line')]) {
    e.setAttribute('aria-valuenow', Math.round(state.at / 1e6) / 1000);
    e.setAttribute('aria-valuemax', Math.round(shown.span / SECOND));
    e.setAttribute('aria-valuetext', `${seconds(state.at)} s`);
    e.setAttribute('aria-label', t('timeline'));
  }
  if (wide > 0) $('tracks').replaceChildren(tracks(app, wide));
  if (narrow > 0) $('line').replaceChildren(line(app, narrow, $('line').clientHeight));
}

// listen makes both lines sliders: a press on a mark jumps to it, a press
// elsewhere, a drag and the arrow keys seek.
export function listen(app, { seek, jump, enter }) {
  for (const [e, left, right] of [[$('tracks'), LEFT, RIGHT], [$('line'), 10, 10]]) {
    e.tabIndex = 0;
    e.setAttribute('role', 'slider');
    e.setAttribute('aria-valuemin', 0);
    let pressed = null; // where a press hit a mark; a drag begins a little away from it
    const scrub = event => {
      const box = e.getBoundingClientRect();
      seek(`${Math.round(Math.max(0, (event.clientX - box.left - left) / (box.width - left - right)) * shown.span / 1e6) * 1e6} end`);
    };
    const spotAt = event => {
      const box = e.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top + e.scrollTop;
      const far = spot => Math.max(Math.abs(spot.x - x), Math.abs(spot.y - y));
      return shown.spots[e.id].filter(spot => far(spot) <= NEAR).sort((a, b) => far(a) - far(b))[0];
    };
    e.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      e.setPointerCapture(event.pointerId);
      const spot = spotAt(event);
      pressed = spot ? event.clientX : null;
      if (!spot) scrub(event);
      else if (spot.branch !== undefined) enter(spot.branch);
      else if (spot.n) jump(spot.to, spot.n);
      else seek(spot.to);
    });
    e.addEventListener('pointermove', event => {
      if (!e.hasPointerCapture(event.pointerId) || pressed !== null && Math.abs(event.clientX - pressed) < NEAR) return;
      pressed = null;
      scrub(event);
    });
    e.addEventListener('keydown', event => {
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (by) seek(`${Math.max(0, app.state.at + by * SECOND)} end`);
      else if (event.key === 'Home') seek('0 end');
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
}
