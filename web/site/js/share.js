// Share this moment: as a link, as story text, as a test, in Markdown, as a frame
// or a figure for somebody's page.
import { h, seconds } from './dom.js';
import { t } from './locale.js';
import { LIMIT } from './link.js';
import * as snippets from './snippets.js';
import * as dialog from './dialog.js';

const FORMS = ['link', 'story', 'test', 'markdown', 'frame', 'page', ...snippets.HOSTS];
let form = 'link';

const attribute = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

// texts gives the moment in each form that there is; a link that is too long is none.
async function texts(shared, url, title) {
  const name = `${title}, ${seconds(shared.at)} s`, long = url.length > LIMIT;
  return {
    link: long ? null : url,
    story: shared.story,
    test: shared.test,
    ...long ? Object.fromEntries(['markdown', ...snippets.HOSTS].map(form => [form, null])) : await snippets.write(url, shared.at, name),
    frame: long ? null : `<iframe src="${attribute(url)}" width="800" height="450" title="${attribute(name)}" loading="lazy"></iframe>`,
  };
}

// open shows the dialog; bare is the link without the bookmarks, which takes the
// place of one that would be too long with them.
export async function open(shared, whole, bare, title) {
  const left = whole.length > LIMIT && bare.length <= LIMIT, url = left ? bare : whole;
  const { page, ...all } = await texts(shared, url, title);
  if (page) all.page = page.address;
  if (!(form in all)) form = 'link';
  const area = h('textarea', { id: 'share-text', readonly: true, rows: 9, spellcheck: 'false', 'aria-describedby': 'share-note' });
  const note = h('p', { id: 'share-note', class: 'note', role: 'status' });
  const copy = h('button', { type: 'button', class: 'btn pri', id: 'share-copy', onclick: () => copied(area, note) }, t('share.copy'));
  const about = name => {
    if (all[name] === null) return t('share.long', url.length, LIMIT);
    if (name === 'page') return t('share.page.note', seconds(page.at));
    if (left && name !== 'story' && name !== 'test') return t('share.bare', url.length, LIMIT);
    return name === 'link' ? t('share.length', url.length, LIMIT) : t(`share.${name}.note`);
  };
  const choose = name => {
    form = name;
    const text = all[name];
    area.value = text ?? '';
    area.setAttribute('aria-label', t(`share.${name}`));
    copy.disabled = text === null;
    note.classList.toggle('bad', text === null);
    note.textContent = about(name);
  };
  const radios = h('div', { class: 'forms', role: 'radiogroup', 'aria-label': t('share') }, ...FORMS.filter(name => name in all).map(name => h('label', {},
    h('input', { type: 'radio', name: 'form', value: name, checked: name === form, onchange: () => choose(name) }), h('span', {}, t(`share.${name}`)))));
  dialog.show('share', t('share'), radios, area, h('div', { class: 'row' }, note, copy));
  choose(form);
}

async function copied(area, note) {
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    area.select();
    document.execCommand('copy'); // where a frame has no leave to use the clipboard
  }
  note.textContent = t('share.copied');
}
