// The format of links: what the address holds after its #. Readable while it is
// short, packed when it is long; whatever cannot be read is refused with a
// reason, nothing is passed over. PROTOCOL.md tells what the parts mean.
export const FORMAT = '1';
export const LIMIT = 8000; // characters of a link that is given away
const PLAIN = 900; // characters up to which it stays readable
const INFLATED = 1 << 20; // bytes that a packed link may hold, a story's own limit
const PARTS = ['v', 'engine', 'story', 'text', 'keep', 'act', 'rocketmq', 'at', 'select', 'mark', 'lang', 'theme', 'digest', 'z'];
const LISTS = ['act', 'mark']; // parts that may come several times

// LinkError is a refusal: a key of the page's words and what fills its slots.
export class LinkError extends Error {
  constructor(key, ...slots) {
    super(key);
    this.key = key;
    this.slots = slots;
  }
}

const encode = text => encodeURIComponent(text).replace(/%(20|3D|3A|2F|2C|40|3B|3F)/g, (_, code) => code === '20' ? '+' : String.fromCharCode(parseInt(code, 16))).replace(/[()'*!]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new LinkError('link.bad.encoding', text.slice(0, 40));
  }
}

// moment writes nanoseconds as a duration of the story language.
export function duration(ns) {
  const whole = Math.floor(ns / 1e9), rest = String(ns % 1e9).padStart(9, '0').replace(/0+$/, '');
  return `${whole}${rest && `.${rest}`}s`;
}

// write gives the text of a link, a list of parts [key, value]. Without a limit
// it is as long as it gets.
export async function write(parts) {
  const plain = parts.map(([key, value]) => `${key}=${encode(String(value))}`).join('&');
  if (plain.length <= PLAIN) return `v=${FORMAT}&${plain}`;
  const packed = `v=${FORMAT}&z=${await pack(plain)}`;
  return packed.length < plain.length ? packed : `v=${FORMAT}&${plain}`;
}

// read takes a link apart: a map of its parts, act and mark being lists. It knows
// the parts, not what may stand in them.
export async function read(text, limit = LIMIT) {
  if (text.length > limit) throw new LinkError('link.bad.long', text.length, limit);
  let parts = split(text);
  if (parts.v === undefined) throw new LinkError('link.bad.none');
  if (parts.v !== FORMAT) throw new LinkError('link.bad.format', parts.v, FORMAT);
  if (parts.z !== undefined) {
    const beside = Object.keys(parts).find(key => key !== 'v' && key !== 'z' && parts[key].length > 0);
    if (beside) throw new LinkError('link.bad.beside', beside);
    parts = { ...split(await unpack(parts.z)), v: FORMAT };
    if (parts.z !== undefined) throw new LinkError('link.bad.packed');
  }
  if ((parts.story === undefined) === (parts.text === undefined)) throw new LinkError('link.bad.story');
  return parts;
}

function split(text) {
  const parts = { act: [], mark: [] };
  for (const piece of text.split('&')) {
    const eq = piece.indexOf('='), key = eq < 0 ? piece : piece.slice(0, eq);
    if (key === 'long') throw new LinkError('link.bad.unwritten');
    if (eq < 0 || !PARTS.includes(key)) throw new LinkError('link.bad.part', decode(piece).slice(0, 40));
    const value = decode(piece.slice(eq + 1));
    if (/[\n\r]/.test(value) && key !== 'text') throw new LinkError('link.bad.line', key);
    if (LISTS.includes(key)) parts[key].push(value);
    else if (parts[key] !== undefined) throw new LinkError('link.bad.twice', key);
    else parts[key] = value;
  }
  return parts;
}

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let chars = '';
  for (const b of bytes) chars += String.fromCharCode(b);
  return btoa(chars).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpack(text) {
  try {
    if (!/^[\w-]+$/.test(text)) throw new Error('alphabet');
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let out = '', size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return out + decoder.decode();
      if ((size += value.length) > INFLATED) throw new Error('size');
      out += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new LinkError('link.bad.packed');
  }
}
