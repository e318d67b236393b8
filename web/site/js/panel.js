// The panel's tabs; on narrow windows the panel is a sheet that opens and closes.
import { $ } from './dom.js';

const TABS = ['why', 'inspect', 'cluster', 'events', 'compare'];

// choose shows one pane.
export function choose(name) {
  for (const tab of TABS) {
    const on = tab === name;
    $(`tab-${tab}`).setAttribute('aria-selected', on);
    $(`tab-${tab}`).tabIndex = on ? 0 : -1;
    $(`pane-${tab}`).hidden = !on;
  }
}

// open shows the panel as a sheet where it is one, with a pane chosen.
export function open(name) {
  choose(name);
  $('panel').classList.add('open');
  $(`tab-${name}`).focus();
}

// close hides the sheet and gives the focus back.
export function close() {
  const inside = $('panel').contains(document.activeElement);
  $('panel').classList.remove('open');
  if (inside) [$('why-open'), $('why-bar')].find(e => e.offsetParent)?.focus();
}

// listen wires tabs and openers; changed is called when another pane shows.
export function listen(changed) {
  for (const tab of TABS) $(`tab-${tab}`).addEventListener('click', () => { choose(tab); changed(); });
  document.querySelector('.tabs').addEventListener('keydown', e => {
    const tabs = TABS.filter(x => !$(`tab-${x}`).hidden);
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key], at = tabs.findIndex(x => document.activeElement === $(`tab-${x}`));
    if (!by || at < 0) return;
    const to = tabs[(at + by + tabs.length) % tabs.length];
    choose(to);
    $(`tab-${to}`).focus();
    changed();
    e.preventDefault();
    e.stopPropagation();
  });
  const toggle = () => { if ($('panel').classList.contains('open')) close(); else { open('why'); changed(); } };
  $('why-open').addEventListener('click', toggle);
  $('why-bar').addEventListener('click', toggle);
  $('panel-close').addEventListener('click', close);
  $('panel').addEventListener('keydown', e => { if (e.key === 'Escape') close(); });
  for (const id of ['menu-open', 'menu-top']) {
    $(id).addEventListener('click', () => {
      const on = $('head').classList.toggle('open');
      $('menu-open').setAttribute('aria-expanded', on);
      $('menu-top').setAttribute('aria-expanded', on);
    });
  }
}
