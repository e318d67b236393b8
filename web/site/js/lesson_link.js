// A lesson of one's own as a link that carries its text, at most as long as any
// link of the page: #lesson=STEP& and then the text as link.js writes it.
import { h } from './dom.js';
import * as dialog from './dialog.js';
import * as link from './link.js';
import { t } from './locale.js';

// NAME is what a lesson is called that does not say it.
export const NAME = 'own';

const FORM = /^lesson=(\d{0,2})&(.*)$/s;

// carries tells whether what the address holds after # is a lesson.
export const carries = hash => FORM.test(hash);

// read takes a lesson out of a link; what it cannot read is refused with a reason.
export async function read(hash) {
  const [, step, rest] = hash.match(FORM), { text } = await link.read(rest);
  if (text === undefined) throw new link.LinkError('lesson.link.bad');
  return { text, id: text.match(/^[ \t]*lesson[ \t]+([\w-]+)/m)?.[1] ?? NAME, step: Math.max(0, step - 1) };
}

// write puts a lesson into a link that opens it at a step, counted from 0.
export async function write(text, step) {
  return `${location.href.split(/[?#]/)[0]}#lesson=${step + 1}&${await link.write([['text', text]])}`;
}

// show offers the link to copy, or says that it is too long.
export async function show(text, step) {
  const url = await write(text, step), fits = url.length <= link.LIMIT;
  const area = h('textarea', { id: 'lesson-link', readonly: true, rows: 7, spellcheck: 'false', 'aria-label': t('lesson.link'), 'aria-describedby': 'lesson-link-note' });
  const note = h('p', { id: 'lesson-link-note', class: fits ? 'note' : 'note bad', role: 'status' }, t(fits ? 'share.length' : 'lesson.link.long', url.length, link.LIMIT));
  const copy = h('button', { type: 'button', class: 'btn pri', disabled: !fits, onclick: async () => {
    try {
      await navigator.clipboard.writeText(url);
      note.textContent = t('share.copied');
    } catch {
      area.select(); // the browser does not let a page copy: the reader's own keys do
    }
  } }, t('share.copy'));
  area.value = fits ? url : '';
  dialog.show('share', t('lesson.link'), area, h('div', { class: 'row' }, note, copy));
}
