// The referee's desk on the page: only what this phone may ask, and a second question before anything is undone.

import { ask, send, whoAmI } from './ask.js';
import { showDoor } from './door.js';
import { cardWords, empty, html } from './draw.js';
import { desks } from './games.js';

const SUITS = [['S', '♠ spades'], ['H', '♥ hearts'], ['D', '♦ diamonds'], ['C', '♣ clubs']];
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const JACKS = [['JD', 'J♦'], ['JC', 'J♣'], ['JS', 'J♠'], ['JH', 'J♥']];
const MANY = 9;
const FACES = { n: 'Plain face', r: 'Reverse', s: 'Skip' };

/** The desk inside `body`, with its answers in `said` and the answers to questions in `answers`. */
export function createReferee(body, said, answers) {
  const state = { me: { table: false, seat: null }, buzzer: { there: false, muted: false }, status: null, key: '', busy: false, open: false, pick: null, picking: null, unfolded: window.innerWidth < 900 };

  async function command(name, fields) {
    if (state.busy) return;
    state.busy = true;
    const refused = await send('commands/' + name, Object.assign({ number: state.status.number }, fields));
    state.busy = false;
    said.textContent = refused || 'Done.';
    said.classList.toggle('well', !refused);
    if (refused) await meet();
    close();
  }

  function close() {
    state.open = false;
    state.picking = null;
    state.key = '';
    if (state.status) show(state.status);
    body.focus();
  }

  /** A question with its answers as buttons, in place of the desk. */
  function step(title, fill) {
    state.open = true;
    said.textContent = '';
    said.classList.remove('well');
    empty(body);
    const form = html('form', 'step', '', body);
    html('h3', '', title, form);
    fill(form);
    const row = html('div', 'row', '', form);
    html('button', 'main', 'Yes, do it', row).type = 'submit';
    button(row, 'No, leave it', close);
    (form.querySelector('select') || row.lastChild).focus();
    return form;
  }

  function confirm(title, words, name, fields) {
    const form = step(title, inside => html('p', '', words, inside));
    form.addEventListener('submit', event => { event.preventDefault(); command(name, fields || {}); });
  }

  function pickCard(title, name) {
    const form = step(title, inside => {
      const jacks = html('div', 'row', '', inside);
      if (name === 'tell') JACKS.forEach(([card, words]) => {
        button(jacks, words + '\uFE0E', () => command(name, { card })).setAttribute('aria-label', words + '\uFE0E: it was the ' + cardWords(card));
      });
      const row = html('div', 'row', '', inside);
      select(row, 'Rank', RANKS.concat(state.status.options.indexOf('deck=') < 0 ? [] : ['P']).map(rank => [rank, rank === 'T' ? '10' : rank]));
      select(row, 'Suit', SUITS);
    });
    form.addEventListener('submit', event => {
      event.preventDefault();
      const [rank, suit] = Array.from(form.querySelectorAll('select')).map(one => one.value);
      command(name, { card: rank + suit });
    });
  }

  /** Which chip lies on a square; the board itself is where the square is chosen. */
  function correctSquare() {
    const square = state.pick === null ? 0 : state.pick;
    const chips = [['', 'Nothing']].concat(state.status.teams.map((team, at) => [String(at), team.name + ' chip']));
    const form = step('What really lies on a square?', inside => {
      html('p', 'soft', 'Tap the square on the board, or choose it here.', inside);
      const row = html('div', 'row', '', inside);
      select(row, 'Column', 'ABCDEFGHIJ'.split('').map(letter => [letter, letter]));
      select(row, 'Row', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(number => [String(number), String(number)]));
      select(row, 'What lies there', chips);
    });
    const [column, row, chip] = Array.from(form.querySelectorAll('select'));
    state.picking = picked => {
      column.selectedIndex = picked % 10;
      row.selectedIndex = Math.floor(picked / 10);
    };
    state.picking(square);
    form.addEventListener('submit', event => {
      event.preventDefault();
      const fields = { square: column.value + row.value };
      command('edit', chip.value ? Object.assign(fields, { team: Number(chip.value) }) : fields);
    });
  }

  function countCards() {
    const seats = seatChoices().filter(([seat]) => state.me.table || Number(seat) === state.me.seat);
    const form = step('How many cards are in a hand?', inside => {
      const row = html('div', 'row', '', inside);
      select(row, 'Whose', seats);
      const cards = html('input', '', null, html('label', '', 'Cards', row));
      Object.assign(cards, { type: 'number', min: 0, max: 20, required: true });
    });
    form.addEventListener('submit', event => {
      event.preventDefault();
      command('hand', { seat: Number(form.querySelector('select').value), cards: Number(form.querySelector('input').value) });
    });
  }

  function scoreMatch() {
    const wins = state.status.wins || state.status.seats.map(seat => seat.won);
    const form = step('How many games has somebody won?', inside => {
      const row = html('div', 'row', '', inside);
      select(row, 'Who', seatChoices());
      const games = html('input', '', null, html('label', '', 'Games won this evening', row));
      Object.assign(games, { type: 'number', min: 0, max: 999, required: true, value: wins[0] });
    });
    const [who, games] = Array.from(form.querySelectorAll('select, input'));
    who.addEventListener('change', () => { games.value = wins[Number(who.value) - 1]; });
    form.addEventListener('submit', event => {
      event.preventDefault();
      command('score', { seat: Number(who.value), wins: Number(games.value) });
    });
  }

  function endGame() {
    const wins = state.status.teams.map((team, at) => [String(at), 'Agreed: ' + team.name + ' wins']);
    const form = step('End the game now?', inside => {
      html('p', '', 'No more turns are played. It can be taken back like a turn.', inside);
      select(inside, 'Result', [['unfinished', 'None: left unfinished'], ['tie', 'Agreed: a tie']].concat(wins));
    });
    form.addEventListener('submit', event => {
      event.preventDefault();
      const result = form.querySelector('select').value;
      command('end', wins.some(([team]) => team === result) ? { result: 'win', team: Number(result) } : { result });
    });
  }

  function seatChoices() {
    return state.status.hands.map((_, seat) => [String(seat + 1), state.status.players[seat] || 'Seat ' + (seat + 1)]);
  }

  function pickSeat(title, name, none) {
    const seats = seatChoices();
    const form = step(title, inside => select(inside, 'Who', none ? [['', none]].concat(seats) : seats));
    form.addEventListener('submit', event => {
      event.preventDefault();
      const seat = form.querySelector('select').value;
      command(name, seat ? { seat: Number(seat) } : {});
    });
  }

  function show(status) {
    state.status = status;
    showAnswers();
    const allowed = state.me.table || state.me.seat;
    const key = !allowed ? 'door' : JSON.stringify([state.me, state.buzzer, status.turn.seat, status.turn.die, status.over, status.players, status.number, status.undo, status.game, status.laid]);
    if (state.open || key === state.key) return;
    state.key = key;
    empty(body);
    if (allowed) showDesk(status);
    else said.classList.remove('well');
    if (!allowed) showDoor(body, said, async () => { await meet(); if (state.me.table) body.focus(); });
  }

  function showAnswers() {
    const question = state.status.question;
    const may = question && (state.me.table || (state.me.seat && mayAnswer(question)));
    const differs = state.me.table && state.status.fault && state.status.fault.code === 'TABLE_DIFFERS';
    const key = (may ? JSON.stringify(question) : '') + (differs ? 'differs' + state.status.number : '');
    if (answers.getAttribute('data-key') === key) return;
    answers.setAttribute('data-key', key);
    empty(answers);
    if (may && question.candidates.length > MANY) pickAnswer(question);
    else if (may) question.candidates.forEach((candidate, at) => button(answers, question.words[at], () => command('answer', { candidate })));
    if (differs) button(answers, 'Accept the board as it lies', acceptBoard);
    if (differs && state.status.undo) button(answers, 'Take back the last turn', takeBack);
  }

  /** Where turns are teams', the team it is about; else the table says who may. */
  function mayAnswer(question) {
    return !question.teams || question.teams.indexOf((state.me.seat - 1) % state.status.teams.length) >= 0;
  }

  function pickAnswer(question) {
    const field = select(answers, 'Answer', question.candidates.map((candidate, at) => [candidate, question.words[at]]));
    button(answers, 'Say so', () => command('answer', { candidate: field.value }));
  }

  function showDesk(status) {
    const me = state.me;
    const names = [me.seat && (status.players[me.seat - 1] || 'seat ' + me.seat), me.table && 'the table'].filter(Boolean);
    const details = html('details', '', '', body);
    details.open = state.unfolded;
    details.addEventListener('toggle', () => { state.unfolded = details.open; });
    html('summary', '', 'You speak for ' + names.join(' and '), details);
    const tools = { button, select, step, command, confirm, pickCard, pickSeat };
    (desks[status.game] || showMoves)(group(details, 'This turn'), status, me, tools);
    const boarded = !desks[status.game];
    if (me.table) showTable(group(details, boarded ? 'The board' : 'The pile'), status, boarded);
    const game = group(details, 'The game');
    if (boarded) button(game, me.table ? 'Cards in a hand' : 'Cards in my hand', countCards);
    if (boarded && me.table && !status.over) button(game, 'End the game', endGame);
    if (me.table) button(game, 'Games won', scoreMatch);
    if (me.table) html('a', 'button', 'New game', game).href = '/new';
    if (me.table) html('a', 'button', 'Screen at the table', game).href = '/wall';
    if (me.table) html('a', 'button', 'Boards', game).href = '/calibrate';
    if (me.table && state.buzzer.there) button(game, state.buzzer.muted ? 'Let the buzzer sound' : 'Mute the buzzer', mute);
    button(game, 'Only watch again', async () => { said.textContent = (await send('leave', {})) || ''; meet(); });
  }

  function showMoves(row, status, me) {
    const player = status.turn.player;
    if (!status.over && (me.table || me.seat === status.turn.seat)) {
      if (status.turn.die.length) button(row, 'Roll the die', () => command('roll', { face: fairFace(status.options) })).className = 'main';
      status.turn.die.forEach(face => button(row, 'Die: ' + FACES[face], () => command('roll', { face })));
      button(row, 'Pass', () => confirm('Pass?', player + ' plays no card this turn.', 'pass'));
      button(row, 'Exchange a dead card', () => pickCard('Which card is dead?', 'exchange'));
    }
    if (me.table || me.seat === status.turn.seat) button(row, 'That was another card', () => pickCard('Which card was it?', 'tell'));
    if (me.table) button(row, 'Somebody forgot to draw', () => pickSeat('Who forgot to draw?', 'forgot'));
    else button(row, 'I forgot to draw', () => confirm('Forgot to draw?', 'The rules say whether you may draw now.', 'forgot', { seat: me.seat }));
  }

  function showTable(row, status, boarded) {
    if (status.undo) button(row, 'Take back the last turn', takeBack);
    if (boarded) button(row, 'Correct a square', correctSquare);
    if (boarded) html('a', 'button', 'Set up the position', row).href = '/position';
    button(row, boarded ? 'Accept the board as it is' : 'Accept the pile as it is', acceptBoard);
  }

  async function mute() {
    said.textContent = (await send('buzzer', { muted: !state.buzzer.muted })) || '';
    meet();
  }

  function takeBack() {
    confirm('Take back the last turn?', state.status.undo + ' What it changed on the table goes back as well.', 'undo');
  }

  function acceptBoard() {
    pickSeat('Accept what lies on the table? Who moves next?', 'override', 'As it follows from play');
  }

  /** A square was picked on the board, or none any more. */
  function pick(square) {
    state.pick = square;
    if (state.picking && square !== null) state.picking(square);
  }

  /** Asks again whom this phone speaks for. */
  async function meet() {
    state.me = await whoAmI();
    state.buzzer = (state.me.table && await ask('buzzer')) || state.buzzer;
    if (state.status) show(state.status);
  }

  meet();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) meet(); });
  return { show, pick };
}

/** A face of the die in these options, each side as likely as any other. */
function fairFace(options) {
  const [sides, reverse, skip] = /die=d(\d+)r(\d+)s(\d+)/.exec(options).slice(1).map(Number);
  const drawn = new Uint32Array(1);
  const fair = Math.floor(4294967296 / sides) * sides; // numbers above would favour the first sides
  do window.crypto.getRandomValues(drawn); while (drawn[0] >= fair);
  const side = drawn[0] % sides;
  return side < reverse ? 'r' : side < reverse + skip ? 's' : 'n';
}

function group(parent, words) {
  html('h3', 'group', words, parent);
  return html('div', 'row', '', parent);
}

function button(parent, words, act) {
  const made = html('button', '', words, parent);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

function select(parent, words, choices) {
  const label = html('label', '', words, parent);
  const made = html('select', '', null, label);
  choices.forEach(([value, shown]) => { html('option', '', shown, made).value = value; });
  return made;
}
