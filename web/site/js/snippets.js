// The present moment as a figure for other people's pages: the element, the same
// for the hosts that write it their own way, and a picture where only a picture
// can be. web/EMBED.md tells what each host needs once.
import { duration } from './link.js';

export const HOSTS = ['element', 'mdx', 'mkdocs', 'hugo', 'vitepress'];

const attribute = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const escaped = text => text.replace(/[\\[\]]/g, c => `\\${c}`);

// figure is what the element is told: a scenario and its moment where that says
// all, or else the whole state of the link.
function figure(url, at) {
  const text = url.hash.slice(1), parts = new URLSearchParams(text), own = ['text', 'z', 'act', 'keep', 'rocketmq'].some(key => parts.has(key));
  const told = own ? { state: text } : { story: parts.get('story'), at: duration(at) };
  if (!own && parts.has('select')) told.select = parts.get('select');
  if (url.searchParams.has('compare')) told.compare = url.searchParams.get('compare');
  return { ...told, lang: parts.get('lang') ?? 'auto', theme: parts.get('theme') ?? 'auto', ui: 'min', height: '450' };
}

// posters are the stills of a scenario, or null.
async function posters(home, story) {
  try {
    return (await import(new URL(`posters/${story}.js`, home))).default;
  } catch {
    return null; // a disk has none
  }
}

const spoken = lang => lang === 'zh' ? 'zh' : 'en';

// picture is the address of the still nearest to a moment.
function picture(stills, home, { story, lang, theme }, at) {
  const ms = at / 1e6, near = stills.at.reduce((a, b) => Math.abs(b - ms) < Math.abs(a - ms) ? b : a);
  return new URL(`posters/${story}/${near}.${spoken(lang)}.svg${theme === 'light' ? '' : `#${theme}`}`, home).href;
}

// page is the address of the scenario's own page with the moment that it shows,
// where the build was told its address and has one.
function page(stills, { story, lang }) {
  return { address: `${stills.base}pages/${story}.${spoken(lang)}.html`, at: stills.at[stills.best] * 1e6 };
}

// write gives the moment in the form of each host, and in Markdown; and the page.
export async function write(address, at, name) {
  const url = new URL(address), home = new URL('.', url), told = figure(url, at);
  const given = Object.entries(told).map(([key, value]) => `${key}="${attribute(value)}"`).join(' ');
  const script = `<script type="module" src="${new URL('embed.js', home)}"></script>`;
  const element = `<rocket-scope ${given}><a href="${attribute(address)}">${attribute(name)}</a></rocket-scope>`;
  const stills = told.story ? await posters(home, told.story) : null, still = stills && picture(stills, home, told, at);
  return {
    element: `${script}\n${element}`,
    mdx: `import Head from '@docusaurus/Head';\n\n<Head>${script}</Head>\n\n${element}`,
    mkdocs: `${script}\n\n${element}`,
    hugo: `{{< rocket-scope ${given} >}}`,
    vitepress: element,
    markdown: still ? `[![${escaped(name)}](${still})](${address})` : `[${escaped(name)}](${address})`,
    page: stills?.base ? page(stills, told) : null,
  };
}
