// Setting up a position: the board as the camera sees it, the doubtful squares, lines, turn and counts; then play goes on.

import { LOST, answerOf, ask, insist, send, whoAmI } from './ask.js';
import { createBoard } from './board.js';
import { showDoor } from './door.js';
import { capitalised, chipPicture, empty, html, squareName } from './draw.js';
import { onUpdate, sayUpdated } from './edition.js';
import { hearDoubleTapsOnce } from './taps.js';
import { createToast } from './toast.js';

const at = id => document.getElementById(id);
const LETTERS = 'rbgywk';
const AGAIN_MS = 3000;
const HINT = 'Tap a square to say what lies there.';
const state = { status: null, scan: null, chips: [], doubtful: [], lines: [], pick: null, sure: false };
const board = createBoard(at('board'), (words, square) => { state.pick = square; showPick(words); });
const start = at('start');
const toast = createToast(at('desk-said'));

const textOf = chips => chips.map(team => (team === null ? '.' : team)).join('');
const shared = (one, other) => one.squares.filter(square => other.squares.indexOf(square) >= 0).length;

/** The board as it is told now, drawn with the board of the live page: what is doubtful is flagged. */
function draw() {
  board.show(Object.assign({}, state.status, {
    chips: state.chips,
    locked: state.lines.filter(line => line.chosen),
    last_squares: [],
    fault: { squares: state.doubtful },
    turn: Object.assign({}, state.status.turn, { targets: [] }),
  }));
  const doubts = state.doubtful.length;
  at('doubts').textContent = doubts
    ? 'Please look at ' + (doubts > 6 ? doubts + ' flagged squares' : state.doubtful.map(squareName).join(', ')) + (doubts > 1 ? ': the camera is not sure of them.' : ': the camera is not sure of it.')
    : 'The camera is sure of every square. Tap one to correct it.';
  unsure();
}

function showPick(words) {
  at('picked').textContent = words || HINT;
  const row = at('chip');
  empty(row);
  if (state.pick === null || state.scan.free.indexOf(state.pick) >= 0) return;
  choice(row, 'Nothing', null);
  state.status.teams.forEach((team, number) => choice(row, team.name, number));
}

function choice(row, words, team) {
  const made = html('button', 'chip-choice', '', row);
  made.type = 'button';
  if (team !== null) chipPicture(state.status.teams[team], '', made);
  html('span', '', words, made);
  made.setAttribute('aria-pressed', String(state.chips[state.pick] === team));
  made.addEventListener('click', () => put(team));
}

async function put(team) {
  const square = state.pick;
  state.doubtful = state.doubtful.filter(one => one !== square);
  state.chips[square] = team;
  draw();
  Array.from(at('chip').children).forEach((made, place) => made.setAttribute('aria-pressed', String((place ? place - 1 : null) === team)));
  await readLines(textOf(state.chips));
}

/** Asks for the lines these chips make; nothing goes on without them, and what came too late for other chips is none. */
async function readLines(chips) {
  start.disabled = true;
  const { ok, told } = await insist('scan?chips=' + chips, () => toast.tell(LOST));
  if (chips !== textOf(state.chips)) return;
  start.disabled = false;
  if (ok) takeLines(told.lines); else toast.tell(told.error);
  draw();
}

/** The lines that stand; those chosen before stay chosen, others count as the rules read a board. */
function takeLines(lines) {
  const known = state.lines.map(line => line.text + line.team);
  const were = state.lines.filter(line => line.chosen).map(line => line.text + line.team);
  lines.forEach(line => {
    const key = line.text + line.team;
    line.chosen = known.indexOf(key) < 0 ? line.counts : were.indexOf(key) >= 0;
  });
  state.lines = lines;
  showLines();
}

function showLines() {
  const list = at('lines-list');
  empty(list);
  const [one, many] = state.status.counted;
  at('lines-title').textContent = state.scan.safe ? 'Finished ' + many : capitalised(many);
  at('lines-words').textContent = !state.scan.safe ? capitalised(many) + ' count as they stand on the board.'
    : state.lines.length ? 'Which of these ' + many + ' are finished and safe? Two of a team may share one square.'
      : 'No finished ' + one + ' stands on the board.';
  if (!state.scan.safe) return;
  state.lines.forEach(line => {
    const label = html('label', 'line-choice', '', list);
    const box = html('input', '', null, label);
    Object.assign(box, { type: 'checkbox', checked: line.chosen });
    chipPicture(state.status.teams[line.team], '', label);
    html('span', '', state.status.teams[line.team].name + ' ' + line.text.replace('-', ' to ').replace(/\./g, ' '), label);
    box.addEventListener('change', () => choose(line, box.checked));
  });
}

/** One line is chosen or not; those that cannot stand beside it give way. */
function choose(line, chosen) {
  line.chosen = chosen;
  if (chosen) state.lines.forEach(other => {
    if (other !== line && other.team === line.team && shared(other, line) > 1) other.chosen = false;
  });
  showLines();
  draw();
}

function field(words, value, most) {
  const input = html('input', '', null, html('label', '', words, at('counts-row')));
  Object.assign(input, { type: 'number', min: 0, max: most, value, required: true, inputMode: 'numeric' });
  return input;
}

/** Which way play goes, where a die may turn it round. */
function way(row) {
  const goes = html('select', '', null, html('label', '', 'Play goes', row));
  [['+', 'clockwise'], ['-', 'anticlockwise']].forEach(([mark, words]) => { html('option', '', words, goes).value = mark; });
  goes.value = state.scan.direction < 0 ? '-' : '+';
  return goes;
}

function showCounts() {
  const row = at('counts-row');
  empty(row);
  const who = html('select', '', null, html('label', '', 'Who moves next', row));
  const names = state.scan.hands.map((_, seat) => state.status.players[seat] || 'Seat ' + (seat + 1));
  names.forEach((name, seat) => { html('option', '', name, who).value = seat + 1; });
  who.value = state.scan.seat;
  state.fields = {
    seat: who,
    way: state.scan.reverses ? way(row) : { value: '+' },
    stock: field('Cards in the stock', state.scan.stock, 200),
    hands: names.map((name, seat) => field(name + ' holds', state.scan.hands[seat], 20)),
    captures: state.scan.captures.map((chips, team) => field(state.status.teams[team].name + ' captured', chips, 100)),
  };
}

/** The position in notation, with the hands behind it. */
function position() {
  const mark = (team, square) => (team !== null ? LETTERS[team] : state.scan.free.indexOf(square) >= 0 ? '*' : '.');
  const marks = state.chips.map(mark).join('').match(/.{10}/g).map(row => row.replace(/\.+/g, run => (run.length === 10 ? 'X' : run.length)));
  const locks = state.status.teams.map((_, team) => state.lines.filter(line => state.scan.safe && line.chosen && line.team === team).map(line => line.text));
  const told = locks.map((lines, team) => lines.length && LETTERS[team] + ':' + lines.join('+')).filter(Boolean).join(',') || '-';
  const captures = state.fields.captures.map((one, team) => LETTERS[team] + one.value).join('') || '-';
  const hands = state.fields.hands.map(one => one.value).join(',');
  return [marks.join('/'), state.fields.seat.value, state.fields.way.value, told, state.fields.stock.value, captures, state.scan.ply, hands].join(' ');
}

function unsure() {
  state.sure = false;
  start.textContent = 'Go on from this position';
}

async function begin(event) {
  event.preventDefault();
  if (!state.sure) {
    state.sure = true;
    toast.tell((state.doubtful.length ? 'Some squares are still flagged. ' : '') + 'The game goes on from here. You can take this back like a turn.', true);
    start.textContent = 'Yes, go on from here';
    return;
  }
  start.disabled = true;
  const refused = await send('commands/setup', { position: position(), number: state.status.number });
  start.disabled = false;
  if (!refused) {
    location.assign('/');
    return;
  }
  toast.tell(refused);
  unsure();
}

async function look() {
  state.status = await ask('status');
  const answer = state.status && await answerOf('/api/scan');
  state.scan = answer && answer.ok ? answer.told : null;
  at('shown').hidden = at('rest').hidden = !state.scan;
  if (answer && answer.status === 401) return meet(); // the table has forgotten this phone
  if (!state.scan) {
    at('door').hidden = false;
    const boardless = answer && answer.status === 409; // anything else may be over in a moment
    at('door').textContent = (boardless ? answer.told.error : 'The board cannot be read now.') + ' The page tries again …';
    setTimeout(look, AGAIN_MS);
    return;
  }
  at('door').hidden = true;
  start.disabled = false;
  state.chips = state.scan.chips;
  state.doubtful = state.scan.doubtful;
  state.lines = [];
  takeLines(kept(state.scan.lines));
  showCounts();
  draw();
}

/** Lines the game knows already count first; what cannot stand beside them does not. */
function kept(lines) {
  const key = line => line.team + ':' + line.squares.slice().sort((a, b) => a - b).join();
  const known = state.status.locked.map(key);
  const safe = lines.filter(line => known.indexOf(key(line)) >= 0);
  lines.forEach(line => {
    if (safe.indexOf(line) >= 0) line.counts = true;
    else if (safe.some(other => other.team === line.team && shared(other, line) > 1)) line.counts = false;
  });
  return lines;
}

async function meet() {
  const me = await whoAmI();
  const door = at('door');
  door.hidden = false;
  door.textContent = me.table ? 'Looking …' : '';
  if (me.table) look(); else showDoor(door, toast, meet, true);
}

at('rest').addEventListener('submit', begin);
at('rest').addEventListener('input', unsure);
at('again').addEventListener('click', look);
window.addEventListener('pageshow', event => { if (event.persisted) meet(); }); // the board has lain on while another page was shown
hearDoubleTapsOnce();
onUpdate(() => sayUpdated('; what you chose here is then lost.'));
meet();
