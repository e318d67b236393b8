// A stretch of the run as a film: it is played on the stage and recorded as it
// passes, with the caption and the clock below, and the names of two runs above.
import { plain } from './text.js';
import { seconds } from './dom.js';

const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];
const WIDEST = 1920; // px
const RATE = 30; // frames a second at most
const HEAD = 36; // CSS px of the names above two runs
const TICK = 50; // ms between two looks at a state that is waited for
export const LONGEST = 120; // s that a film may last

// type is what this browser can record, undefined for nothing.
export const type = () => globalThis.MediaRecorder && TYPES.find(t => MediaRecorder.isTypeSupported(t));

// shell is the stage's own window, null where the browser keeps it from the page:
// in a frame without an origin.
export function shell(frame) {
  try {
    return frame.element.contentWindow.rocketscope && frame.element.contentWindow;
  } catch {
    return null;
  }
}

// record plays from one moment to another and resolves with a Blob, or with null
// when told to forget it. tell hears of every frame, caption gives two sentences,
// runs are the names of those on the stage where two are compared; signal ends it: what was filmed is kept, unless its reason is 'forget'.
export async function record({ app, frame, from, to, speed, caption, runs, signal, tell }) {
  const back = `${app.state.at} ${app.state.seq}`, stage = shell(frame);
  frame.send('pause');
  frame.send('seek', `${from} end`);
  await until(() => app.state.at === from && !app.state.running && !app.state.seeking, signal);
  const reel = new Reel(stage.document.querySelector('canvas'), runs);
  const past = () => app.state.at >= to;
  const ended = new Promise(done => {
    signal.addEventListener('abort', done);
    stage.rocketscope.drawn = () => {
      reel.draw(caption(), app.state.at);
      tell((app.state.at - from) / 1e9);
      if (past()) done();
    };
  });
  frame.send('speed', speed);
  frame.send('play', `${to} end`);
  await until(past, signal);
  stage.rocketscope.wake(); // it rests at the end: a last frame, now that its moment is known here
  if (!signal.aborted) await ended;
  stage.rocketscope.drawn = null;
  frame.send('pause');
  frame.send('speed', app.speed);
  frame.send('seek', back);
  const film = await reel.end();
  return signal.reason === 'forget' ? null : film;
}

function until(state, signal) {
  return new Promise(done => {
    const look = () => state() || signal.aborted ? done() : setTimeout(look, TICK);
    look();
  });
}

// Reel is the picture that is recorded: the stage above, its words below.
class Reel {
  #stage; #runs; #canvas = document.createElement('canvas'); #pen; #scale; #recorder = null; #parts = []; #colours; #words = null;

  constructor(stage, runs) {
    const css = stage.ownerDocument.documentElement.clientWidth, w = Math.min(stage.width, WIDEST);
    const shrunk = w / stage.width, even = x => 2 * Math.round(x / 2);
    this.#stage = stage;
    this.#runs = runs;
    this.#scale = w / css;
    this.#canvas.width = even(w);
    this.#canvas.height = even(stage.height * shrunk + this.#head() + this.#strip(css));
    this.#pen = this.#canvas.getContext('2d', { alpha: false });
    const style = getComputedStyle(document.documentElement), colour = name => style.getPropertyValue(`--${name}`);
    this.#colours = { surface: colour('surface'), hair: colour('hair'), ink: colour('ink'), ink2: colour('ink2'), accent: colour('accent'), font: colour('sans') };
  }

  // strip is the height that words need, in px of the film.
  #strip(css) { return (css < 640 ? 148 : 84) * this.#scale; }

  // head is the height of the runs' names, in px of the film.
  #head() { return this.#runs.length > 0 ? HEAD * this.#scale : 0; }

  // draw adds the present frame; the first one begins the recording.
  draw(caption, at) {
    const { width, height } = this.#canvas, pen = this.#pen, css = width / this.#scale, head = this.#head(), below = height - this.#strip(css);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = this.#colours.surface;
    pen.fillRect(0, 0, width, height);
    pen.drawImage(this.#stage, 0, head, width, below - head);
    pen.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    this.#name(css);
    pen.setTransform(this.#scale, 0, 0, this.#scale, 0, below);
    pen.fillStyle = this.#colours.hair;
    pen.fillRect(0, 0, css, 1.5);
    this.#tell(caption, at, css);
    if (!this.#recorder) this.#begin();
  }

  // name writes each run's name above its half.
  #name(css) {
    const pen = this.#pen, w = css / this.#runs.length, { ink, accent, hair, font } = this.#colours;
    this.#runs.forEach((name, i) => {
      pen.font = `700 15px ${font}`;
      pen.fillStyle = i === 0 ? ink : accent;
      pen.fillText(wrap(pen, name, w - 36, 1)[0], i * w + 18, 23.5);
      pen.fillStyle = hair;
      pen.fillRect(i * w, HEAD - 1.5, w, 1.5);
      if (i > 0) pen.fillRect(i * w, 0, 1.5, HEAD);
    });
  }

  #tell({ first, second }, at, css) {
    const pen = this.#pen, narrow = css < 640, big = narrow ? 17 : 20, small = narrow ? 14.5 : 16, most = narrow ? 2 : 1;
    const clock = `${seconds(at)} s`, { ink, ink2, font } = this.#colours;
    const write = (lines, y, size, weight, colour) => {
      pen.font = `${weight} ${size}px ${font}`;
      pen.fillStyle = colour;
      lines.forEach((line, i) => pen.fillText(line, 18, y + i * size * 1.35));
      return y + lines.length * size * 1.35;
    };
    pen.font = `600 ${small}px ${font}`;
    pen.fillStyle = ink2;
    const room = css - 56 - pen.measureText(`${clock}00`).width;
    pen.textAlign = 'right';
    pen.fillText(clock, css - 18, 13 + big);
    pen.textAlign = 'left';
    const key = `${css} ${plain(first)}\n${plain(second)}`;
    if (this.#words?.key !== key) {
      pen.font = `650 ${big}px ${font}`;
      const head = wrap(pen, plain(first), room, most);
      pen.font = `400 ${small}px ${font}`;
      this.#words = { key, head, tail: wrap(pen, plain(second), css - 36, most) };
    }
    const y = write(this.#words.head, 13 + big, big, 650, ink);
    write(this.#words.tail, y + 2, small, 400, ink2);
  }

  #begin() {
    this.#recorder = new MediaRecorder(this.#canvas.captureStream(RATE), { mimeType: type(), videoBitsPerSecond: 6e6 });
    this.#recorder.ondataavailable = e => this.#parts.push(e.data);
    this.#recorder.start();
  }

  // end stops the recording and gives what was filmed, null if that is nothing.
  async end() {
    if (!this.#recorder) return null;
    await new Promise(done => {
      this.#recorder.onstop = done;
      this.#recorder.stop();
    });
    return new Blob(this.#parts, { type: type().split(';')[0] });
  }
}

// wrap breaks a text into lines; the last has what does not fit cut off.
function wrap(pen, text, width, most) {
  const lines = [];
  let line = '';
  for (const word of text.match(/[⺀-￯][，。、；：）”]*\s*|[^\s⺀-￯]+\s*/g) ?? []) {
    if (line && pen.measureText((line + word).trimEnd()).width > width) {
      if (lines.length === most - 1) {
        while (line && pen.measureText(`${line}…`).width > width) line = line.slice(0, -1);
        return [...lines, `${line.trimEnd()}…`];
      }
      lines.push(line);
      line = '';
    }
    line += word;
  }
  return [...lines, line];
}
