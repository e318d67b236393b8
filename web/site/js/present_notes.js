// The presenter's own window: notes, the answer, the next step and the clock, in
// step with the presentation. Keys pressed here work there.
import { $, h } from './dom.js';
import { choose, t } from './locale.js';

// A window that was written instead of fetched has no address of its own, but a name.
const room = location.hash.slice(1) || window.name.replace('rocketscope-', '');
const channel = new BroadcastChannel(`rocketscope ${room}`);
let now = null, lang = '', zero = 0;

channel.onmessage = async ({ data }) => {
  if (data.type !== 'now') return;
  now = data;
  if (data.lang !== lang) {
    lang = data.lang;
    await choose(lang);
  }
  show();
};

function show() {
  $('waiting').hidden = now.on;
  $('now').hidden = !now.on;
  $('title').textContent = now.title || t('present.title');
  document.title = `${t('present.title')} · ${now.title}`;
  $('at').textContent = now.steps === 0 ? '' : now.step < now.steps ? t('present.step', now.step + 1, now.steps) : t('present.rule');
  $('say').textContent = now.now?.say ?? '';
  $('ask').textContent = now.now?.ask ?? '';
  $('answers').hidden = !now.answer;
  $('answer').textContent = now.answer;
  $('answer').classList.toggle('shown', now.revealed);
  $('wrong').replaceChildren(...now.wrong.map(([guess, why]) => h('li', {}, h('b', {}, guess), ' ', why)));
  $('then').textContent = now.then;
  $('note').textContent = now.note || t('present.nonotes');
  $('next').textContent = now.next ? [now.next.say, now.next.ask].filter(Boolean).join(' ') : t('present.end');
  $('pack').hidden = !now.pack;
  $('pack').href = now.pack;
  Object.assign(document.body.dataset, { step: now.step, phase: now.phase, revealed: now.revealed, blank: now.blank });
  tick();
}

const two = n => String(n).padStart(2, '0');
const span = ms => `${Math.floor(ms / 60000)}:${two(Math.floor(ms / 1000) % 60)}`;

function tick() {
  const time = new Date(), left = now ? Math.ceil((now.ends - time) / 1000) : 0;
  $('clock').textContent = `${two(time.getHours())}:${two(time.getMinutes())}`;
  $('elapsed').textContent = now?.since ? span(time - Math.max(now.since, zero)) : '';
  $('left').textContent = left > 0 ? t('present.left', left) : '';
}

const press = key => channel.postMessage({ type: 'key', key });
$('back').addEventListener('click', () => press('PageUp'));
$('forward').addEventListener('click', () => press('PageDown'));
$('zero').addEventListener('click', () => { zero = Date.now(); tick(); });
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.key === 'Tab' || e.key === 'Escape' || e.target.closest('button') && (e.key === ' ' || e.key === 'Enter')) return;
  if (/^(PageDown|PageUp|Arrow(Left|Right)|Home|End| |[1-9.abclzqABCLZQ])$/.test(e.key)) {
    press(e.key);
    e.preventDefault();
  }
});
setInterval(tick, 500);
await choose('en');
channel.postMessage({ type: 'hello' });
