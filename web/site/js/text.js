// Text from the program with the marks of the stage: consumers as tags in
// their colour, queue names that never break.
import { h } from './dom.js';

// marked gives the nodes of a text; owners maps a consumer's name to its colour 1..6.
export function marked(text, owners) {
  const parts = [];
  let rest = 0;
  for (const m of text.matchAll(/[A-Za-z%][\w%.-]*(?:\/\d+)?/g)) {
    const name = m[0];
    const made = owners.has(name) ? h('span', { class: `own c${owners.get(name)}` }, name) : name.includes('/') ? h('span', { class: 'nb' }, name) : null;
    if (!made) continue;
    parts.push(text.slice(rest, m.index), made);
    rest = m.index + name.length;
  }
  parts.push(text.slice(rest));
  return parts;
}

// owners gives the colour of each consumer of a state.
export const ownersOf = state => new Map((state?.nodes ?? []).filter(n => n.color > 0).map(n => [n.name, n.color]));
