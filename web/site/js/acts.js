// Acts that need a value: a dialog for each kind, a row for each act, and under
// it the line of the story that it is. What is refused says why right there; what
// is done closes the dialog, since the stage shows what comes of it.
import { h } from './dom.js';
import { t } from './locale.js';
import * as dialog from './dialog.js';

// LETTERS are the keys of the groups in a node's menu.
const LETTERS = { sending: 'O', messages: 'E', listener: 'T', subscription: 'B', group: 'G', answers: 'A', disk: 'F', topics: 'P', pace: 'W', links: 'X', version: 'V' };

let asked = null; // the row whose act the program was asked for, and its dialog

// PRESENT tells what an act would change, where the page knows it of the node.
const PRESENT = {
  rate: node => node.rate % 60 ? `${node.rate}/m` : `${node.rate / 60}/s`,
  strategy: node => node.strategy,
  factor: node => `x${node.slow / 10}`,
  upgrade: node => node.version,
};

// items are the groups as items of a node's menu.
export const items = (groups, node) => groups.map(g => ({ text: t('act.more', t(`act.group.${g.key}`)), letter: LETTERS[g.key], group: { ...g, of: node }, node: node?.name }));

const quote = value => /^[^\s=|#"]+$/.test(value) ? value : `"${value}"`;

// word names a value that has words; the others are RocketMQ's own names.
function word(value) {
  const key = `act.value.${value}`, text = t(key);
  return text === key ? value : t('act.value', text, value);
}

function input(f, id) {
  if (f.options.length > 0) {
    return h('select', { id, name: f.key }, ...f.options.map(o => h('option', { value: o, selected: o === f.value }, word(o))));
  }
  return h('input', { id, name: f.key, value: f.value, placeholder: f.sample, size: 9, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
}

function row(act, group, send) {
  const id = `${group.key}-${act.key}`, now = group.of && PRESENT[act.key]?.(group.of), fields = act.fields.map((f, i) => [f, input(f, `${id}-${i}`)]);
  const line = () => act.head + fields.filter(([, e]) => e.value.trim()).map(([f, e]) => f.before + quote(e.value.trim())).join('');
  const code = h('code', {}, line()), why = h('p', { class: 'why', role: 'alert' });
  const form = h('form', { class: 'act-row', 'data-act': act.key, 'aria-labelledby': id, onsubmit: e => {
    e.preventDefault();
    asked = form;
    why.textContent = '';
    send(line());
  } },
  h('h3', { id }, t(`act.do.${act.key}`), now && h('small', {}, t('act.now', now))),
  h('div', { class: 'fields' }, ...fields.map(([f, e]) => h('label', {}, h('span', { class: act.fields.length === 1 ? 'quiet' : undefined }, t(`act.field.${f.key}`)), e)), h('button', { class: 'btn', 'aria-label': `${t('act.go')}: ${t(`act.do.${act.key}`)}` }, t('act.go'))),
  code, why);
  form.addEventListener('input', () => { code.textContent = line(); });
  return form;
}

// open shows a group of acts on a node.
export function open(group, name, send) {
  const title = t('act.title', t(`act.group.${group.key}`), name);
  const box = dialog.show('acts', title, h('div', { class: 'scroll' }, ...group.acts.map(a => row(a, group, send))));
  box.addEventListener('close', () => { if (box.contains(asked)) asked = null; });
  box.querySelector('select, input, .act-row button')?.focus();
}

// refused takes an error of the program; it is ours if a row asked for the act.
export function refused({ verb, text }) {
  if (verb !== 'do' || !asked) return false;
  asked.querySelector('.why').textContent = text;
  asked = null;
  return true;
}

// done closes the dialog of an act that is part of the story now.
export function done() {
  const form = asked;
  asked = null;
  form?.closest('dialog').close();
}
