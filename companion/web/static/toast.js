// What came of a tap, over the page and within sight wherever one has scrolled to; a screen reader says it.

const STAYS_MS = { well: 5000, refused: 12000 };

/** Says things in `element`, a live region; a tap or time takes them away. */
export function createToast(element) {
  const state = { timer: null };

  function clear() {
    clearTimeout(state.timer);
    element.textContent = '';
  }

  function tell(words, well) {
    clear();
    if (!words) return;
    element.textContent = words;
    element.classList.toggle('well', Boolean(well));
    state.timer = setTimeout(clear, STAYS_MS[well ? 'well' : 'refused']);
  }

  element.addEventListener('click', clear);
  return { tell, clear, told: () => element.textContent };
}
