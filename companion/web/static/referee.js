// The referee's desk on the page: only what this phone may ask, and a second question before anything is undone.

import { send, whoAmI } from './ask.js';
import { showDoor } from './door.js';
import { empty, html } from './draw.js';

const SUITS = [['S', '♠ spades'], ['H', '♥ hearts'], ['D', '♦ diamonds'], ['C', '♣ clubs']];
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const FACES = { n: 'Plain face', r: 'Reverse', s: 'Skip' };

/** The desk inside `body`, with its answers in `said` and the answers to questions in `answers`. */
export function createReferee(body, said, answers) {
  const state = { me: { table: false, seat: null }, status: null, key: '', busy: false, open: false, unfolded: window.innerWidth < 900 };

  async function command(name, fields) {
    if (state.busy) return;
    state.busy = true;
    const refused = await send('commands/' + name, Object.assign({ number: state.status.number }, fields));
    state.busy = false;
    said.textContent = refused || 'Done.';
    if (refused) await meet();
    close();
  }

  function close() {
    state.open = false;
    state.key = '';
    if (state.status) show(state.status);
    body.focus();
  }

  /** A question with its answers as buttons, in place of the desk. */
  function step(title, fill) {
    state.open = true;
    said.textContent = '';
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

  function pickSeat(title, name, none) {
    const seats = state.status.hands.map((_, seat) => [String(seat + 1), state.status.players[seat] || 'Seat ' + (seat + 1)]);
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
    const key = !allowed ? 'door' : JSON.stringify([state.me, status.turn.seat, status.turn.die, status.over, status.players, status.number]);
    if (state.open || key === state.key) return;
    state.key = key;
    empty(body);
    if (allowed) showDesk(status);
    else showDoor(body, said, async () => { await meet(); if (state.me.table) body.focus(); });
  }

  function showAnswers() {
    const question = state.status.question;
    const may = question && (state.me.table || (state.me.seat && question.teams.indexOf((state.me.seat - 1) % state.status.teams.length) >= 0));
    const key = may ? JSON.stringify(question) : '';
    if (answers.getAttribute('data-key') === key) return;
    answers.setAttribute('data-key', key);
    empty(answers);
    if (may) question.candidates.forEach((candidate, at) => button(answers, question.words[at], () => command('answer', { candidate })));
  }

  function showDesk(status) {
    const me = state.me;
    const names = [me.seat && (status.players[me.seat - 1] || 'seat ' + me.seat), me.table && 'the table'].filter(Boolean);
    const details = html('details', '', '', body);
    details.open = state.unfolded;
    details.addEventListener('toggle', () => { state.unfolded = details.open; });
    html('summary', '', 'You speak for ' + names.join(' and '), details);
    const row = html('div', 'row', '', details);
    const player = status.turn.player;
    if (!status.over && (me.table || me.seat === status.turn.seat)) {
      status.turn.die.forEach(face => button(row, 'Die: ' + FACES[face], () => command('roll', { face })));
      button(row, 'Pass', () => confirm('Pass?', player + ' plays no card this turn.', 'pass'));
      button(row, 'Exchange a dead card', () => pickCard('Which card is dead?', 'exchange'));
    }
    if (me.table || me.seat === status.turn.seat) button(row, 'That was another card', () => pickCard('Which card was it?', 'tell'));
    if (me.table) button(row, 'Somebody forgot to draw', () => pickSeat('Who forgot to draw?', 'forgot'));
    else button(row, 'I forgot to draw', () => confirm('Forgot to draw?', 'The rules say whether you may draw now.', 'forgot', { seat: me.seat }));
    if (me.table) showTable(row, status);
    button(row, 'Only watch again', async () => { said.textContent = (await send('leave', {})) || ''; meet(); });
  }

  function showTable(row, status) {
    if (status.undo) button(row, 'Take back the last turn', () => confirm('Take back the last turn?', status.undo + ' What it changed on the table goes back as well.', 'undo'));
    html('a', 'button', 'New game', row).href = '/new';
    html('a', 'button', 'Screen at the table', row).href = '/wall';
    button(row, 'Accept the board as it is', () => pickSeat('Accept the board as it lies? Who moves next?', 'override', 'As it follows from play'));
  }

  /** Asks again whom this phone speaks for. */
  async function meet() {
    state.me = await whoAmI();
    if (state.status) show(state.status);
  }

  meet();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) meet(); });
  return { show };
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
