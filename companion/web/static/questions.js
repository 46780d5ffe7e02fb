// What the referee asks before a command is given: each question in the sheet, about the game as it stood when it was opened.

import { send } from './ask.js';
import { button, cardWords, html, number, select } from './draw.js';
import { desks } from './games.js';
import { createSheet } from './sheet.js';

const SUITS = [['S', '♠ spades'], ['H', '♥ hearts'], ['D', '♦ diamonds'], ['C', '♣ clubs']];
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const JACKS = [['JD', 'J♦'], ['JC', 'J♣'], ['JS', 'J♠'], ['JH', 'J♥']];

/** The jokers that may be in a hand: of Black Jack's all are alike, and so where any goes to each corner. */
function jokersIn(options) {
  if (/corners=joker_matched/.test(options)) return [['JKB', 'Black joker'], ['JKR', 'Red joker']];
  return /corners=joker_any|jokers=[1-9]/.test(options) ? [['JK', 'Joker']] : [];
}

export const acceptWords = boarded => (boarded ? 'Accept the board as it lies' : 'Accept the pile as it lies');

/** The questions of the desk whose `state` this is; `command(name, fields, number)` gives what was decided, `toast` tells it. */
export function createQuestions(state, command, toast) {
  const sheet = createSheet(() => { state.picking = null; });

  /** A question in the sheet, about the game as it stands now; `fill` and `submit` get what gives its command. */
  function step(title, answer, fill, submit) {
    const { number } = state.status;
    const give = (name, fields) => {
      sheet.close();
      command(name, fields, number);
    };
    const form = sheet.open(title, answer, inside => fill(inside, give));
    form.onsubmit = event => {
      event.preventDefault();
      submit(give, Array.from(form.querySelectorAll('select, input')));
    };
    return form;
  }

  function confirm(title, words, answer, [name, fields]) {
    return step(title, answer, inside => html('p', '', words, inside), give => give(name, fields || {}));
  }

  function pickCard(title, name) {
    step(title, 'This card', (inside, give) => {
      const jacks = html('div', 'row', '', inside);
      if (name === 'tell') JACKS.forEach(([card, words]) => {
        button(jacks, words + '\uFE0E', () => give(name, { card })).setAttribute('aria-label', words + '\uFE0E: it was the ' + cardWords(card));
      });
      if (name !== 'joker') jokersIn(state.status.options).forEach(([card, words]) => button(jacks, words, () => give(name, { card })));
      const row = html('div', 'row', '', inside);
      select(row, 'Rank', RANKS.concat(state.status.options.indexOf('deck=') < 0 ? [] : ['P']).map(rank => [rank, rank === 'T' ? '10' : rank]));
      select(row, 'Suit', SUITS);
    }, (give, [rank, suit]) => give(name, { card: rank.value + suit.value }));
  }

  /** Which chip lies on a square; the board itself is where the square is chosen. */
  function correctSquare() {
    const square = state.pick === null ? 0 : state.pick;
    const chips = [['', 'No chip']].concat(state.status.teams.map((team, at) => [String(at), team.name + ' chip']));
    const form = step('What is really on a square?', 'Correct it', inside => {
      html('p', 'soft', 'Tap the square on the board, or choose it here.', inside);
      const row = html('div', 'row', '', inside);
      select(row, 'Column', 'ABCDEFGHIJ'.split('').map(letter => [letter, letter]));
      select(row, 'Row', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(number => [String(number), String(number)]));
      select(row, 'What is there', chips);
    }, (give, [column, row, chip]) => {
      const fields = { square: column.value + row.value };
      give('edit', chip.value ? Object.assign(fields, { team: Number(chip.value) }) : fields);
    });
    const [column, row] = Array.from(form.querySelectorAll('select'));
    state.picking = picked => {
      column.selectedIndex = picked % 10;
      row.selectedIndex = Math.floor(picked / 10);
    };
    state.picking(square);
  }

  function countCards() {
    const seats = seatChoices().filter(([seat]) => state.me.table || Number(seat) === state.me.seat);
    step('How many cards are in a hand?', 'Save', inside => {
      const row = html('div', 'row', '', inside);
      select(row, 'Whose', seats);
      number(row, 'Cards', 20);
    }, (give, [seat, cards]) => give('hand', { seat: Number(seat.value), cards: Number(cards.value) }));
  }

  function scoreMatch() {
    const wins = state.status.wins || state.status.seats.map(seat => seat.won);
    const form = step('How many games has somebody won?', 'Save', inside => {
      const row = html('div', 'row', '', inside);
      select(row, 'Who', seatChoices());
      number(row, 'Games won this evening', 999).value = wins[0];
    }, (give, [who, games]) => give('score', { seat: Number(who.value), wins: Number(games.value) }));
    const [who, games] = Array.from(form.querySelectorAll('select, input'));
    who.addEventListener('change', () => { games.value = wins[Number(who.value) - 1]; });
  }

  function endGame() {
    const wins = state.status.teams.map((team, at) => [String(at), 'We agree that ' + team.name + ' wins']);
    step('End the game now?', 'End the game', inside => {
      html('p', '', 'No more turns are played. You can take this back like a turn.', inside);
      select(inside, 'Result', [['unfinished', 'No result'], ['tie', 'We agree on a tie']].concat(wins));
    }, (give, [{ value }]) => give('end', wins.some(([team]) => team === value) ? { result: 'win', team: Number(value) } : { result: value }));
  }

  function seatChoices() {
    return state.status.hands.map((_, seat) => [String(seat + 1), state.status.players[seat] || 'Seat ' + (seat + 1)]);
  }

  function pickSeat(title, answer, name, none) {
    const seats = seatChoices();
    step(title, answer, inside => select(inside, 'Who', none ? [['', none]].concat(seats) : seats), (give, [seat]) => give(name, seat.value ? { seat: Number(seat.value) } : {}));
  }

  function forget() {
    step('Forget all other phones?', 'Forget them', inside => html('p', '', 'They can only watch until they enter the PIN or scan a seat again.', inside), async () => {
      sheet.close();
      const refused = await send('forget', {});
      toast.tell(refused || 'Done.', !refused);
    }).querySelector('.main').classList.add('danger');
  }

  function takeBack() {
    confirm('Take back the last turn?', state.status.undo + ' Put the table back as it was before.', 'Take it back', ['undo']).querySelector('.main').classList.add('danger');
  }

  function acceptTable() {
    pickSeat(acceptWords(!desks[state.status.game]) + '?', 'Accept', 'override', 'Whoever is next');
  }

  return { step, confirm, pickCard, pickSeat, correctSquare, countCards, scoreMatch, endGame, forget, takeBack, acceptTable };
}
