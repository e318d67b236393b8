// The shelf: courses with their lessons, what the reader has done, the glossary,
// lessons of one's own, and results to save.
import { h, icon } from './dom.js';
import { lang, t } from './locale.js';
import * as lesson from './lesson.js';
import * as link from './lesson_link.js';
import * as progress from './lesson_progress.js';
import { say } from './lesson_words.js';

let index = null; // lessons/index.json

// load fetches what there is to read.
export async function load() {
  index ??= await (await fetch('lessons/index.json')).json();
  return index;
}

// titleOf is a lesson's title; after is the one that follows it in its course.
export const titleOf = id => say(index?.lessons[id]?.title) || id;

export function after(id) {
  for (const c of index?.courses ?? []) {
    const at = c.lessons.indexOf(id);
    if (at >= 0) return c.lessons[at + 1];
  }
  return undefined;
}

// courseOf is the course that a lesson belongs to.
export const courseOf = id => index?.courses.find(c => c.lessons.includes(id));

function dialog(kind, title, ...body) {
  document.querySelector('dialog')?.close();
  const d = h('dialog', { class: `shelf ${kind}`, 'aria-labelledby': 'shelf-title' },
    h('div', { class: 'shelf-head' }, h('h2', { id: 'shelf-title' }, title), h('button', { type: 'button', class: 'btn sq', 'aria-label': t('close'), onclick: () => d.close() }, icon('x'))),
    h('div', { class: 'shelf-body' }, ...body));
  d.addEventListener('close', () => d.remove());
  d.addEventListener('keydown', e => e.stopPropagation());
  d.addEventListener('click', e => { if (e.target === d) d.close(); });
  document.body.append(d);
  d.showModal();
  return d;
}

// open shows the shelf.
export async function open() {
  await load();
  const only = h('input', { type: 'checkbox', checked: lesson.lesson.only });
  const d = dialog('courses', t('lesson.shelf'),
    h('div', { class: 'shelf-tools' },
      h('label', { class: 'check' }, only, t('lesson.only')), h('span', { class: 'sp' }),
      tool('lesson.glossary', glossary), pack(), file(), carry(), tool('lesson.json', () => save('json', progress.json())), tool('lesson.csv', () => save('csv', progress.csv())),
      forget()),
    ...index.courses.map(c => h('section', { class: 'course' }, h('h3', {}, say(c.title)), h('p', {}, say(c.about)), h('ol', {}, ...c.lessons.map((id, i) => row(id, i, only))))));
  (d.querySelector('[data-open][data-current]') ?? d.querySelector('[data-open]')).focus();
}

function row(id, i, only) {
  const b = index.lessons[id], did = progress.of(id), answers = Object.values(did.answers), right = answers.filter(a => a.right).length;
  return h('li', {}, h('button', { type: 'button', 'data-open': id, 'data-current': id === lesson.lesson.id, class: did.done ? 'done' : undefined, onclick: e => { e.currentTarget.closest('dialog').close(); lesson.open(id, { only: only.checked }); } },
    did.done ? icon('check') : h('i', {}), h('b', {}, say(b.title)),
    h('small', {}, i === 0 ? t('lesson.first', b.minutes) : t('lesson.length', b.minutes, b.asks), answers.length > 0 && ` · ${t('lesson.score', right, b.asks)}`),
    h('span', {}, say(b.learn[0]))));
}

const tool = (key, on) => h('button', { type: 'button', class: 'btn', onclick: on }, t(key));

// forget wants a second press, since nothing brings the results back.
function forget() {
  const button = tool('lesson.forget', () => {
    if (button.dataset.sure) {
      progress.forget();
      open();
    }
    button.dataset.sure = true;
    button.textContent = t('lesson.forget.sure');
  });
  return button;
}

// pack leads to the storyboards to print.
const pack = () => h('a', { class: 'btn', href: `pack/index.${lang}.html` }, t('lesson.pack'));

// carry offers the open lesson as a link, if it is one of the reader's own.
const carry = () => lesson.active() && lesson.lesson.film && !lesson.lesson.from ? tool('lesson.link', () => link.show(lesson.lesson.source, lesson.lesson.step)) : null;

// file opens a lesson of one's own from disk.
function file() {
  const input = h('input', { type: 'file', accept: '.txt,text/plain', id: 'lesson-file', class: 'quiet', 'aria-label': t('lesson.file'), onchange: async () => {
    const chosen = input.files[0];
    if (!chosen) return;
    const text = await chosen.text();
    input.closest('dialog').close();
    lesson.openText(chosen.name.replace(/\.txt$/, ''), text);
  } });
  return h('label', { class: 'btn filed' }, t('lesson.file'), input);
}

function save(kind, text) {
  const address = URL.createObjectURL(new Blob([text], { type: kind === 'csv' ? 'text/csv' : 'application/json' }));
  h('a', { href: address, download: `rocketscope-lessons.${kind}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// glossary shows RocketMQ's own terms; those of the open lesson's course come first.
export async function glossary() {
  await load();
  const near = courseOf(lesson.lesson.id)?.terms ?? [];
  const list = h('dl', { class: 'terms' }), filter = h('input', { type: 'search', 'aria-label': t('lesson.find'), placeholder: t('lesson.find') });
  const draw = () => {
    const wanted = filter.value.trim().toLowerCase();
    const found = index.terms.filter(x => `${x.name.en} ${x.name.zh} ${say(x.means)}`.toLowerCase().includes(wanted));
    found.sort((a, b) => near.includes(b.id) - near.includes(a.id));
    list.replaceChildren(...found.flatMap(x => [h('dt', {}, h('b', {}, x.name.en), ' ', h('span', { lang: 'zh' }, x.name.zh === x.name.en ? '' : x.name.zh)), h('dd', {}, say(x.means))]));
  };
  filter.addEventListener('input', draw);
  draw();
  dialog('glossary', t('lesson.glossary'), filter, list);
  filter.focus();
}
