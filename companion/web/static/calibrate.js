// The walk through calibration: what is asked now, the picture, and the answers; the table does all the rest.

import { LOST, ask, send, whoAmI } from './ask.js';
import { showDoor } from './door.js';
import { button, chipPicture, empty, html, squareName } from './draw.js';
import { onUpdate } from './edition.js';
import { createLayout } from './layout.js';
import { createSheet } from './sheet.js';
import { createShelf } from './shelf.js';
import { createSight } from './sight.js';
import { hearDoubleTapsOnce } from './taps.js';
import { createToast } from './toast.js';
import { say } from './words.js';

const BUSY_MS = 400;
const CALM_MS = 2500;
const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
const GRADES = { good: 'This set-up is good.', fair: 'This set-up will do; it could be better.', poor: 'This set-up is not good enough.' };
const SIGNS = { good: '✓', fair: '~', poor: '!' };
const STEPS = ['look', 'cards', 'chips', 'name'];
const ELSEWHERE = { look: 'Somebody began the calibration again.', rest: 'The calibration is over: somebody saved or stopped it, nobody went on, or the program was started again.' };

const at = id => document.getElementById(id);
const toast = createToast(at('desk-said'));
const state = { walk: null, four: false, taps: [], timer: null, key: '', step: '', asking: '', answered: Promise.resolve(), looks: 0, chosen: [], replaces: '' };
const sight = createSight(at('sight'), tapped);
const layout = createLayout(at('doubts'), at('cards'), (square, card) => answer('card', { square, card }));
const sheet = createSheet(() => {});
const shelf = createShelf(at('shelf'), tell);

/** What came of the last thing asked for. */
function tell(words, refused) {
  toast.tell(words, !refused);
}

/** Asks something of the walk, at the step that is shown, as soon as what was asked before is answered; the same once
 * more is a second tap. */
function answer(what, fields) {
  const body = Object.assign({ number: state.walk.number }, fields);
  const question = JSON.stringify([what, body]);
  if (question === state.asking) return state.answered;
  state.asking = question;
  const asks = () => put(what, body).finally(() => { if (state.asking === question) state.asking = ''; });
  state.answered = state.answered.then(asks, asks);
  return state.answered;
}

/** Asks it now, and shows where the walk stands then. */
async function put(what, body) {
  tell('');
  if (what === 'keep' || what === 'leave') sight.rest(); // no picture is asked for once the walk is over
  const refused = await send('calibration/' + what, body);
  tell(refused || '', Boolean(refused));
  await look();
  return refused;
}

function tapped(x, y) {
  state.taps.push([x, y]);
  if (state.four && state.taps.length < 4) return show();
  const { taps } = state;
  state.taps = [];
  return answer('look', { taps });
}

/** Where the walk stands now, and again after a while; an answer that came later than a newer one's question is old. */
async function look() {
  clearTimeout(state.timer);
  state.looks += 1;
  const { looks } = state;
  const walk = await ask('calibration');
  if (looks !== state.looks) return;
  if (!walk) {
    const me = await ask('me');
    if (me && !me.table) { open(); return; }
    if (toast.told() !== LOST) tell(LOST, true);
  } else {
    if (toast.told() === LOST) toast.clear();
    state.walk = walk;
    show();
  }
  if (!walk || walk.step !== 'rest') state.timer = setTimeout(look, walk && walk.doing ? BUSY_MS : CALM_MS);
}

function show() {
  const { walk } = state;
  const resting = walk.step === 'rest';
  at('door').hidden = true;
  at('walk').hidden = resting;
  at('shelf').hidden = !resting;
  at('workshop').setAttribute('data-step', walk.step);
  if (walk.step !== state.step) arrive();
  if (resting) return;
  say(at('doing'), walk.doing ? walk.doing[0].toUpperCase() + walk.doing.slice(1) + ' …' : '');
  say(at('complaint'), walk.complaint ? walk.complaint[0].toUpperCase() + walk.complaint.slice(1) + '.' : '');
  at('complaint').className = walk.complaint ? 'alert alert-fault' : '';
  const placing = walk.step === 'look' && !walk.doing;
  sight.show(walk, placing, state.taps, walk.step === 'chips' ? walk.pointed : []);
  if (walk.step === 'cards') layout.show(walk); else layout.clear();
  const key = JSON.stringify([walk.step, walk.size_px, walk.doing, walk.remarks, walk.chips, walk.doubtful, walk.ends_game, state.four, state.taps.length]);
  if (key === state.key) return;
  state.key = key;
  showSteps(walk.step);
  showVerdict(walk);
  say(at('asked'), asked(walk)[0]);
  say(at('help'), asked(walk)[1]);
  showAnswers(walk);
}

/** A step was reached: its question is read out, and seen; what was under way and is gone without a tap here is told. */
function arrive() {
  const first = state.step === '';
  if (STEPS.indexOf(state.step) >= 0 && !state.asking) tell(ELSEWHERE[state.walk.step]);
  state.step = state.walk.step;
  state.taps = [];
  state.four = state.four && state.step === 'look';
  state.key = state.replaces = '';
  sheet.close();
  if (state.step === 'look' || !state.chosen.length) state.chosen = state.walk.usual.slice();
  if (state.step === 'rest') {
    sight.rest();
    layout.clear();
    shelf.show(!first);
  }
  if (first) return;
  const title = state.step === 'rest' ? at('shelf-title') : at('asked');
  title.focus();
  window.scrollTo(0, 0);
}

function asked(walk) {
  if (!walk.size_px) return ['No picture of the table yet', 'The camera is starting. If this stays, check its cable; `companion doctor` says what is wrong.'];
  if (walk.step === 'look') {
    const corner = CORNERS[state.taps.length];
    return state.four
      ? ['Tap the board’s ' + corner + ' corner', 'All four, clockwise: the outer corners of the cards, not of the wood around them.']
      : ['Tap the board’s own top-left corner', 'Take everything off the board first. Any corner may be the top left; squares are named from there.'];
  }
  if (walk.step === 'cards') {
    return walk.doubtful.length
      ? ['Compare the doubtful cards', 'The board was found. Tap a doubtful square, then the card that lies there.']
      : ['All hundred cards are read', 'The board was found. If the lines follow the squares, go on.'];
  }
  if (walk.step === 'chips') return askedChips(walk);
  return ['Give the board a name', walk.ends_game
    ? 'Ready. Saving ends the game on the table: it is played with other cards, with other chips, or with these in another order.'
    : 'Ready. Once it is saved, you play on this board.'];
}

function askedChips(walk) {
  const places = chip => chip.squares.map(squareName).join(' and ');
  if (!walk.colours.length) {
    return ['Look at the chips', 'They are in the picture already: ' + walk.chips.map(chip => chip.name.toLowerCase() + ' on ' + places(chip)).join(', ') + '.'];
  }
  const next = walk.chips.filter(chip => !chip.known)[0];
  return ['Lay ' + next.name.toLowerCase() + ' chips on ' + places(next), 'One on the middle of each marked square; lights at the table point there too. Take your hands away, then tap.'];
}

function showSteps(step) {
  Array.prototype.forEach.call(at('steps').children, (item, number) => {
    const here = item.getAttribute('data-step') === step;
    item.className = here ? 'here' : number < STEPS.indexOf(step) ? 'past' : '';
    if (here) item.setAttribute('aria-current', 'step'); else item.removeAttribute('aria-current');
  });
}

function showVerdict(walk) {
  const parent = at('verdict');
  empty(parent);
  const wanted = walk.step === 'name' || (walk.step !== 'look' && !walk.doing);
  if (!wanted || !walk.remarks.length) return;
  html('p', 'grade grade-' + walk.grade, SIGNS[walk.grade] + ' ' + GRADES[walk.grade], parent);
  const bad = walk.remarks.filter(remark => remark.grade !== 'good');
  if (bad.length) {
    const list = html('ul', 'remarks', '', parent);
    bad.forEach(remark => remarkItem(remark, list));
  }
  if (bad.length === walk.remarks.length) return;
  const details = html('details', '', '', parent);
  html('summary', '', 'What was measured', details);
  const all = html('ul', 'remarks', '', details);
  walk.remarks.forEach(remark => remarkItem(remark, all));
}

function remarkItem(remark, list) {
  const item = html('li', 'remark-' + remark.grade, '', list);
  html('strong', '', SIGNS[remark.grade] + ' ' + remark.topic + ', ' + remark.grade + ': ', item);
  html('span', '', remark.finding + '.' + (remark.remedy ? ' ' + remark.remedy : ''), item);
}

function showAnswers(walk) {
  const parent = at('choices');
  empty(parent);
  at('again').disabled = Boolean(walk.doing);
  if (walk.doing) return;
  const row = html('div', 'row', '', null);
  if (walk.step === 'look') {
    button(row, state.four ? 'One tap is enough' : 'Not found? Tap all four corners', () => { state.four = !state.four; state.taps = []; show(); });
    if (state.taps.length) button(row, 'Take the last tap back', () => { state.taps.pop(); show(); });
  } else if (walk.step === 'cards') {
    if (walk.colours.length) showColours(walk, parent);
    button(row, walk.doubtful.length ? 'All cards are right' : 'Go on to the chips', () => answer('cards', { letters: state.chosen.join('') })).className = 'main';
  } else if (walk.step === 'chips') {
    showChips(walk, parent);
    button(row, 'The chips are there', () => answer('chips')).className = 'main';
    button(row, 'Choose other chips', () => sure('back', 'Choose other chips?', 'Choose others', walk.chips.some(chip => chip.known) ? 'The chips learnt so far are forgotten.' : ''));
  } else {
    showName(walk, parent);
    button(row, 'Back to the chips', () => answer('back'));
  }
  parent.appendChild(row);
}

function showColours(walk, parent) {
  const set = html('fieldset', 'colours', '', parent);
  html('legend', '', 'The chips you play with, in the order of the teams', set);
  walk.colours.forEach(({ letter, name }, number) => {
    const made = html('button', 'colour', '', set);
    made.type = 'button';
    const place = state.chosen.indexOf(letter);
    made.setAttribute('aria-pressed', String(place >= 0));
    html('span', '', (place >= 0 ? '✓ ' : '') + name, made);
    made.addEventListener('click', () => {
      if (place >= 0) state.chosen.splice(place, 1); else if (state.chosen.length < 6) state.chosen.push(letter);
      state.key = '';
      show();
      at('choices').querySelectorAll('.colour')[number].focus();
    });
  });
}

function showChips(walk, parent) {
  const list = html('ul', 'laying', '', parent);
  walk.chips.forEach(chip => {
    const item = html('li', chip.known ? 'known' : '', '', list);
    chipPicture(chip, 'laying-chip', item);
    html('span', '', chip.name + (chip.known ? ' ✓ learnt' : ': ' + chip.squares.map(squareName).join(', ')), item);
  });
}

function showName(walk, parent) {
  const form = html('form', 'step', '', parent);
  const label = html('label', '', 'Name of the board', form);
  const input = html('input', '', null, label);
  Object.assign(input, { value: walk.suggested, maxLength: 24, required: true, autocomplete: 'off' });
  const save = html('button', 'main', 'Save and use it', form);
  save.type = 'submit';
  input.addEventListener('input', () => { state.replaces = ''; save.textContent = 'Save and use it'; });
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const name = input.value.trim();
    const refused = await answer('keep', { name, replaces: state.replaces === name });
    if (!refused) tell(name + ' is saved and in use. Take the chips off the board.');
    else if (/already/.test(refused)) {
      state.replaces = name;
      save.textContent = 'Replace the older one';
    }
  });
}

/** What another phone has found so far is gone on with: begun anew, it would be forgotten. */
async function begin() {
  await look();
  if (state.walk.step === 'rest') answer('begin');
  else tell('Another phone began already. Go on from here.');
}

/** What throws something away is asked a second time, with what would be `lost`. */
function sure(what, title, yes, lost) {
  const { number } = state.walk;
  if (!lost) { answer(what); return; }
  const form = sheet.open(title, yes, inside => html('p', '', lost, inside));
  form.querySelector('.main').classList.add('danger');
  form.onsubmit = event => {
    event.preventDefault();
    sheet.close();
    answer(what, { number });
  };
}

/** Before a board was found there is nothing to lose. */
const all = () => (state.walk.step === 'look' ? '' : 'What was found and learnt so far is forgotten.');

at('begin').addEventListener('click', begin);
at('again').addEventListener('click', () => sure('begin', 'Begin again?', 'Begin again', all()));
at('leave').addEventListener('click', () => sure('leave', 'Stop calibrating?', 'Stop calibrating', all()));
document.addEventListener('visibilitychange', () => { if (!document.hidden && state.walk) look(); });

/** Whoever knows the PIN goes on; where no board is known yet, straight into the walk. */
async function open() {
  const me = await whoAmI();
  at('walk').hidden = at('shelf').hidden = true;
  at('door').hidden = false;
  at('door').textContent = me.table ? 'Looking …' : '';
  if (!me.table) { sight.rest(); showDoor(at('door'), toast, open, true); return; }
  const boards = await shelf.show();
  await look();
  if (boards && !boards.length && state.walk && state.walk.step === 'rest') answer('begin');
}

hearDoubleTapsOnce();
onUpdate(() => location.reload()); // where the walk stands the table knows
open();
