// The guess beside what happened: the difference is marked, the score told, and
// the wrong answer that tempts explained.
import { h, icon } from './dom.js';
import { t } from './locale.js';
import { assigned, chip } from './lesson_ask.js';
import { say, tag, tagged, value } from './lesson_words.js';

// compare shows a graded guess; grade is null where none was made.
export function compare(ask, grade, colors) {
  const show = ask.kind === 'owners' ? owners : ask.kind === 'order' ? order : single;
  return h('div', { class: 'compare' }, ...(grade ? [score(ask, grade)] : []), ...show(ask, grade, colors), ...reasons(ask, grade, colors));
}

function score(ask, grade) {
  const text = grade.right ? t('lesson.right') : grade.of > 1 ? t(`lesson.score.${ask.kind}`, grade.hits, grade.of) : t('lesson.different');
  return h('h3', { class: grade.right ? 'score right' : 'score', 'data-score': `${grade.hits}/${grade.of}`, tabindex: -1 }, icon(grade.right ? 'check' : 'x'), text);
}

const sides = (yours, theirs) => yours ? [h('div', { class: 'sides' }, side(t('lesson.yours'), yours), side(t('lesson.engine'), theirs))] : [side(t('lesson.engine'), theirs)];

const side = (title, body) => h('div', { class: 'side' }, h('h4', {}, title), body);

function owners(ask, grade, colors) {
  const truth = assigned(ask.answer), guess = grade && assigned(grade.guess);
  const rows = (owned, other, cross) => h('div', { class: 'owners small' }, ...[...ask.choices, '-'].map(reader => {
    const has = (map, q) => reader === '-' ? !map.get(q)?.length : map.get(q)?.includes(reader);
    const mine = ask.items.filter(q => has(owned, q));
    if (reader === '-' && mine.length === 0) return null;
    return h('div', { class: `reader c${colors.get(reader) ?? 0}` }, reader === '-' ? h('span', { class: 'own none' }, t('lesson.value.nobody')) : tag(reader, colors),
      h('div', { class: 'chips' }, ...mine.map(q => {
        const same = !other || has(other, q);
        return chip(q, { class: same ? 'q' : cross ? 'q gone' : 'q came' }, !same && cross && h('b', { class: 'cross' }, icon('x'), h('span', { class: 'quiet' }, t('lesson.wrong'))));
      })));
  }));
  return sides(guess && rows(guess, truth, true), rows(truth, guess, false));
}

function order(ask, grade) {
  const list = (text, other, cross) => h('ol', { class: 'order small' }, ...text.split(' ').map((item, i) => h('li', { class: !other || other.split(' ')[i] === item ? undefined : cross ? 'gone' : 'came' }, t('lesson.message', item))));
  return sides(grade && list(grade.guess, ask.answer, true), list(ask.answer, grade?.guess, false));
}

function single(ask, grade) {
  const answer = h('p', { class: grade && !grade.right ? 'answer came' : 'answer' }, value(ask.kind, ask.answer));
  return sides(grade && h('p', { class: grade.right ? 'answer' : 'answer gone' }, value(ask.kind, grade.guess)), answer);
}

// reasons tells why the guess tempts; what else tempts is folded in.
function reasons(ask, grade, colors) {
  const met = grade && grade.wrong >= 0 ? ask.wrong[grade.wrong] : null, others = ask.wrong.filter(w => w !== met);
  const line = w => h('li', {}, h('b', {}, guessWords(ask, w.guess)), h('span', {}, ...tagged(say(w.why), colors)));
  return [
    met && h('p', { class: 'tempting' }, ...tagged(say(met.why), colors)),
    others.length > 0 && h('details', { open: grade && !grade.right && !met }, h('summary', {}, t(met || !grade ? 'lesson.others' : 'lesson.tempts')), h('ul', { class: 'wrongs' }, ...others.map(line))),
  ].filter(Boolean);
}

// guessWords puts a tempting guess into words.
export const guessWords = (ask, guess) => ask.kind === 'owners' ? guess.replaceAll(' ', ' · ').replaceAll('=', ' → ').replaceAll('→ -', `→ ${t('lesson.value.nobody')}`) : value(ask.kind, guess);
