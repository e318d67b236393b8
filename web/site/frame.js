// The inner frame: it holds Ebitengine's canvas and the program, and speaks
// with the page that made it over one MessageChannel (PROTOCOL.md). Everything
// here is what Ebitengine would otherwise do to the page around it.
'use strict';
(() => {
  const VERSION = 1;
  let port = null; // to the page
  let receive = null; // the program's ear
  let waiting = []; // requests that came before the program listened
  const unheard = []; // messages that came before the page did

  const post = message => {
    if (port) port.postMessage({ v: VERSION, ...message });
    else unheard.push(message);
  };

  // ---- the animation-frame gate: a paused stage draws nothing, one without a size neither ----
  const nextFrame = window.requestAnimationFrame.bind(window);
  let asleep = false, held = null, frames = 0;
  const counted = callback => nextFrame(t => {
    frames++;
    callback(t);
    globalThis.rocketscope.drawn?.(); // the drawing can be read here, and nowhere else
  });
  window.requestAnimationFrame = callback => {
    if (!asleep && document.body.clientWidth > 0) return counted(callback);
    held = callback;
    return 0;
  };
  const wake = () => {
    asleep = false;
    if (!held) return;
    const callback = held;
    held = null;
    counted(callback);
  };
  for (const kind of ['resize', 'focus', 'blur', 'pageshow']) window.addEventListener(kind, wake);

  // ---- Ebitengine draws one quad: a multisampled framebuffer is wasted on it ----
  const getContext = HTMLCanvasElement.prototype.getContext;
  let drawable = true;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    if (kind !== 'webgl2') return getContext.call(this, kind, options);
    const gl = getContext.call(this, kind, { ...options, antialias: false });
    drawable = gl !== null;
    return gl;
  };

  // ---- hands: the program hears what a person does from here; Ebitengine hears
  // nothing, for it would keep the wheel, the swipe and Tab to itself ----
  const tell = (verb, arg = '') => {
    receive?.(verb, arg);
    wake();
  };
  const on = (kinds, hear) => {
    for (const kind of kinds) {
      window.addEventListener(kind, e => {
        e.stopImmediatePropagation();
        hear?.(e);
      }, { capture: true, passive: kind !== 'keydown' && kind !== 'contextmenu' });
    }
  };
  const place = e => `${e.clientX} ${e.clientY}`;
  on(['wheel', 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'mousedown', 'mouseup', 'mousemove', 'keyup']); // a tap still clicks
  on(['pointermove'], e => tell('hands.move', place(e)));
  on(['pointerout'], e => { if (!e.relatedTarget) tell('hands.leave'); });
  on(['click'], e => tell('hands.click', place(e)));
  on(['contextmenu'], e => {
    e.preventDefault();
    if (e.button === 2) tell('hands.context', place(e)); // the key for it comes as a key
  });
  on(['keydown'], e => {
    if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'z') {
      e.preventDefault();
      post({ type: 'key', key: e.shiftKey ? 'Redo' : 'Undo' });
      return;
    }
    if (e.key === 'Tab' || e.ctrlKey || e.metaKey || e.altKey || /^F\d+$/.test(e.key)) return;
    if (/^(Arrow|Enter$|Escape$| $)/.test(e.key)) e.preventDefault();
    tell('hands.key', e.key);
  });
  window.addEventListener('focus', e => { if (e.target.matches?.('canvas:focus-visible')) tell('hands.arrive'); }, true);
  window.addEventListener('blur', e => { if (e.target.matches?.('canvas')) tell('hands.depart'); }, true);

  // ---- a file that is dropped here is the page's, and does not take the frame's place ----
  for (const kind of ['dragover', 'drop']) window.addEventListener(kind, e => e.preventDefault());
  window.addEventListener('drop', e => { if (e.dataTransfer?.files[0]) post({ type: 'dropped', file: e.dataTransfer.files[0] }); });

  // ---- a lost context would make Ebitengine reload; the page rebuilds us instead ----
  window.addEventListener('webglcontextlost', e => {
    e.stopImmediatePropagation();
    e.preventDefault();
    post({ type: 'lost' });
  }, { capture: true });

  // What the program finds: post hands a message to the page, sleep closes the
  // gate until wake, listen gives the function that takes requests. The page sets
  // drawn while it films, to hear of every frame.
  globalThis.rocketscope = {
    post: json => post(JSON.parse(json)),
    key: key => post({ type: 'key', key }),
    sleep: () => { asleep = true; },
    wake,
    drawn: null,
    listen: f => {
      receive = f;
      for (const r of waiting.splice(0)) receive(r.verb, r.arg);
    },
    get frames() { return frames; },
    get asleep() { return held !== null; },
  };

  function label() {
    const canvas = document.querySelector('canvas');
    if (!canvas) return;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', document.title);
  }
  new MutationObserver(label).observe(document.documentElement, { childList: true, subtree: true });

  // The program is on its way before the page has said a word.
  const go = Object.assign(new Go(), { env: { GOGC: '400' } }); // wasm/heap collects before Go does
  const program = window.WebGL2RenderingContext && Program.of(window.parent);
  if (program) program.told = loaded => post({ type: 'progress', loaded });

  async function start() {
    if (!program) return post({ type: 'failed', code: 'nogl', text: '' });
    try {
      const instance = await WebAssembly.instantiate(await program.module, go.importObject);
      await go.run(instance);
      post({ type: 'failed', code: drawable ? 'exit' : 'nogl', text: '' });
    } catch (e) {
      post({ type: 'failed', code: 'load', text: String(e?.message ?? e) });
    }
  }

  // Some requests are about this document too.
  const here = {
    theme: arg => { document.documentElement.dataset.theme = arg; },
    lang: arg => { document.documentElement.lang = arg === 'zh' ? 'zh-CN' : 'en'; },
    label: arg => { document.title = arg; label(); },
  };

  function request({ data }) {
    if (data?.v !== VERSION || typeof data.verb !== 'string') return post({ type: 'error', verb: String(data?.verb), text: `this frame speaks version ${VERSION} of the protocol`, line: 0 });
    const arg = String(data.arg ?? '');
    here[data.verb]?.(arg);
    if (data.verb === 'label') return;
    if (receive) return tell(data.verb, arg);
    waiting.push({ verb: data.verb, arg });
  }

  window.addEventListener('message', e => {
    if (port || e.source !== window.parent || e.data?.rocketscope !== VERSION || !e.ports[0]) return;
    port = e.ports[0];
    port.onmessage = request;
    for (const message of unheard.splice(0)) post(message);
    document.fonts.load('400 12px Inter').then(() => tell('fonts'));
  });

  window.parent.postMessage({ rocketscope: VERSION, type: 'listening' }, '*');
  start();
})();
