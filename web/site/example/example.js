// A page that uses the whole protocol between a figure and its host, with a
// plain frame: web/EMBED.md has the messages and their types. Copy what you need.
const VERSION = 1; // of the protocol
const TYPES = ['hello', 'progress', 'ready', 'size', 'state', 'event', 'decision', 'quiz', 'leave', 'error', 'failed'];

const WORDS = {
  en: {
    title: 'A figure and its host', about: 'Everything a host may say to a figure, and everything it hears from one.', figure: 'Figure', shows: 'Shows', time: 'Time', looks: 'Looks', story: 'Story',
    text: 'Text', out: 'What the figure has said', type: 'Message', count: 'Times', last: 'The last one', right: 'right', wrong: 'wrong',
  },
  zh: {
    title: '图与嵌入它的页面', about: '页面可以对图说的一切，以及图会告诉页面的一切。', figure: '图', shows: '内容', time: '时间', looks: '外观', story: '剧本',
    text: '文本', out: '图说过的话', type: '消息', count: '次数', last: '最近一条', right: '对', wrong: '错',
  },
};

const $ = id => document.getElementById(id);
const frame = $('figure'), home = location.origin; // the frame's; here it is our own
const rows = {};
let words = WORDS.en;

// ask sends the figure a verb with its argument.
function ask(verb, arg) { frame.contentWindow.postMessage({ rocketscope: VERSION, verb, arg }, home); }

// say writes one line above the figure.
function say(text, bad = false) {
  $('line').textContent = text;
  $('line').classList.toggle('bad', bad);
}

// What is done about each message; those that are not here are only counted.
const heard = {
  hello() { ask('hello'); }, // from now on it speaks to this page
  progress({ loaded }) { say(`${(loaded / 1e6).toFixed(1)} MB`); },
  ready({ params }) {
    say('');
    $('speed').value = params.speed;
  },
  size({ wants }) { frame.style.height = `${wants}px`; },
  state({ running, speed, lang, at, version }) {
    for (const b of document.querySelectorAll('[data-verb=play], [data-verb=pause]')) b.setAttribute('aria-pressed', String((b.dataset.verb === 'play') === running));
    $('speed').value = speed;
    speak(lang);
    frame.title = `RocketScope ${version}, ${(at / 1e9).toFixed(3)} s`;
  },
  event({ text, quiet }) { if (!quiet) say(text.join(' ')); },
  decision({ lead }) { say(lead); },
  quiz({ id, answer, correct }) { say(`${id}: ${answer}: ${correct ? words.right : words.wrong}`, !correct); },
  leave() { $('shows').focus(); },
  error({ code, text, line }) { say([code, line, text].filter(Boolean).join(': '), true); },
  failed({ code, text }) { say(`${code}: ${text}`, true); },
};

addEventListener('message', e => {
  if (e.source !== frame.contentWindow || e.origin !== home || e.data?.rocketscope !== VERSION) return;
  const { rocketscope, type, ...rest } = e.data, row = rows[type];
  if (!row) return; // a later version may say more
  row.dataset.count = row.cells[1].textContent = Number(row.dataset.count) + 1;
  row.cells[2].lastChild.textContent = JSON.stringify(rest);
  heard[type](rest);
});

function make(tag, text = '', ...children) {
  const e = document.createElement(tag);
  e.append(text, ...children);
  return e;
}

for (const type of TYPES) {
  const row = rows[type] = make('tr', '', make('th', '', make('code', type)), make('td', '0'), make('td', '', make('code')));
  row.cells[0].scope = 'row';
  Object.assign(row.dataset, { type, count: 0 });
  $('out').append(row);
}

// speak puts the page into the figure's language.
function speak(lang) {
  words = WORDS[lang];
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  for (const e of document.querySelectorAll('[data-word]')) e.textContent = words[e.dataset.word];
}

function show() { frame.src = `../index.html?${$('shows').value}`; }

for (const b of document.querySelectorAll('button[data-verb]')) b.addEventListener('click', () => ask(b.dataset.verb, b.dataset.from && $(b.dataset.from).value));
for (const s of document.querySelectorAll('select[data-verb]')) s.addEventListener('change', () => ask(s.dataset.verb, s.value));
$('covered').addEventListener('change', e => ask('covered', e.target.checked));
$('load').addEventListener('click', () => ask('load', { story: $('story').value, at: 0 }));
$('shows').addEventListener('change', show);
$('in').addEventListener('submit', e => e.preventDefault());
speak(navigator.language.startsWith('zh') ? 'zh' : 'en');
show();
