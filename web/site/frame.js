// The inner frame: it holds Ebitengine's canvas and the program, and speaks
// with the page that made it over one MessageChannel (PROTOCOL.md). Everything
// here is what Ebitengine would otherwise do to the page around it.
'use strict';
(() => {
  const VERSION = 1;
  let port = null; // to the page
  let receive = null; // the program's ear
  let waiting = []; // requests that came before the program listened
  const STORIES = ['open', 'load', 'lesson']; // with the first of these it starts: its first frame shows something

  const post = message => port?.postMessage({ v: VERSION, ...message });

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
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, kind === 'webgl2' ? { ...options, antialias: false } : options);
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

  const supported = () => {
    const gl = document.createElement('canvas').getContext('webgl2');
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
    return gl !== null;
  };

  // load compiles the program while it arrives. A host with a wrong type makes
  // the streaming compiler refuse; the bytes are then fetched again and compiled in one go.
  const STEP = 500_000; // bytes from one word of progress to the next
  async function load(go, signal) {
    const answer = await fetch('rocketscope.wasm', { signal });
    if (!answer.ok) throw new Error(`rocketscope.wasm: ${answer.status} ${answer.statusText}`);
    const copy = answer.clone();
    (async () => {
      let loaded = 0, told = 0;
      for (const reader = copy.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) return;
        loaded += value.length;
        if (loaded < told + STEP) continue;
        told = loaded;
        post({ type: 'progress', loaded });
      }
    })();
    try {
      return (await WebAssembly.instantiateStreaming(answer, go.importObject)).instance;
    } catch (e) {
      if (!(e instanceof TypeError)) throw e;
      const bytes = await (await fetch('rocketscope.wasm')).arrayBuffer();
      return (await WebAssembly.instantiate(bytes, go.importObject)).instance;
    }
  }

  function label() {
    const canvas = document.querySelector('canvas');
    if (!canvas) return;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', document.title);
  }
  new MutationObserver(label).observe(document.documentElement, { childList: true, subtree: true });

  // The program is on its way before the page has said a word, and while the
  // drawing context is tried.
  const go = Object.assign(new Go(), { env: { GOGC: '400' } }); // the first frame waits for no collection; then it is 100
  const vain = new AbortController(), loading = load(go, vain.signal);
  let drawable = false;
  loading.catch(() => {}); // start says it
  window.addEventListener('load', () => {
    drawable = supported();
    if (!drawable) vain.abort();
  }, { once: true });

  let started = false;
  async function start() {
    if (started) return;
    started = true;
    if (!drawable) return post({ type: 'failed', code: 'nogl', text: '' });
    try {
      const instance = await loading;
      post({ type: 'starting' });
      await go.run(instance);
      post({ type: 'failed', code: 'exit', text: '' });
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
    if (STORIES.includes(data.verb)) start();
  }

  window.addEventListener('message', e => {
    if (port || e.source !== window.parent || e.data?.rocketscope !== VERSION || !e.ports[0]) return;
    port = e.ports[0];
    port.onmessage = request;
    document.fonts.load('400 12px Inter').then(() => tell('fonts'));
  });
})();
