'use strict';
(() => {
  const bytes = () => Uint8Array.from(atob(program), c => c.charCodeAt(0));
  const answer = name => {
    if (name === 'rocketscope.wasm') {
      const stream = new Blob([bytes()]).stream().pipeThrough(new DecompressionStream('gzip'));
      return new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
    }
    return Object.hasOwn(files, name) ? new Response(files[name]) : new Response('', { status: 404, statusText: 'Not Found' });
  };
  const serve = window => { window.fetch = async name => answer(String(name)); };
  serve(window);
  globalThis.offline = serve; // frames ask for it

  // Frames are written, not fetched; each begins by asking for the files.
  const begin = html => html.replace('<head>', '<head><script>(parent === window ? opener : parent).offline(window)<\/script>');
  const src = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src');
  Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
    ...src,
    set(name) {
      if (Object.hasOwn(files, name)) this.srcdoc = begin(files[name]);
      else src.set.call(this, name);
    },
  });
  const open = window.open.bind(window);
  window.open = (address, ...rest) => {
    const [name, hash] = String(address).split('#');
    if (!Object.hasOwn(files, name)) return open(address, ...rest);
    const other = open(`about:blank#${hash ?? ''}`, ...rest);
    other?.document.write(begin(files[name]));
    other?.document.close();
    return other;
  };

  // An address on a disk may not be rewritten everywhere.
  const replace = history.replaceState.bind(history);
  history.replaceState = (...change) => {
    try { replace(...change); } catch { /* the address stays as it is */ }
  };
})();
