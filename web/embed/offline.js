'use strict';
(() => {
  const unzip = text => new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('gzip'));
  const answer = name => {
    if (name === 'rocketscope.wasm') return new Response(unzip(program), { headers: { 'Content-Type': 'application/wasm' } });
    return Object.hasOwn(files, name) ? new Response(files[name]) : new Response('', { status: 404, statusText: 'Not Found' });
  };
  const serve = window => {
    window.fetch = async name => answer(String(name));
    window.offline = serve; // frames and windows ask for it
    window.addEventListener('click', follow);
  };

  // A link to a storyboard writes it into a window of its own, or over the one before.
  let boards;
  const follow = async click => {
    const [, name] = click.target.closest?.('a[href]')?.getAttribute('href').match(/^pack\/(.*)/) ?? [];
    if (!name) return;
    click.preventDefault();
    const here = click.view, to = here.name === 'rocketscope-pack' ? here : here.open('', 'rocketscope-pack');
    boards ??= await new Response(unzip(storyboards)).json();
    if (!to) return;
    const page = boards.Pages[name].replace('</head>', () => `<style>${boards.Style}</style></head>`);
    write(to, page.replace(/data-picture="([^"]+)"/g, (_, picture) => `src="data:image/svg+xml,${encodeURIComponent(boards.Pictures[picture])}"`));
  };

  // Frames are written, not fetched; each begins by asking for the files.
  const begin = html => html.replace('<head>', '<head><script>(parent === window ? opener : parent).offline(window)<\/script>');
  const write = ({ document }, html) => {
    document.open();
    document.write(begin(html));
    document.close();
  };

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
    if (other) write(other, files[name]);
    return other;
  };

  serve(window);

  // An address on a disk may not be rewritten everywhere.
  const replace = history.replaceState.bind(history);
  history.replaceState = (...change) => {
    try { replace(...change); } catch { /* the address stays as it is */ }
  };
})();
