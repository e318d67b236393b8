// The first script of the page: where the program is wanted at once, it makes
// the program's frame while all else is still on its way. js/frame.js takes it over.
// Without an origin, the frame could not be given the page's program.
'use strict';
if (window.parent === window || window.name === 'rocketscope') { // embed.js gives its frame that name
  if (origin !== 'null' && window.WebGL2RenderingContext) window.program = new Program();
  document.addEventListener('readystatechange', () => {
    const iframe = document.createElement('iframe');
    iframe.src = 'frame.html';
    document.getElementById('stage').append(iframe);
    window.addEventListener('message', e => { if (e.source === iframe.contentWindow) iframe.dataset.listens = ''; });
  }, { once: true });
}
