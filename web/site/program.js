// The program on its way: compiled while it arrives. The page loads it, so that
// a frame made anew need not; a frame that may not look at its page loads its own.
'use strict';
class Program {
  static #PAUSE = 500; // ms before the first word of progress, and from one to the next
  told = null; // is called with the bytes that have come

  constructor() {
    this.module = this.#load();
    this.module.catch(() => {}); // who waits for it says it
  }

  // A host with a wrong type makes the streaming compiler refuse; the bytes are
  // then fetched again and compiled in one go.
  async #load() {
    const answer = await fetch('rocketscope.wasm');
    if (!answer.ok) throw new Error(`rocketscope.wasm: ${answer.status} ${answer.statusText}`);
    this.#count(answer.clone().body.getReader()).catch(() => {}); // the compiler says it
    try {
      return await WebAssembly.compileStreaming(answer);
    } catch (e) {
      if (!(e instanceof TypeError)) throw e;
      return WebAssembly.compile(await (await fetch('rocketscope.wasm')).arrayBuffer());
    }
  }

  async #count(reader) {
    for (let loaded = 0, last = performance.now(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      loaded += value.length;
      if (performance.now() < last + Program.#PAUSE) continue;
      last = performance.now();
      this.told?.(loaded);
    }
  }

  // of is the page's program, or one of the frame's own.
  static of(page) {
    try {
      return page.program ?? new Program();
    } catch { // of another origin
      return new Program();
    }
  }
}
