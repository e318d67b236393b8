// Small helpers for making elements. Styles come from classes alone, since the
// Content-Security-Policy allows no style in markup.
const ICONS = {
  back: 'M14 5L7 12l7 7M18 5v14', step: 'M10 5l7 7-7 7M6 5v14', play: 'M8 5.5v13l11-6.5z', pause: 'M8 5v14M16 5v14',
  next: 'M4 6l6 6-6 6M11 6l6 6-6 6M20.5 5v14', previous: 'M20 6l-6 6 6 6M13 6l-6 6 6 6M3.5 5v14', start: 'M19 5l-9 7 9 7zM5 5v14', redo: 'M16 6l4 4-4 4M20 10h-9a6 6 0 0 0 0 12h2', mark: 'M6.5 4h11v16L12 15.5 6.5 20z', share: 'M12 3v12M7.5 7.5L12 3l4.5 4.5M5 12v8h14v-8', pen: 'M5 19l1-4L16 5l3 3L9 18z', jump: 'M4 12h11M11 7l5 5-5 5M20 5v14', check: 'M5 12.5l4.5 4.5L19 7',
  book: 'M4 5.5C7 4 10 4.5 12 6c2-1.5 5-2 8-.5v13c-3-1.5-6-1-8 .5-2-1.5-5-2-8-.5zM12 6v13', letters: 'M4 18L8.5 6 13 18M5.6 14h5.8M20 18v-7M20 14.5a3 3 0 1 1-5.5 0 3 3 0 1 1 5.5 0',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6',
  undo: 'M8 6L4 10l4 4M4 10h9a6 6 0 0 1 0 12h-2',
  sun: 'M12 4V2M12 22v-2M4 12H2M22 12h-2M6 6L4.8 4.8M19.2 19.2L18 18M18 6l1.2-1.2M4.8 19.2L6 18M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
  moon: 'M20 14.5A8.3 8.3 0 0 1 9.5 4a8.3 8.3 0 1 0 10.5 10.5z', present: 'M3 5h18M5 5v10h14V5M12 15v4M8.5 20l3.5-2 3.5 2',
  down: 'M6 9l6 6 6-6', up: 'M6 15l6-6 6 6', menu: 'M4 7h16M4 12h16M4 17h16', x: 'M6 6l12 12M18 6L6 18', plus: 'M12 5v14M5 12h14',
  why: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.9v.5M12 18v.1', more: 'M12 6v.01M12 12v.01M12 18v.01',
};
const SVG = 'http://www.w3.org/2000/svg';

export const $ = id => document.getElementById(id);

// h makes an element: attributes by name, listeners as on*, then its children.
export function h(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else e.setAttribute(name, value === true ? '' : value);
  }
  e.append(...children.filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

// s makes an SVG element.
export function s(tag, attributes, ...children) {
  const e = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

export const icon = name => draw(s('svg', { class: 'ic' }), name);

// draw puts an icon into an svg element.
export function draw(svg, name) {
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.replaceChildren(s('path', { d: ICONS[name] }));
  return svg;
}

// seconds writes simulated nanoseconds as seconds to the millisecond.
export const seconds = ns => (ns / 1e9).toFixed(3);

// keep replaces the children of e only when the key has changed, so that a
// list that is up to date keeps its focus and its scroll.
export function keep(e, key, make) {
  if (e.dataset.key === key) return;
  const focus = e.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  e.dataset.key = key;
  e.replaceChildren(...make());
  if (focus) e.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
}

// full fills the screen with the page, where a browser and a host let it, or
// gives the screen back.
export function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (document.fullscreenEnabled) document.documentElement.requestFullscreen();
}
