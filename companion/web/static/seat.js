// A seat's code was scanned: hand it in, and go to the table. The code stands behind the #, where no log keeps it.

import { send } from './ask.js';

const said = document.getElementById('said');

async function claim() {
  const code = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  const refused = code ? await send('claim', { code }) : 'This address holds no code. Scan the code of your seat again.';
  if (refused) said.textContent = refused;
  else location.replace('/');
}

claim();
