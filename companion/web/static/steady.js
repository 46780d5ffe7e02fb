// Nothing moves under a thumb: what comes while it is down is shown once it is lifted, and what lies in the middle stays there.

const LONGEST_MS = 3000; // a finger that was never seen to leave holds up nobody

/** `draw`, held back while the screen is touched; only the newest statement counts, and the page stands where it stood. */
export function steady(draw) {
  const show = status => inPlace(() => draw(status));
  const state = { down: false, kept: null, timer: null };

  function lift() {
    clearTimeout(state.timer);
    setTimeout(() => {
      state.down = false;
      const kept = state.kept;
      state.kept = null;
      if (kept) show(kept);
    });
  }

  document.addEventListener('pointerdown', () => {
    state.down = true;
    clearTimeout(state.timer);
    state.timer = setTimeout(lift, LONGEST_MS);
  }, true);
  ['pointerup', 'pointercancel'].forEach(end => document.addEventListener(end, lift, true));
  window.addEventListener('blur', lift);
  return status => { if (state.down) state.kept = status; else show(status); };
}

/** Whatever grows or shrinks above the part of the page in the middle of the screen is made up for by scrolling. */
function inPlace(draw) {
  const middle = window.innerHeight / 2;
  const top = part => part.getBoundingClientRect().top;
  const begun = document.body.getAttribute('data-state') !== 'waiting';
  const stays = begun && Array.from(document.querySelectorAll('main > *')).find(part => top(part) <= middle && part.getBoundingClientRect().bottom > middle);
  const before = stays && top(stays);
  draw();
  if (stays && stays.offsetParent) window.scrollBy(0, top(stays) - before);
}
