// A seat's code was scanned: hand it in, and go to the table. The code stands behind the #, where no log keeps it.

import { FORGETS, LOST, pause, send, whoAmI } from './ask.js';

const said = document.getElementById('said');

async function claim() {
  const code = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  let refused = code ? await send('claim', { code }) : 'This address holds no code. Scan the code of your seat again.';
  while (refused === LOST) {
    said.textContent = 'The table does not answer yet …';
    await pause();
    refused = await send('claim', { code });
  }
  if (!refused && !(await whoAmI()).seat) refused = FORGETS;
  if (refused) said.textContent = refused;
  else location.replace('/');
}

claim();
