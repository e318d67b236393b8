// Dragging by mouse, pen and finger: a thing is lifted once it has moved a
// little, its likeness follows, and where it is let go decides.
const LIFT = 6; // px

// drag lets the things in box be dropped on its targets.
export function drag(box, things, targets, drop) {
  let thing = null, ghost = null, from = null, over = null;

  const end = () => {
    ghost?.remove();
    thing?.classList.remove('lifted');
    over?.classList.remove('over');
    thing = ghost = over = null;
  };
  const target = e => {
    const at = document.elementFromPoint(e.clientX, e.clientY)?.closest(targets);
    return at && box.contains(at) ? at : null;
  };

  box.addEventListener('pointerdown', e => {
    thing = e.button === 0 ? e.target.closest(things) : null;
    if (!thing) return;
    from = { x: e.clientX, y: e.clientY };
    thing.setPointerCapture(e.pointerId);
  });
  box.addEventListener('pointermove', e => {
    if (!thing) return;
    if (!ghost) {
      if (Math.hypot(e.clientX - from.x, e.clientY - from.y) < LIFT) return;
      ghost = thing.cloneNode(true);
      ghost.classList.add('ghost');
      ghost.removeAttribute('data-q');
      ghost.removeAttribute('data-item');
      ghost.style.width = `${thing.offsetWidth}px`;
      ghost.style.height = `${thing.offsetHeight}px`;
      document.body.append(ghost);
      thing.classList.add('lifted');
    }
    ghost.style.left = `${e.clientX - ghost.offsetWidth / 2}px`;
    ghost.style.top = `${e.clientY - ghost.offsetHeight / 2}px`;
    const now = target(e);
    if (now === over) return;
    over?.classList.remove('over');
    now?.classList.add('over');
    over = now;
  });
  // A quick drag is no fling either: Chromium takes the next tap for the one that
  // stops a fling, and swallows it.
  box.addEventListener('touchmove', e => { if (thing) e.preventDefault(); }, { passive: false });
  box.addEventListener('pointerup', e => {
    if (!thing) return;
    const dropped = ghost ? thing : null, at = ghost && target(e);
    end();
    if (!dropped) return;
    // The click that the browser makes of this press is no pick.
    const stop = click => { if (dropped.contains(click.target)) click.stopPropagation(); };
    addEventListener('click', stop, true);
    setTimeout(() => removeEventListener('click', stop, true));
    if (at) drop(dropped, at);
  });
  box.addEventListener('pointercancel', end);
}
