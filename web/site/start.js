// The first script of the page: what will be wanted is on its way before the
// page's module is. Where the program is wanted at once, it and its frame are, too:
// js/frame.js takes them over.
'use strict';
(() => {
  window.early = new Map(); // the texts of files, for js/files.js
  const ask = name => {
    const text = fetch(name).then(answer => answer.ok ? answer.text() : Promise.reject(new Error(`${name}: ${answer.status}`)));
    text.catch(() => {}); // who wants it says it
    window.early.set(name, text);
  };

  const alone = window.parent === window, query = new URLSearchParams(location.search), lang = query.get('lang') ?? navigator.language;
  ask(`locale/${lang.startsWith('zh') ? 'zh' : 'en'}.json`);
  if (!alone && window.name !== 'rocketscope') return; // embed.js gives its frame that name
  const story = alone ? 'first-look' : query.get('story');
  if (!(alone && (location.search || location.hash)) && /^[\w-]+$/.test(story)) ask(`scenarios/${story}.txt`);
  if (origin !== 'null' && window.WebGL2RenderingContext) window.program = new Program(); // without an origin the frame could not be given it
  document.addEventListener('readystatechange', () => {
    const iframe = document.createElement('iframe');
    iframe.src = 'frame.html';
    document.getElementById('stage').append(iframe);
    window.addEventListener('message', e => { if (e.source === iframe.contentWindow) iframe.dataset.listens = ''; });
  }, { once: true });
})();
