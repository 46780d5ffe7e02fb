// Black Jack: the pile and what is in force, the ring of players, and what a phone may say.

import { capitalised, cardPicture, cardWords, chipPicture, empty, html, isRed, svg } from './draw.js';
import { say, showAlerts, showLook, showNotes } from './words.js';

const at = id => document.getElementById(id);
const SUITS = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const PLACES = ['', 'first out', 'second out', 'third out'];

/** Writes the whole statement into the page. */
export function showBlackJack(status) {
  showTurn(status);
  showAlerts(status);
  showForce(status);
  showPile(status);
  showRing(status);
  showNotes(status, status.last_turns.map(turn => ({ look: status.seats[turn.seat - 1], name: turn.seat ? status.players[turn.seat - 1] : '', note: turn.note })));
}

function showTurn(status) {
  const winner = status.seats.find(seat => seat.out === 1);
  say(at('turn'), status.headline);
  document.title = status.headline + ' – Black Jack';
  say(at('said'), status.announcement);
  say(at('hint'), status.turn.hint);
  at('card').hidden = true;
  showLook(status.over ? winner : status.seats[status.turn.seat - 1]);
}

function showForce(status) {
  const list = at('force');
  const key = JSON.stringify([status.direction, status.pending, status.suit, status.over, status.turn.seat]);
  if (list.getAttribute('data-words') === key) return;
  list.setAttribute('data-words', key);
  empty(list);
  if (status.over || !status.turn.seat) return;
  if (status.pending) html('li', 'penalty', 'Draw ' + status.pending, list);
  if (status.suit) {
    const named = html('li', 'named', '', list);
    suitPicture(status.suit, named);
    html('span', '', SUITS[status.suit], named);
  }
  html('li', '', status.direction > 0 ? '↻ clockwise' : '↺ anticlockwise', list);
}

function suitPicture(suit, parent) {
  const picture = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, parent);
  svg('use', { href: '#suit-' + suit, class: suit === 'H' || suit === 'D' ? 'red' : 'black' }, picture);
}

function showPile(status) {
  const list = at('pile');
  const key = JSON.stringify([status.top, status.laid, status.waiting]);
  if (list.getAttribute('data-words') === key) return;
  list.setAttribute('data-words', key);
  empty(list);
  if (!status.top) html('li', 'none', 'No card is turned up yet.', list);
  else {
    const more = status.laid.length + (status.waiting ? 1 : 0);
    showCard(status.top, more ? 'start' : 'start alone', list);
    status.laid.forEach(laid => showCard(laid, '', list));
    if (status.waiting) showCard({ card: status.waiting }, 'asked', list);
  }
  const said = [status.top].concat(status.laid).filter(Boolean).map(laid => cardWords(laid.card));
  say(at('pile-words'), said.join(', '));
}

function showCard(laid, className, parent) {
  const item = html('li', className, '', parent);
  cardPicture(laid.card, item);
  html('span', 'unseen', cardWords(laid.card), item);
  const said = laid.suit ? SUITS[laid.suit] : laid.stands_for ? cardWords(laid.stands_for) : '';
  if (said) html('span', 'said', said, item);
}

function showRing(status) {
  const list = at('ring');
  const key = JSON.stringify(status.seats);
  if (list.getAttribute('data-words') === key) return;
  list.setAttribute('data-words', key);
  empty(list);
  list.classList.toggle('many', status.seats.length > 4);
  const won = status.seats.some(seat => seat.won);
  status.seats.forEach(seat => {
    const item = html('li', (seat.plays ? 'plays' : '') + (seat.out ? ' gone' : ''), '', list);
    chipPicture(seat, 'team-chip', item);
    html('span', 'team-name', seat.name + (won ? ' · won ' + seat.won : ''), item);
    if (seat.out) html('span', 'number place', PLACES[seat.out] || seat.out + 'th out', item);
    else html('span', 'number', seat.cards, item);
    html('span', 'unseen', seat.out ? '' : seat.cards === 1 ? 'card' : 'cards', item);
  });
}

/** What this phone may say: the moves above, everything else in `row`; `tools` are the desk's own. */
export function blackJackDesk(row, status, me, tools) {
  const moves = at('moves');
  empty(moves);
  if (status.turn.seat) tools.button(tools.rare, 'Cards in a hand', () => pickCount(status, me, tools));
  if (status.over) return;
  const mine = me.table || me.seat === status.turn.seat;
  if (status.laid.length && (mine || me.seat)) tools.button(moves, 'End the turn', () => tools.command('done')).className = 'main';
  if (status.turn.seat) showDraws(moves, status, me, tools);
  if (status.laid.length && mine) showNaming(moves, status, tools);
  if (status.turn.seat || me.table) tools.button(row, 'That was another card', () => tools.pickCard('Which card is on top?', 'tell'));
  if (!status.turn.seat) return;
  tools.button(row, 'A card lies under it', () => tools.pickCard('Which card lies under the top one?', 'missed'));
  if (me.table) tools.button(row, 'Somebody is out', () => tools.pickSeat('Who has no cards left?', 'Is out', 'out'));
  else tools.button(row, 'I am out', () => tools.confirm('No cards left?', 'You are out, whatever was counted.', 'I am out', ['out']));
  if (status.laid.length && me.table) tools.button(tools.rare, 'Whose card is it?', () => tools.pickSeat('Whose is the newest card?', 'Theirs', 'whose'));
  if (me.table) tools.button(tools.rare, 'The pile was shuffled', () => tools.confirm('Shuffled?', 'All but the top card went back into the stock.', 'It was shuffled', ['reshuffle']));
  if (me.table && status.seats.length > 2) tools.button(tools.rare, 'Play goes the other way', () => tools.confirm('The other way?', 'From here on play goes ' + (status.direction > 0 ? 'anticlockwise.' : 'clockwise.'), 'It does', ['direction']));
  if (me.table && !status.fault) tools.button(tools.rare, 'Accept the pile as it lies', () => tools.pickSeat('Accept the pile as it lies?', 'Accept', 'override', 'Whoever is next')).className = 'danger';
}

/** A seat draws for itself; the table for whoever moves now, or after the cards that lie there. */
function showDraws(moves, status, me, tools) {
  const number = status.pending || 1;
  const words = ' draws' + (status.laid.length ? '' : ' ' + number);
  if (!me.table) {
    const known = !status.laid.length && me.seat === status.turn.seat; // a penalty is nobody else's
    if (me.seat) tools.button(moves, known ? 'I draw ' + number : 'I draw', () => tools.command('draw'));
    return;
  }
  if (!status.laid.length) tools.button(moves, status.turn.player + words, () => tools.command('draw'));
  else tools.button(moves, 'Somebody draws', () => tools.pickSeat('Who draws?', 'Draws', 'draw'));
}

/** An Ace on top names a suit, a joker a card; the question may have it too. */
function showNaming(moves, status, tools) {
  const last = status.laid[status.laid.length - 1];
  if ((last.stands_for || last.card)[0] === 'A') {
    Object.keys(SUITS).forEach(suit => {
      const made = tools.button(moves, capitalised(SUITS[suit]), () => tools.command('suit', { suit }));
      if (isRed(' ' + suit)) made.classList.add('red-suit');
    });
  }
  if (last.card.slice(0, 2) === 'JK') {
    tools.button(moves, 'Say what the joker stands for', () => tools.pickCard('What does the joker stand for?', 'joker'));
  }
}

function pickCount(status, me, tools) {
  const seats = status.seats.filter(seat => me.table || seat.seat === me.seat).map(seat => [String(seat.seat), seat.name]);
  const numbers = Array.from({ length: 31 }, (_, cards) => [String(cards), String(cards)]);
  tools.step('How many cards are in a hand?', 'Save', inside => {
    const fields = html('div', 'row', '', inside);
    tools.select(fields, 'Whose', seats);
    tools.select(fields, 'Cards', numbers).value = '7';
  }, (give, [seat, cards]) => give('hand', { seat: Number(seat.value), cards: Number(cards.value) }));
}
