// What this phone asks of the table: who it speaks for, and commands with their answers in words.

/** Said when nothing comes back; no longer true once something does. */
export const LOST = 'The table cannot be reached. Nothing was changed.';
const AGAIN_MS = 1000;
const headers = { 'Content-Type': 'application/json' };

/** Sends an object; resolves to null when it was done, to words when it was refused. */
export async function send(path, body) {
  let answer;
  try {
    answer = await fetch('/api/' + path, { method: 'POST', headers, credentials: 'same-origin', body: JSON.stringify(body) });
  } catch (lost) {
    return LOST;
  }
  if (answer.ok) return null;
  try {
    const words = (await answer.json()).error;
    return words[0].toUpperCase() + words.slice(1);
  } catch (garbled) {
    return 'The table refused (' + answer.status + ').';
  }
}

/** An answer of the table as an object, or null when it cannot be had. */
export async function ask(path) {
  try {
    const answer = await fetch('/api/' + path, { credentials: 'same-origin', cache: 'no-store' });
    return answer.ok ? await answer.json() : null;
  } catch (lost) {
    return null;
  }
}

/** Whom this phone speaks for: `{ table, seat }`. A line that is down is no answer: it is asked again until there is one. */
export async function whoAmI() {
  for (;;) {
    const me = await ask('me');
    if (me) return me;
    await new Promise(again => setTimeout(again, AGAIN_MS));
  }
}
