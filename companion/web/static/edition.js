// Which edition of the pages the table has: one that was open while the companion was updated is of an older one.

import { html } from './draw.js';

const UPDATED = 'The companion was updated. If something does not work, reload this page';
const state = { own: '', told: null };

/** `told` is called whenever the table is heard to have another edition than the one this page is of. */
export function onUpdate(told) {
  state.told = told;
}

/** The table names its edition; the one that is heard first is this page's own. */
export function hearEdition(edition) {
  if (!state.own) state.own = edition || '';
  else if (edition && edition !== state.own && state.told) state.told();
}

/** For a page on which something was typed or chosen: it says so once, with what becomes of that, and stays. */
export function sayUpdated(then) {
  state.told = null;
  const said = html('div', 'alerts');
  said.setAttribute('role', 'status');
  document.body.insertBefore(said, document.querySelector('main'));
  html('p', '', UPDATED + then, html('div', 'alert alert-notice', '', said));
}
