// The referee's desk on the page: only what this phone may ask, what is needed most first, and a second question before anything is undone.

import { ask, send, whoAmI } from './ask.js';
import { showDoor } from './door.js';
import { button, empty, group, html, link, select } from './draw.js';
import { desks } from './games.js';
import { acceptWords, createQuestions } from './questions.js';
import { returnTo } from './sheet.js';

const MANY = 9;
const FROM_WALL = location.hash === '#wall'; // a screen at the table that only wants to be let in
const RESEATED_MS = 500; // a seat goes with its player into the next game, just after the page is told of that
const FACES = { n: 'Plain face', r: 'Reverse', s: 'Skip' };

/** The desk inside `body`; what came of things goes to `toast`, the answers to questions into `answers`.
 * `mine` is what says whose turn it is here; `shown` is called with each statement once it is known who asks. */
export function createReferee(body, toast, answers, mine, shown) {
  const state = { me: { table: false, seat: null }, met: false, buzzer: { there: false, muted: false }, status: null, key: '', busy: false, pick: null, picking: null, unfolded: window.innerWidth < 900, more: false };
  const { step, confirm, pickCard, pickSeat, correctSquare, countCards, scoreMatch, endGame, forget, takeBack, acceptTable } = createQuestions(state, command, toast);

  /** Gives a command about the game as it stands, or as it stood `number` entries into it. */
  async function command(name, fields, number) {
    if (state.busy) return;
    state.busy = true;
    const refused = await send('commands/' + name, Object.assign({ number: number === undefined ? state.status.number : number }, fields));
    state.busy = false;
    toast.tell(refused || 'Done.', !refused);
    if (refused) await meet();
  }

  /** The same people once more: the deal passes on clockwise. Where there are chips everybody keeps theirs, and a seat. */
  function rematch(status) {
    const unnamed = /^Seat \d+/;
    const known = status.hands.map((_, seat) => (unnamed.test(status.players[seat] || 'Seat 1') ? 'Seat ' + (seat + 1) : status.players[seat]));
    const next = { game: status.game, options: status.options, players: known };
    if (status.first) next.first = status.first % known.length + 1;
    else if (!known.some(name => unnamed.test(name))) next.players = known.slice(1).concat(known.slice(0, 1));
    command('game', next);
  }

  function show(status) {
    state.status = status;
    const seated = JSON.stringify([status.game, status.players]);
    if (state.seated && state.seated !== seated) setTimeout(meet, RESEATED_MS);
    state.seated = seated;
    shown(status);
    showAnswers();
    const allowed = state.me.table || state.me.seat;
    const key = !state.met ? '' : !allowed ? 'door' : JSON.stringify([state.me, state.buzzer, mine.sound, status.turn.seat, status.turn.die, status.turn.roller, status.over, status.players, status.number, status.undo, status.game, status.laid, Boolean(status.fault)]);
    if (key === state.key) return;
    state.key = key;
    const focused = body.contains(document.activeElement) && document.activeElement;
    empty(body);
    if (allowed) showDesk(status);
    else if (FROM_WALL) showDoor(body, toast, meet, true).focus();
    else showDoor(body, toast, meet);
    if (focused) focusAgain(focused);
  }

  /** Whoever goes by keys stays where they were, or at the desk where that is no longer offered. */
  function focusAgain(focused) {
    returnTo(focused);
    const desk = body.querySelector('summary');
    if (desk && document.activeElement === document.body) desk.focus({ preventScroll: true });
  }

  function showAnswers() {
    const question = state.status.question;
    const may = question && (state.me.table || (state.me.seat && mayAnswer(question)));
    const differs = state.me.table && state.status.fault && state.status.fault.code === 'TABLE_DIFFERS';
    const key = (may ? JSON.stringify(question) : '') + (differs ? 'differs' + state.status.number : '');
    if (answers.getAttribute('data-key') === key) return;
    answers.setAttribute('data-key', key);
    const focused = answers.contains(document.activeElement) && document.activeElement;
    empty(answers);
    if (may && question.candidates.length > MANY) pickAnswer(question);
    else if (may) question.candidates.forEach((candidate, at) => button(answers, question.words[at], () => command('answer', { candidate })));
    if (differs) button(answers, 'Accept the board as it lies', acceptTable);
    if (differs && state.status.undo) button(answers, 'Take back the last turn', takeBack);
    if (focused) focusAgain(focused);
  }

  /** The seats it is for; where turns are teams', the team it is about. */
  function mayAnswer(question) {
    const seats = question.seats;
    return seats ? seats.indexOf(state.me.seat) >= 0 : question.teams.indexOf((state.me.seat - 1) % state.status.teams.length) >= 0;
  }

  /** A list of many answers; those that name no card are buttons beside it. */
  function pickAnswer(question) {
    const all = question.candidates.map((candidate, at) => [candidate, question.words[at]]);
    const field = select(answers, 'Answer', all.filter(one => !one[0].startsWith('-')));
    button(answers, 'This one', () => command('answer', { candidate: field.value }));
    all.filter(one => one[0].startsWith('-')).forEach(one => button(answers, one[1], () => command('answer', { candidate: one[0] })));
  }

  function showDesk(status) {
    const me = state.me;
    const names = [me.seat && (status.players[me.seat - 1] || 'seat ' + me.seat), me.table && 'the table'].filter(Boolean);
    const desk = fold(body, 'You speak for ' + names.join(' and '), 'unfolded');
    const rare = html('div', 'row');
    const boarded = !desks[status.game];
    if (me.table) showRemedies(group(desk, status.fault ? 'Put it right' : ''), status, boarded);
    const tools = { button, select, step, command, confirm, pickCard, pickSeat, rare };
    (desks[status.game] || showMoves)(group(desk, 'This turn'), status, me, tools);
    if (boarded) showRare(rare, status, me);
    if (me.table) showGame(group(desk, 'The game'), rare);
    if (me.seat) button(rare, mine.sound ? 'No sound on my turn' : 'A sound on my turn', () => { mine.turn(); show(state.status); });
    button(rare, 'Only watch from now on', leave);
    fold(desk, 'More', 'more').appendChild(rare);
  }

  function fold(parent, words, kept) {
    const details = html('details', '', '', parent);
    details.open = state[kept];
    details.addEventListener('toggle', () => { state[kept] = details.open; });
    html('summary', '', words, details);
    return details;
  }

  function showRemedies(row, status, boarded) {
    if (status.undo) button(row, 'Take back the last turn', takeBack).className = 'danger';
    if (status.fault) button(row, acceptWords(boarded), acceptTable).className = 'danger';
    if (status.fault && boarded) button(row, 'Correct a square', correctSquare);
  }

  function showMoves(row, status, me, tools) {
    const player = status.turn.player;
    const mine = me.table || me.seat === status.turn.seat;
    const rolls = status.turn.die.length && (me.table || me.seat === status.turn.roller);
    if (!status.over && rolls) {
      button(row, 'Roll the die', () => command('roll', { face: fairFace(status.options) })).className = 'main';
      status.turn.die.forEach(face => button(row, 'Die: ' + FACES[face], () => command('roll', { face })));
    }
    if (!status.over && mine) {
      button(row, 'Pass', () => confirm('Pass?', player + ' plays no card this turn.', 'Pass', ['pass']));
      button(row, 'Exchange a dead card', () => pickCard('Which card is dead?', 'exchange'));
    }
    if (mine) button(row, 'That was another card', () => pickCard('Which card was it?', 'tell'));
    if (me.table) button(tools.rare, 'Somebody forgot to draw', () => pickSeat('Who forgot to draw?', 'Forgot to draw', 'forgot'));
    else button(row, 'I forgot to draw', () => confirm('Forgot to draw?', 'The rules say whether you may draw now.', 'I forgot to draw', ['forgot', { seat: me.seat }]));
  }

  /** What is seldom needed at the board. */
  function showRare(row, status, me) {
    if (me.table && !status.fault) button(row, 'Correct a square', correctSquare);
    if (me.table) link(row, 'Set up the position', '/position');
    if (me.table && !status.fault) button(row, acceptWords(true), acceptTable).className = 'danger';
    button(row, me.table ? 'Cards in a hand' : 'Cards in my hand', countCards);
    if (me.table && !status.over) button(row, 'End the game', endGame).className = 'danger';
  }

  function showGame(row, rare) {
    link(row, 'New game', '/new');
    link(row, 'Screen at the table', '/wall');
    button(rare, 'Games won', scoreMatch);
    link(rare, 'Boards', '/calibrate');
    button(rare, 'Forget all other phones', forget).className = 'danger';
    if (state.buzzer.there) button(rare, state.buzzer.muted ? 'Let the buzzer sound' : 'Mute the buzzer', mute);
  }

  async function leave() {
    toast.tell(await send('leave', {}));
    meet();
  }

  async function mute() {
    toast.tell(await send('buzzer', { muted: !state.buzzer.muted }));
    meet();
  }

  /** A square was picked on the board, or none any more. */
  function pick(square) {
    state.pick = square;
    if (state.picking && square !== null) state.picking(square);
  }

  /** Asks again whom this phone speaks for; until the table answers that is whoever it was. */
  async function meet() {
    Object.assign(state, { me: await whoAmI(), met: true });
    if (FROM_WALL && state.me.table) location.replace('/wall');
    state.buzzer = (state.me.table && await ask('buzzer')) || state.buzzer;
    if (state.status) show(state.status);
  }

  meet();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) meet(); });
  return { show, pick, rematch, get me() { return state.me; } };
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
