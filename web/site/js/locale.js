// Words of the page in the language chosen. Captions and cards come from the
// program, which knows the language too.
import { read } from './files.js';

let words = {};
export let lang = 'en';

// choose loads a language and puts its words into the page.
export async function choose(wanted) {
  words = JSON.parse(await read(`locale/${wanted}.json`));
  lang = wanted;
  document.documentElement.lang = wanted === 'zh' ? 'zh-CN' : 'en';
  for (const e of document.querySelectorAll('[data-t]')) e.textContent = t(e.dataset.t);
  for (const e of document.querySelectorAll('[data-label]')) e.setAttribute('aria-label', t(e.dataset.label));
  for (const e of document.querySelectorAll('[data-title]')) titled(e, e.dataset.title);
}

// t gives the words of a key with its slots {0}, {1} filled.
export const t = (key, ...slots) => slots.reduce((text, value, i) => text.replaceAll(`{${i}}`, value), words[key] ?? key);

// titled names a control that shows only an icon.
export function titled(e, key) {
  e.dataset.title = key;
  e.title = t(key) + (e.dataset.key ? ` (${e.dataset.key})` : '');
  e.setAttribute('aria-label', t(key));
}
