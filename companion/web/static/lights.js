// The lights at the table, once more on the screen: the same colour, the same rhythm, the same rows and columns.

/** Blinks `document.body` and the lamps of the board; `show(lights)` sets what they do. */
export function createLights(lamps) {
  const calm = window.matchMedia && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const state = { timer: null, rhythm: '' };

  function tick(blink, step) {
    document.body.classList.toggle('lit', step % 2 === 0);
    if (blink.length < 2 || calm) return;
    state.timer = setTimeout(tick, blink[step] * 1000, blink, (step + 1) % blink.length);
  }

  return {
    show(lights) {
      document.documentElement.style.setProperty('--lamp', lights.colour);
      lamps.rows.forEach((lamp, row) => lamp.classList.toggle('pointing', lights.rows.indexOf(row) >= 0));
      lamps.columns.forEach((lamp, column) => lamp.classList.toggle('pointing', lights.columns.indexOf(column) >= 0));
      const rhythm = lights.blink.join();
      if (rhythm === state.rhythm) return;
      state.rhythm = rhythm;
      clearTimeout(state.timer);
      tick(lights.blink, 0);
    },
  };
}
