// A story of the reader's own: written in a dialog, chosen from the disk, or
// dropped on the page or the stage. Nothing of it is lost to a fault.
import { choose } from './choice.js';
import { $, h } from './dom.js';
import { t } from './locale.js';
import * as dialog from './dialog.js';

const MOST = 1 << 20; // bytes, as the engine takes
const LESSON = /^(?:\s|#.*\n)*lesson[ \t]/;

let page;

// listen begins; page offers present, the text of the story that is shown; tell,
// which has a story opened and hears what is wrong with it; lesson; and ask, for lines.
export function listen(offers) {
  page = offers;
  $('story-edit').addEventListener('click', () => open());
  const carries = e => e.dataTransfer?.types.includes('Files');
  window.addEventListener('dragover', e => { if (carries(e)) e.preventDefault(); });
  window.addEventListener('drop', e => {
    if (!carries(e)) return;
    e.preventDefault();
    take(e.dataTransfer.files[0]);
  });
}

// take opens the story or the lesson in a file.
export async function take(file) {
  if (!file) return; // a folder
  const wanted = choose(), text = await read(file), fault = text === null && { line: 0, text: t('own.large', MOST) };
  if (!wanted()) return;
  if (fault) open(page.present(), fault);
  else if (LESSON.test(text)) page.lesson(file.name.replace(/\.txt$/, ''), text);
  else page.tell(text, wrong => wrong && open(text, wrong));
}

const read = async file => file.size > MOST ? null : (await file.text()).replaceAll('\r\n', '\n');

// open shows a story to be changed and run, with what is wrong with it.
export function open(text = page.present(), fault = null) {
  const area = h('textarea', { id: 'own-text', rows: 18, wrap: 'off', spellcheck: 'false', autocapitalize: 'off', 'aria-label': t('own.text'), 'aria-describedby': 'own-note' });
  const note = h('p', { id: 'own-note', class: 'note', role: 'status' });
  const say = wrong => {
    note.classList.toggle('bad', wrong !== null);
    area.setAttribute('aria-invalid', wrong !== null);
    note.textContent = wrong === null ? t('own.note') : wrong.line > 0 ? t('own.line', wrong.line, wrong.text) : wrong.text;
    if (wrong?.line > 0) point(area, wrong.line);
  };
  const go = () => {
    if (area.value.trim() !== '') page.tell(area.value, wrong => wrong ? say(wrong) : box.close());
  };
  const file = h('input', { type: 'file', accept: '.txt,text/plain', id: 'own-file', class: 'quiet', 'aria-label': t('own.file'), onchange: async () => {
    const chosen = file.files[0], text = chosen && await read(chosen);
    if (text === null) say({ line: 0, text: t('own.large', MOST) });
    else if (chosen) area.value = text, say(null);
    file.value = '';
  } });
  area.value = text;
  area.addEventListener('keydown', e => { if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) go(); });
  const box = dialog.show('own', t('own.title'), area, h('details', {}, h('summary', {}, t('own.lines')), h('ul', { id: 'own-lines', tabindex: 0 })), h('div', { class: 'row' }, note,
    h('label', { class: 'btn filed' }, t('own.file'), file), h('button', { type: 'button', class: 'btn pri', id: 'own-run', onclick: go }, t('own.run'))));
  area.focus();
  area.setSelectionRange(0, 0);
  say(fault);
  page.ask();
}

// lines shows how each line of a story is written.
export function lines(list) {
  $('own-lines')?.replaceChildren(...list.map(line => {
    const [word, ...rest] = line.split(' ');
    return h('li', {}, h('b', {}, word), ` ${rest.join(' ')}`);
  }));
}

// point selects a line and brings it into sight.
function point(area, line) {
  const before = area.value.split('\n').slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0), end = area.value.indexOf('\n', before);
  area.focus();
  area.setSelectionRange(before, end < 0 ? area.value.length : end);
  const high = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 1) * high - area.clientHeight / 2);
}
