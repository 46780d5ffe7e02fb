// A double tap is one tap: the second was never meant for what the first has brought under the thumb.

const DOUBLE_MS = 500;
const NEAR_PX = 24;

/** From now on no button and no square of a drawn table hears a tap that follows another at once in the same place. */
export function hearDoubleTapsOnce() {
  const last = { at: -DOUBLE_MS, x: 0, y: 0 };
  document.addEventListener('click', event => {
    if (!event.isTrusted || !event.detail) return; // a key or a screen reader says what it means
    const again = event.timeStamp - last.at < DOUBLE_MS && Math.abs(event.clientX - last.x) < NEAR_PX && Math.abs(event.clientY - last.y) < NEAR_PX;
    Object.assign(last, { at: event.timeStamp, x: event.clientX, y: event.clientY });
    if (!again || !event.target.closest('button, a, .toast, [data-square]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
