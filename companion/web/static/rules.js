// The rules sheet in force, as a fold; asked for when it is opened, and anew when other rules are.

import { ask } from './ask.js';
import { empty, html } from './draw.js';

/** The sheet inside `fold`; `show(status)` says which rules are in force. */
export function createRules(fold) {
  const state = { wanted: '', shown: '' };

  async function fill() {
    if (!fold.open || state.shown === state.wanted) return;
    const asked = state.shown = state.wanted;
    const told = await ask(asked);
    if (asked !== state.wanted) return;
    const sheet = fold.querySelector('div');
    empty(sheet);
    (told ? told.sheet : ['The table cannot be reached.']).forEach(words => html('p', '', words, sheet));
    if (!told) state.shown = '';
  }

  fold.addEventListener('toggle', fill);
  return {
    show(status) {
      state.wanted = 'rules?game=' + status.game + '&options=' + encodeURIComponent(status.options);
      fold.hidden = false;
      fill();
    },
  };
}
