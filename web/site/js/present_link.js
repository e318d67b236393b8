// The link to the present moment for a room: a QR code to point a phone at, and
// the link itself, short enough to be typed. The program draws the code.
import { $, h, s } from './dom.js';
import * as lesson from './lesson.js';
import * as own from './lesson_link.js';
import * as link from './link.js';
import { t } from './locale.js';

const LARGEST = 287; // bytes of a code that the last row can read
let page = null, wanted = null; // the link that is shown, null for none

// listen begins.
export function listen(objects) { page = objects; }

// on tells whether the link is shown.
export const on = () => wanted !== null;

// toggle shows the link to what is shown now, or takes it away.
export async function toggle() {
  if (wanted !== null) return off();
  wanted = '';
  const url = await address();
  if (wanted === null) return;
  wanted = url;
  show(null);
  if (!disk() && new TextEncoder().encode(url).length <= LARGEST) page.frame.send('qr', url);
}

// off takes the link away.
export function off() {
  wanted = null;
  $('present-qr')?.remove();
}

// handlers take the code that the program has drawn.
export const handlers = {
  qr(code) { if (code.text === wanted) show(code); },
};

const disk = () => location.protocol === 'file:';
const base = () => location.href.split(/[?#]/)[0].replace(/index\.html$/, '');

// address is the shortest link that leads here: a lesson's step, or a story's moment.
async function address() {
  const { film, from, source, step } = lesson.lesson;
  if (film && from) return `${base()}?lesson=${from}${step > 0 ? `&step=${step + 1}` : ''}`;
  if (film) return own.write(source, step);
  const { app } = page, { story, state } = app;
  const parts = app.name ? [['story', app.name]] : [['text', story.text]];
  if (app.name) {
    if (story.keep < story.base) parts.push(['keep', story.keep]);
    for (const a of story.acts.slice(story.keep)) parts.push(['act', `${link.duration(a.at)} ${a.text}`]);
    if (state.version !== story.origin) parts.push(['rocketmq', state.version]);
  }
  parts.push(['at', `${link.duration(state.at)} ${state.seq}`]);
  return `${base()}#${await link.write(parts)}`;
}

function show(code) {
  $('present-qr')?.remove();
  const text = disk() ? wanted.slice(base().length) : wanted.replace(/^https?:\/\//, '');
  const why = disk() ? 'present.link.disk' : wanted.length > LARGEST ? 'present.link.long' : 'present.link.how';
  document.body.append(h('section', { id: 'present-qr', 'aria-label': t('present.link') },
    code && s('svg', { viewBox: `-4 -4 ${code.size + 8} ${code.size + 8}`, role: 'img', 'aria-label': t('present.link.code'), 'shape-rendering': 'crispEdges' },
      s('path', { d: `M-4-4h${code.size + 8}v${code.size + 8}h-${code.size + 8}z`, fill: '#fff' }), s('path', { d: code.path, fill: '#000' })),
    h('p', { class: 'address' }, disk() ? text : h('a', { href: wanted }, text.length > 400 ? `${text.slice(0, 400)}…` : text)),
    h('p', { role: 'status' }, t(why, wanted.length, LARGEST))));
}
