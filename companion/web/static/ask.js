// What this phone asks of the table: who it speaks for, and commands with their answers in words.

import { capitalised, html } from './draw.js';
import { hearEdition } from './edition.js';

/** Said when nothing comes back, be it the question or the answer that was lost; no longer true once something does. */
export const LOST = 'The table does not answer. Look whether it was done before you ask again.';
/** Said when the table took a PIN or a code, and does not know the phone a moment later. */
export const FORGETS = 'This browser keeps no cookies, by which the table would know it again. Allow them for this page.';
const AGAIN_MS = 1000;
const SLOW_MS = 900; // longer than that nobody wonders whether a tap was heard
const LATE_MS = 10000; // the table itself takes up to five seconds to refuse
const headers = { 'Content-Type': 'application/json' };
const asked = { newest: 0 };
const underway = new Map();

export const pause = () => new Promise(go => setTimeout(go, AGAIN_MS));

/** What comes back from an address, as `{ ok, status, told }`; null when nothing does in time, or what no table says.
 * What a tap asks for is asked once while it is under way, however often one taps, and said to be where that takes long. */
export function answerOf(address, options) {
  if (!options || !options.body) return fetched(address, options);
  const tap = address + options.body;
  if (!underway.has(tap)) {
    const timer = setTimeout(sayAsking, SLOW_MS);
    underway.set(tap, fetched(address, options).finally(() => {
      clearTimeout(timer);
      underway.delete(tap);
      document.querySelectorAll('.asking').forEach(said => said.remove());
    }));
  }
  return underway.get(tap);
}

/** Where the page says what comes of taps, unless it says something there. */
function sayAsking() {
  const toast = document.querySelector('.toast');
  if (toast && !toast.textContent) html('p', 'toast well asking', 'The table is asked …', toast.parentNode).setAttribute('role', 'status');
}

async function fetched(address, options) {
  const question = new AbortController();
  const timer = setTimeout(() => question.abort(), LATE_MS); // one that hangs would hold up all that come after it
  try {
    const answer = await fetch(address, Object.assign({ credentials: 'same-origin', cache: 'no-store', signal: question.signal }, options));
    hearEdition(answer.headers.get('Edition'));
    return { ok: answer.ok, status: answer.status, told: answer.status === 204 ? null : await answer.json() };
  } catch (lost) {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends an object; resolves to null when it was done, to words when it was refused. */
export async function send(path, body) {
  const answer = await answerOf('/api/' + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer) return LOST;
  if (answer.ok) return null;
  const words = answer.told.error || 'the table refused (' + answer.status + ')';
  return capitalised(words);
}

/** An answer of the table as an object, or null when it cannot be had. */
export async function ask(path) {
  const answer = await answerOf('/api/' + path);
  return answer && answer.ok ? answer.told : null;
}

/** What the table answers once it does; until then `lost` is told that it does not. */
export async function insist(path, lost) {
  for (;;) {
    const answer = await answerOf('/api/' + path);
    if (answer) return answer;
    lost();
    await pause();
  }
}

/** Whom this phone speaks for: `{ table, seat }`. A line that is down is no answer: it is asked again until there is
 * one. Whoever asks anew is answered in place of whoever asked before. */
export async function whoAmI() {
  const mine = asked.newest += 1;
  for (;;) {
    const me = await ask('me');
    if (mine !== asked.newest) return new Promise(() => {});
    if (me) return me;
    await pause();
  }
}
