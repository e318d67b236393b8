// The transport bar: play, step, run to the next decision, speed, clock, next timer.
import { $, draw, seconds } from './dom.js';
import { t, titled } from './locale.js';

// SPEEDS are the stops of the slider, in simulated seconds per second.
export const SPEEDS = ['1/20', '1/10', '1/5', '1/2', '1', '2', '5', '10', '50', '100', '1000'];

// listen wires the controls to what the page does.
export function listen(app, act) {
  for (const id of ['reset', 'previous', 'back', 'step', 'next', 'play']) $(id).addEventListener('click', () => act[id]());
  const speed = $('speed');
  speed.max = SPEEDS.length - 1;
  speed.value = SPEEDS.indexOf(app.speed);
  speed.addEventListener('input', () => act.speed(SPEEDS[speed.value]));
}

// show brings the bar up to date.
export function show(app) {
  const { state } = app;
  for (const e of document.querySelectorAll('.clock-text')) e.textContent = `${seconds(state.at)} s`;
  const playing = state.running || state.next || state.seeking;
  if ($('play').dataset.title !== (playing ? 'pause' : 'play')) {
    titled($('play'), playing ? 'pause' : 'play');
    draw($('play').firstElementChild, playing ? 'pause' : 'play');
  }
  $('next').setAttribute('aria-busy', state.next);
  $('speed-value').textContent = `${app.speed}×`;
  $('speed').setAttribute('aria-valuetext', `${app.speed}×`);
  $('timer').classList.toggle('late', state.behind);
  $('timer').textContent = state.behind ? t('behind') : state.timer && t('timer.next', state.timer);
  $('version').textContent = state.version;
  $('seed').textContent = t('seed', state.seed);
}
