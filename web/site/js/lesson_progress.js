// What the reader has done, kept on the reader's machine and nowhere else. Where
// the browser keeps nothing, it lasts as long as the page.
const KEY = 'rocketscope.lessons';
const empty = () => ({ v: 1, lessons: {} });
let kept = read();

function read() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY));
    return all?.v === 1 && typeof all.lessons === 'object' ? all : empty();
  } catch {
    return empty();
  }
}

function write() {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch { /* a browser that keeps nothing */ }
}

// of gives what is known of a lesson: whether it was read to its end, and the
// first answer to each of its questions.
export const of = id => kept.lessons[id] ?? { done: false, answers: {} };

function change(id, by) {
  kept.lessons[id] = { ...of(id), ...by };
  write();
}

// answer notes how a question was answered; the first answer counts.
export function answer(id, step, { guess, hits, of: all, right }) {
  const known = of(id).answers, first = known[step] ?? { guess, hits, of: all, right, tries: 0 };
  change(id, { answers: { ...known, [step]: { ...first, tries: first.tries + 1 } } });
}

// finish notes that a lesson was read to its end.
export function finish(id) { change(id, { done: true, on: new Date().toISOString() }); }

// forget forgets everything.
export function forget() {
  kept = empty();
  write();
}

// json and csv are all of it as files to save.
export const json = () => JSON.stringify(kept, null, 1);

export function csv() {
  const rows = [['lesson', 'done', 'on', 'step', 'guess', 'hits', 'of', 'right', 'tries']];
  for (const [id, l] of Object.entries(kept.lessons)) {
    const answers = Object.entries(l.answers);
    if (answers.length === 0) rows.push([id, l.done, l.on ?? '']);
    for (const [step, a] of answers) rows.push([id, l.done, l.on ?? '', Number(step) + 1, a.guess, a.hits, a.of, a.right, a.tries]);
  }
  return rows.map(r => r.map(cell).join(',')).join('\r\n') + '\r\n';
}

// cell writes a value so that no program takes it for a formula.
const cell = v => `"${String(v).replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`;
