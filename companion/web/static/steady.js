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
  document.addEventListener('visibilitychange', () => { if (document.hidden) leaveRoom(0); }); // nobody's thumb is there
  return status => { if (state.down) state.kept = status; else show(status); };
}

/** Whatever grows or shrinks above the part of the page in the middle of the screen is made up for by scrolling; where
 * the page stands too near its top for that, what has gone leaves its room until the page can do without. */
function inPlace(draw) {
  const middle = window.innerHeight / 2;
  const top = part => part.getBoundingClientRect().top;
  const begun = document.body.getAttribute('data-state') !== 'waiting';
  const stays = begun && Array.from(document.querySelectorAll('main > *')).find(part => part.offsetParent && top(part) <= middle && part.getBoundingClientRect().bottom > middle);
  const before = stays && top(stays);
  if (stays) leaveRoom(0);
  draw();
  if (!stays || !stays.offsetParent) return;
  window.scrollBy(0, top(stays) - before);
  leaveRoom(before - top(stays));
}

/** So many pixels below what is wrong and what is asked, where things come and go. */
function leaveRoom(px) {
  document.querySelector('.alerts').style.marginBottom = px >= 1 ? px + 'px' : '';
}
