// Sentences from the program: consumers stand as tags in their colour, as on the
// stage, and names never break.
import { h } from './dom.js';

const NAME = /[A-Za-z%][\w%.-]*\/\d+|\d[\d.]* (?:ms|s|min|KiB|MiB)\b/g;

// marked gives the nodes of a sentence, a list of texts and named processes;
// owners maps a consumer's number to its colour 1 to 6.
export function marked(line, owners) {
  return line.flatMap(part => {
    if (typeof part === 'string') return unbroken(part);
    const color = owners.get(part.node);
    return h('span', { class: color ? `own c${color}` : 'nb', 'data-names': part.name }, part.name);
  });
}

// plain is a sentence as text.
export const plain = line => line.map(part => part.name ?? part).join('');

function unbroken(text) {
  const parts = [];
  let from = 0;
  for (const m of text.matchAll(NAME)) {
    parts.push(text.slice(from, m.index), h('span', { class: 'nb', 'data-names': m[0].includes('/') && m[0] }, m[0]));
    from = m.index + m[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

// ownersOf gives the colour of each consumer of a state.
export const ownersOf = state => new Map(state.nodes.filter(n => n.color > 0).map(n => [n.id, n.color]));
