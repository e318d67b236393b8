// One dialog at a time: the browser keeps the focus in it and gives it back.
import { $, h } from './dom.js';
import { t } from './locale.js';

let count = 0;

// refocus gives the focus back to what had it, or to what has taken its place in
// a list that was drawn anew.
export function refocus(e) {
  const name = e?.isConnected === false ? e.dataset.focus : undefined;
  (name ? document.querySelector(`[data-focus="${CSS.escape(name)}"]`) : e)?.focus?.();
}

// show opens a dialog with a title; closing removes it.
export function show(kind, title, ...body) {
  document.querySelector('dialog')?.close();
  const id = `dialog-${++count}`, before = document.activeElement;
  const dialog = h('dialog', { class: `dialog ${kind}`, 'aria-labelledby': id },
    h('form', { method: 'dialog', class: 'dialog-head' }, h('h2', { id }, title), h('button', { class: 'btn sq', 'aria-label': t('close'), value: 'close' }, '×')),
    ...body);
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (document.activeElement === document.body) refocus(before);
  });
  dialog.addEventListener('keydown', e => e.stopPropagation());
  dialog.addEventListener('click', e => { if (e.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// say tells something to those who listen.
export function say(text) {
  $('log').append(h('p', {}, text));
}
