// Words of a lesson: its texts come in both languages, answers come as RocketMQ
// writes them and are put into words here.
import { h } from './dom.js';
import { lang, t } from './locale.js';

// say is a lesson's text in the language chosen.
export const say = text => text?.[lang] ?? '';

// tagged marks the consumers that a text names in their colours.
export function tagged(text, colors) {
  const names = [...colors.keys()].filter(name => /^[\w-]+$/.test(name));
  if (names.length === 0) return [text];
  return text.split(new RegExp(`(?<![\\w/-])(${names.join('|')})(?![\\w/-])`)).map((part, i) => i % 2 === 0 ? part : tag(part, colors));
}

// tag is a consumer's name in its colour.
export const tag = (name, colors) => h('span', { class: colors.get(name) ? `own c${colors.get(name)}` : 'own' }, name);

// value puts an answer into words.
export function value(kind, text) {
  if (text === '' || text === undefined) return t('lesson.value.open');
  if (kind === 'time') return duration(text);
  if (text === '-') return t('lesson.value.nobody');
  if (['never', 'once', 'twice', 'yes', 'no', 'none'].includes(text)) return t(`lesson.value.${text}`);
  return text;
}

// duration writes RocketMQ's "1m40s" or "100ms" as seconds.
export function duration(text) {
  let seconds = 0;
  for (const [, n, unit] of text.matchAll(/([\d.]+)(ms|us|s|m|h)/g)) seconds += n * { us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }[unit];
  return `${Number(seconds.toFixed(3))} s`;
}

// goal puts a condition such as "lag g = 0" into words; a rule has words of its own.
export function goal({ text, rule }) {
  const words = text.split(' '), [op, number] = words.slice(-2), [measure, ...args] = words.slice(0, -2);
  const what = rule ? t(args[1] ? 'lesson.goal.happened.at' : 'lesson.goal.happened', say(rule), args[1]) : t(`lesson.goal.${measure}`, args[0] ?? '', args.slice(1).join(' '));
  return `${what} ${{ '=': '=', '>=': '≥', '<=': '≤' }[op]} ${number}`;
}
