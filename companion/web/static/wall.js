// The screen at the table: large, for everybody in the room, and without a form; it is spoken aloud if wanted.

import { answerOf, whoAmI } from './ask.js';
import { empty, html } from './draw.js';
import { createEnd } from './end.js';
import { listen } from './feed.js';
import { createGames } from './games.js';
import { createLights } from './lights.js';
import { createLink } from './link.js';
import { createMoments } from './moments.js';

const LARGE_PX = 700; // a phone that opened this page by mistake shows no secrets
const MEET_MS = 5000, CODE_MS = 2000;
const LINES = 2.5; // of whose turn it is, upright
const LARGEST_CODE = .17, GAP_PX = 10; // of the screen's height; beside and below each code
const at = id => document.getElementById(id);
const games = createGames(() => {});
const lights = createLights(games.lamps);
const link = createLink(at('link'));
const moments = createMoments(at('moment'));
const end = createEnd(at('end'), () => ({ table: false }));
const state = { status: null, table: false, seats: '', spoken: null, aloud: false, lock: null };

function show(status) {
  state.status = status;
  games.show(status);
  lights.show(status.lights);
  link.show(status);
  moments.show(status);
  end.show(status);
  const told = [status.fault, status.question, status.notice].filter(Boolean).length;
  document.body.classList.toggle('told', told > 0);
  document.body.classList.toggle('told-twice', told > 1);
  fitTurn();
  showSeats();
  fitCodes();
  speak(status);
}

/** What is new is said; the first statement is not, since nobody was waiting for it. */
function speak(status) {
  const words = [status.announcement, status.fault, status.question].map(one => (one && (one.message || one.text)) || one || '');
  const fresh = state.spoken ? words.filter((one, place) => one && one !== state.spoken[place]) : [];
  state.spoken = words;
  if (state.aloud && fresh.length) utter(fresh.join(' '));
}

function utter(words) {
  window.speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = 'en-GB';
  window.speechSynthesis.speak(said);
}

/** Who plays, and that they do: a name of wide letters leaves no room for that in letters of full size. */
function fitTurn() {
  const turn = at('turn');
  turn.classList.remove('long');
  const lines = turn.clientHeight / parseFloat(getComputedStyle(turn).fontSize);
  turn.classList.toggle('long', turn.scrollWidth > turn.clientWidth || lines > LINES);
}

/** The seats' codes, before the first turn: later they would only be in the way. */
function showSeats() {
  const { status } = state;
  const key = state.table && status && !status.number && window.innerWidth >= LARGE_PX ? status.options + status.players.join() : '';
  if (key === state.seats) return;
  state.seats = key;
  at('claims').hidden = !key;
  document.body.classList.toggle('seated', Boolean(key));
  empty(at('codes'));
  if (!key) return;
  status.hands.forEach((_, seat) => showCode(seat + 1, status.players[seat] || 'Seat ' + (seat + 1)));
}

/** As large as all of them are seen whole, in as many columns as that takes. */
function fitCodes() {
  const codes = at('codes'), number = codes.children.length;
  if (!number) return;
  const name = codes.querySelector('figcaption').offsetHeight + GAP_PX;
  const width = codes.clientWidth, height = at('claims').getBoundingClientRect().bottom - codes.getBoundingClientRect().top;
  const size = columns => Math.min(width / columns - GAP_PX, height / Math.ceil(number / columns) - name, window.innerHeight * LARGEST_CODE);
  const columns = [...codes.children].map((_, place) => place + 1).reduce((best, each) => size(each) > size(best) ? each : best);
  codes.style.setProperty('--code', Math.floor(size(columns)) + 'px');
  codes.style.setProperty('--columns', columns);
}

function showCode(seat, name) {
  const figure = html('figure', 'claim', '', at('codes'));
  const code = html('img', '', null, figure);
  code.alt = 'QR code for ' + name + '’s seat';
  const fetchCode = () => { code.src = '/api/seats/' + seat + '.svg?' + Date.now(); }; // another game has other codes
  code.addEventListener('error', () => setTimeout(() => { if (document.contains(code)) fetchCode(); }, CODE_MS));
  fetchCode();
  html('figcaption', '', name, figure).dir = 'auto'; // where it is cut off, it is its end
}

/** The PIN until the first phone has it; whoever has entered it in this browser sees the seats' codes too. */
async function meet() {
  state.table = (await whoAmI()).table;
  at('let-in').hidden = state.table || window.innerWidth < LARGE_PX;
  const may = window.innerWidth >= LARGE_PX && !state.table;
  const secrets = may ? await answerOf('/api/secrets') : { ok: false };
  if (secrets) at('pin').hidden = !secrets.ok; // refused once some phone has it; a line that is down says nothing
  if (secrets && secrets.ok) at('pin').textContent = 'PIN ' + secrets.told.pin;
  showSeats();
  fitCodes();
  setTimeout(meet, MEET_MS);
}

/** Keeps the screen on as long as the page is seen; browsers allow it only over a line they trust. */
async function wake() {
  if (document.hidden) return;
  try {
    state.lock = await navigator.wakeLock.request('screen');
  } catch (refused) {
    at('awake').hidden = false;
  }
}

at('speak').hidden = !window.speechSynthesis;
at('speak').addEventListener('click', () => {
  state.aloud = !state.aloud;
  at('speak').setAttribute('aria-pressed', String(state.aloud));
  at('speak').textContent = state.aloud ? 'Speaking aloud: stop' : 'Speak aloud';
  if (state.aloud) utter(at('turn').textContent); // heard at once, and some browsers speak only once a tap has begun it
  else window.speechSynthesis.cancel();
});

wake();
meet();
window.addEventListener('resize', fitCodes);
window.addEventListener('resize', fitTurn);
document.addEventListener('visibilitychange', wake);
listen(show, link.change, link.beat);
