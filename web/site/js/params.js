// The parameters of a figure, in one table: the element's attributes, the
// frame's address and web/EMBED.md have the same. Nothing is guessed: a value
// that its kind does not know is named.
const UNITS = { ms: 1e6, s: 1e9, m: 6e10, h: 36e11 };
const TIME = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

const time = text => TIME.test(text) ? [...text.matchAll(/([\d.]+)([a-z]+)/g)].reduce((sum, [, n, unit]) => sum + Math.round(n * UNITS[unit]), 0) : undefined;

// difference reads the key of a second run.
function difference(text) {
  const [, kind, at = '0s', what] = /^(version|strategy|option|replication|fault|seed|without (\S+)) (\S.*)$/.exec(text) ?? [], ns = kind && time(at);
  return ns === undefined ? undefined : `${kind.split(' ')[0]} ${ns} ${what}`;
}

const oneOf = (...names) => ({ names, read: text => names.find(n => n === text) });

const KINDS = {
  story: { read: text => /^[a-z0-9-]+$/.test(text) || /\s/.test(text.trim()) ? text : undefined },
  link: { read: text => text || undefined },
  time: { read: time },
  difference: { read: difference },
  flag: { read: text => ({ '': true, true: true, false: false })[text] },
  speed: oneOf('1/20', '1/10', '1/5', '1/2', '1', '2', '5', '10', '50', '100', '1000'),
  lang: oneOf('auto', 'en', 'zh'),
  theme: oneOf('auto', 'light', 'dark', 'projector'),
  ui: oneOf('full', 'min', 'none'),
  name: { read: text => /^[^\s"]+$/.test(text) ? text : undefined },
  height: { read: text => /^\d+$/.test(text) && text >= 240 && text <= 4320 ? +text : undefined },
};

// PARAMS gives each parameter its kind and what it is when it is not given.
export const PARAMS = {
  story: ['story', 'first-look'],
  state: ['link', ''],
  at: ['time', ''],
  play: ['flag', false],
  speed: ['speed', '1'],
  lang: ['lang', 'auto'],
  theme: ['theme', 'auto'],
  ui: ['ui', 'full'],
  select: ['name', ''],
  compare: ['difference', ''],
  height: ['height', 450],
};

// parse reads what was given, a function from name to text or null: the values,
// and of each wrong one its name, text, kind and the names that it could have had.
export function parse(given) {
  const values = {}, wrong = [];
  for (const [name, [kind, fallback]] of Object.entries(PARAMS)) {
    const text = given(name), value = text === null ? fallback : KINDS[kind].read(text);
    if (value === undefined) wrong.push({ name, text, kind, names: KINDS[kind].names });
    else values[name] = value;
  }
  return { values, wrong };
}
