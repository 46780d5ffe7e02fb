// Where the table's PIN is entered.

import { FORGETS, ask, send, whoAmI } from './ask.js';
import { html } from './draw.js';

/** A form for the PIN in `parent`, whose field it gives; calls `entered` after each try and once this
 * browser is let in on another page, and what is refused is told by `toast`. */
export function showDoor(parent, toast, entered, unfolded) {
  const details = html('details', '', '', parent);
  details.open = Boolean(unfolded);
  html('summary', '', 'Enter the PIN', details).addEventListener('click', () => setTimeout(() => pin.focus({ preventScroll: true })));
  const form = html('form', 'step', '', details);
  const label = html('label', '', 'The table’s PIN', form);
  const pin = html('input', '', null, label);
  Object.assign(pin, { inputMode: 'numeric', autocomplete: 'off', maxLength: 12, required: true, size: 8, name: 'pin' });
  html('button', 'main', 'Enter', form).type = 'submit';
  html('p', 'soft', 'The PIN is shown where you started the companion. To play from your own seat, scan its code instead.', form);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const refused = await send('pin', { pin: pin.value });
    toast.tell(refused || (await whoAmI()).table ? refused : FORGETS);
    pin.value = '';
    entered();
  });
  document.addEventListener('visibilitychange', async () => {
    const me = !document.hidden && form.isConnected && await ask('me');
    if (me && me.table && form.isConnected) entered(); // on another page of this browser
  });
  return pin;
}
