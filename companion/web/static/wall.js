// The screen at the table: the live page, spoken aloud if wanted; once it knows the PIN, that and the seats' codes.

import { ask, whoAmI } from './ask.js';
import { showDoor } from './door.js';
import { empty, html } from './draw.js';
import { listen } from './feed.js';
import { createGames } from './games.js';
import { createLights } from './lights.js';
import { createLink } from './link.js';
import { createToast } from './toast.js';
import { say } from './words.js';

const at = id => document.getElementById(id);
const games = createGames(words => say(at('picked'), words));
const lights = createLights(games.lamps);
const link = createLink(at('link'));
const state = { status: null, table: false, seats: '', spoken: null, aloud: false };

function show(status) {
  state.status = status;
  games.show(status);
  lights.show(status.lights);
  link.show(status);
  showSeats();
  speak(status);
}

/** What is new is said; the first statement is not, since nobody was waiting for it. */
function speak(status) {
  const words = [status.announcement, status.fault, status.question].map(one => (one && (one.message || one.text)) || one || '');
  const fresh = state.spoken ? words.filter((one, place) => one && one !== state.spoken[place]) : [];
  state.spoken = words;
  if (!state.aloud || !fresh.length) return;
  window.speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(fresh.join(' '));
  said.lang = 'en-GB';
  window.speechSynthesis.speak(said);
}

function showSeats() {
  const key = state.table && state.status ? state.status.options + state.status.players.join() : '';
  if (key === state.seats) return;
  state.seats = key;
  at('claims').hidden = !key;
  empty(at('codes'));
  if (key) state.status.hands.forEach((_, seat) => showCode(seat + 1, state.status.players[seat] || 'Seat ' + (seat + 1)));
}

function showCode(seat, name) {
  const figure = html('figure', 'claim', '', at('codes'));
  const code = html('img', '', null, figure);
  code.alt = 'QR code that gives ' + name + '’s seat away';
  code.src = '/api/seats/' + seat + '.svg?' + Date.now(); // another game has other codes
  html('figcaption', '', name, figure);
}

async function meet() {
  state.table = (await whoAmI()).table;
  const secrets = state.table ? await ask('secrets') : null;
  at('pin').hidden = !secrets;
  if (secrets) at('pin').textContent = 'PIN ' + secrets.pin;
  empty(at('door'));
  if (!state.table) showDoor(at('door'), createToast(at('desk-said')), meet);
  showSeats();
}

at('speak').hidden = !window.speechSynthesis;
at('speak').addEventListener('click', () => {
  state.aloud = !state.aloud;
  at('speak').setAttribute('aria-pressed', String(state.aloud));
  at('speak').textContent = state.aloud ? 'Speaking aloud: stop' : 'Speak aloud';
});

meet();
listen(show, link.change, link.beat);
