// A question at the lower edge of the screen, under the thumb that asked for it; the page behind stays where it is.

import { empty, html } from './draw.js';

const CONTROLS = 'button, select, input, a, summary';

/** One sheet for the whole page; `open(title, answer, fill)` gives its form, `close()` puts it away and calls `closed`. */
export function createSheet(closed) {
  const sheet = html('div', 'asked', '', document.querySelector('main'));
  const form = html('form', 'step', '', sheet);
  const state = { opener: null };
  sheet.hidden = true;
  sheet.setAttribute('role', 'dialog');
  sheet.setAttribute('aria-labelledby', 'asked-title');

  /** The form with a title, whatever `fill` puts into it, and two answers; `answer` is the words of the first. */
  function open(title, answer, fill) {
    if (sheet.hidden) state.opener = document.activeElement;
    empty(form);
    form.onsubmit = null;
    html('h3', '', title, form).id = 'asked-title';
    fill(form);
    const row = html('div', 'row', '', form);
    html('button', 'main', answer, row).type = 'submit';
    const cancel = html('button', '', 'Cancel', row);
    cancel.type = 'button';
    cancel.addEventListener('click', close);
    sheet.hidden = false;
    (form.querySelector('select, input') || cancel).focus({ preventScroll: true });
    return form;
  }

  function close() {
    if (sheet.hidden) return;
    sheet.hidden = true;
    closed();
    returnTo(state.opener);
  }

  sheet.addEventListener('keydown', event => { if (event.key === 'Escape') close(); });
  return { open, close };
}

/** The focus goes back to what had it, or to what says the same now; nothing scrolls for it. */
export function returnTo(opener) {
  if (!opener) return;
  const again = document.contains(opener) ? opener
    : Array.from(document.querySelectorAll(CONTROLS)).find(one => one.textContent === opener.textContent);
  if (again) again.focus({ preventScroll: true });
}
