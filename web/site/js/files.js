// Text files of the site.

// read is the text of a file; start.js may have asked for it already.
export async function read(name) {
  const early = window.early?.get(name);
  window.early?.delete(name);
  if (early) return early;
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.text();
}
