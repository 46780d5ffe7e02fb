// A past game: the live page's own drawing, fed step by step, with a scrubber under the thumb.

import { insist, whoAmI } from './ask.js';
import { showDoor } from './door.js';
import { empty, html } from './draw.js';
import { createGames } from './games.js';
import { createToast } from './toast.js';
import { say } from './words.js';

const HINT = 'Tap a square to see its card and its twin.';
const STEP_MS = 1200;
const RESTS_MS = 400;
const KINDS = { fault: 'Fault', question: 'Question', undo: 'Taken back', override: 'Correction', score: 'Games won' };
const at = id => document.getElementById(id);
const number = Number(document.body.getAttribute('data-number'));
const range = at('step');
const toast = createToast(at('desk-said'));
const games = createGames(words => say(at('picked'), words || HINT));
const game = { steps: [], players: [], statuses: new Map(), asked: new Set(), at: 0, table: false, photo: false, playing: null, written: null };

const about = 'history/' + number;
const failed = reason => say(at('step-words'), 'This cannot be shown: ' + reason + '.');
const silent = () => failed('the table does not answer');

/** Asks for the statuses from a step on, once, unless they are here. */
async function want(step) {
  if (step < 0 || step >= game.steps.length || game.statuses.has(step) || game.asked.has(step)) return;
  game.asked.add(step);
  const { ok, told } = await insist(about + '/steps?from=' + step, () => { if (!game.statuses.has(game.at)) silent(); });
  if (!ok) return failed(told.error);
  told.statuses.forEach((status, offset) => game.statuses.set(step + offset, status));
  if (!game.statuses.has(game.at)) return;
  say(at('step-words'), game.steps[game.at].words);
  draw();
}

function signature(step) {
  const named = step.who.replace(/seat (\d+)/, (seat, place) => (game.players[place - 1] ? seat + ' (' + game.players[place - 1] + ')' : seat));
  const label = KINDS[step.kind] ? KINDS[step.kind] + (named ? ', ' : '') : '';
  return label + (named ? 'said by ' + named : '');
}

function draw() {
  games.show(game.statuses.get(game.at));
  document.title = 'Game ' + number + ', step ' + (game.at + 1) + ' – ' + document.querySelector('.top h1').textContent;
}

/** The camera's picture in place of the drawn board, for whoever speaks for the table. */
function showPhoto() {
  const now = game.steps[game.at];
  const shown = at('photo-shown');
  document.body.classList.toggle('pictured', game.photo);
  at('camera').setAttribute('aria-pressed', String(game.photo));
  at('photo').hidden = !game.photo;
  shown.hidden = !game.photo || !game.table || !now.picture;
  if (!game.photo) return;
  say(at('photo-said'), !now.picture ? 'No picture was kept of this step.' : game.table ? '' : 'Enter the PIN to see the camera’s picture.');
  at('photo-door').hidden = game.table;
  if (shown.hidden) return;
  shown.alt = 'The table as the camera saw it: ' + now.words;
  const address = '/api/history/' + number + '/pictures/' + game.at + '.jpg';
  if (shown.getAttribute('src') !== address) shown.setAttribute('src', address);
}

async function meet() {
  game.table = (await whoAmI()).table;
  const door = at('photo-door');
  empty(door);
  if (!game.table) showDoor(door, toast, meet, true);
  showPhoto();
}

/** A step has an address, which is written once the thumb rests: Safari refuses more than a hundred in half a minute. */
function address() {
  clearTimeout(game.written);
  game.written = setTimeout(() => history.replaceState(null, '', '#' + (game.at + 1)), RESTS_MS);
}

/** Shows a step: its words at once, the board as soon as it is here. */
function go(step) {
  game.at = Math.max(0, Math.min(game.steps.length - 1, step));
  const now = game.steps[game.at];
  const place = (game.at + 1) + ' of ' + game.steps.length;
  range.value = game.at;
  range.setAttribute('aria-valuetext', place + ': ' + now.words);
  say(at('step-words'), now.words);
  say(at('step-who'), [place, signature(now)].filter(Boolean).join(' · '));
  at('before').disabled = game.at === 0;
  at('after').disabled = game.at === game.steps.length - 1;
  address();
  showPhoto();
  if (game.statuses.has(game.at)) draw();
  else want(game.at - game.at % 16);
  want((Math.floor(game.at / 16) + 1) * 16);
}

function showDisputes() {
  const list = at('disputed');
  empty(list);
  game.steps.forEach((step, place) => {
    if (!KINDS[step.kind] && !step.who) return;
    const button = html('button', '', '', html('li', '', '', list));
    button.type = 'button';
    html('strong', '', 'Step ' + (place + 1) + (signature(step) ? ' · ' + signature(step) : ''), button);
    html('span', '', step.words, button);
    button.addEventListener('click', () => jump(place));
  });
  at('disputes').hidden = !list.firstChild;
}

function begin(told) {
  game.steps = told.steps;
  game.players = told.players;
  at('trouble').hidden = !told.trouble;
  say(at('trouble'), told.trouble ? 'This game is incomplete: ' + told.trouble + '.' : '');
  say(at('step-words'), 'There is nothing to show.');
  if (!game.steps.length) return;
  range.max = game.steps.length - 1;
  at('scrub').hidden = false;
  at('camera').hidden = !game.steps.some(step => step.picture);
  showDisputes();
  const wanted = Number(location.hash.slice(1));
  go(wanted > 0 ? wanted - 1 : told.state === 'open' ? game.steps.length - 1 : 0);
}

/** Step by step by itself, from the beginning if it stands at the end; a hand on anything stops it. */
function play(on) {
  clearInterval(game.playing);
  game.playing = on ? setInterval(() => { if (game.at < game.steps.length - 1) go(game.at + 1); else play(false); }, STEP_MS) : null;
  at('play').setAttribute('aria-pressed', String(on));
  say(at('play'), on ? 'Pause' : 'Play');
  if (on) go(game.at < game.steps.length - 1 ? game.at + 1 : 0);
}

function jump(step) {
  play(false);
  go(step);
}

at('play').addEventListener('click', () => play(!game.playing));
range.addEventListener('input', () => jump(Number(range.value)));
at('before').addEventListener('click', () => jump(game.at - 1));
at('after').addEventListener('click', () => jump(game.at + 1));
document.querySelector('.table').insertAdjacentElement('afterend', at('photo')); // in the board's place
at('camera').addEventListener('click', () => {
  game.photo = !game.photo;
  if (game.photo) meet();
  else showPhoto();
});
document.addEventListener('keydown', event => {
  const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
  if (!by || event.target.closest('input, #board') || !game.steps.length) return;
  event.preventDefault();
  jump(game.at + by);
});

async function open() {
  const { ok, told } = await insist(about, silent);
  if (ok) begin(told); else failed(told.error);
}

open();
