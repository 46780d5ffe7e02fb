// The cards as they were read, over the picture of the board; two taps put one right: the square, then its card.

import { cardWords, empty, html, isJoker, isRed, rankOf, squareName, svg } from './draw.js';

const SUITS = { S: '♠', H: '♥', D: '♦', C: '♣' };
const RANKS = 'A23456789TQK'.split('');
const PX = 72; // the picture has so many pixels to a square
const short = code => (isJoker(code) ? '★' : rankOf(code) + SUITS[code[1]] + '︎');

/** Doubtful squares inside `doubts`, all of them inside `parent`; `named(square, card)` is called for a person's word. */
export function createLayout(doubts, parent, named) {
  const state = { key: '', board: 0, pick: null, walk: null };

  function show(walk) {
    const key = JSON.stringify([walk.layout, walk.doubtful, walk.named, walk.crossings]);
    if (key === state.key) return;
    if (!state.walk || JSON.stringify(state.walk.crossings) !== JSON.stringify(walk.crossings)) state.board += 1;
    state.key = key;
    state.walk = walk;
    draw();
  }

  function clear() {
    state.key = '';
    state.walk = state.pick = null;
    empty(doubts);
    empty(parent);
  }

  function choose(square) {
    state.pick = square;
    draw();
    if (square === null) parent.querySelector('.layout').focus();
    else doubts.querySelector('h3').focus();
  }

  function draw() {
    empty(doubts);
    empty(parent);
    if (state.pick === null) {
      drawDoubts();
      drawBoard();
    } else drawPicker(state.pick);
  }

  function drawDoubts() {
    const { walk } = state;
    if (!walk.doubtful.length) return;
    html('h3', '', walk.doubtful.length === 1 ? 'One square is doubtful' : walk.doubtful.length + ' squares are doubtful', doubts);
    const row = html('div', 'doubts', '', doubts);
    walk.doubtful.forEach(square => {
      const button = html('button', 'doubt', '', row);
      button.type = 'button';
      crop(square, button);
      const shown = html('span', '', squareName(square) + ': ' + short(walk.layout[square]) + '?', button).textContent;
      button.setAttribute('aria-label', shown + ' ' + cardWords(walk.layout[square]) + ', doubtful');
      button.addEventListener('click', () => choose(square));
    });
  }

  function drawBoard() {
    const { walk } = state;
    html('p', 'soft', 'Every square with the card that was read on it. Tap one that is wrong.', parent);
    const frame = html('div', 'layout', '', parent);
    frame.tabIndex = 0;
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', 'The cards as read; arrow keys go from square to square, Enter corrects one');
    const board = svg('svg', { viewBox: '0 0 720 720', 'aria-hidden': 'true', focusable: 'false' }, frame);
    picture(board);
    walk.layout.forEach((code, square) => drawSquare(board, code, square));
    const cursor = svg('rect', { class: 'cursor', width: PX - 4, height: PX - 4, visibility: 'hidden' }, board);
    const spoken = html('p', 'unseen', '', frame);
    spoken.setAttribute('aria-live', 'polite');
    walkKeys(frame, cursor, spoken);
    frame.addEventListener('click', event => {
      const box = board.getBoundingClientRect();
      const [column, row] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map(part => Math.floor(part * 10));
      pickable(row * 10 + column);
    });
  }

  function pickable(square) {
    if (square >= 0 && square < 100 && !isJoker(state.walk.layout[square])) choose(square);
  }

  function drawSquare(board, code, square) {
    const [x, y] = [square % 10 * PX, Math.floor(square / 10) * PX];
    const doubtful = state.walk.doubtful.indexOf(square) >= 0;
    const ours = state.walk.named.indexOf(square) >= 0;
    if (doubtful || ours) svg('rect', { class: doubtful ? 'doubtful' : 'named', x: x + 2, y: y + 2, width: PX - 4, height: PX - 4 }, board);
    const plate = svg('g', { class: isJoker(code) ? 'free' : isRed(code) ? 'red' : 'black', transform: 'translate(' + (x + PX / 2) + ' ' + (y + PX - 12) + ')' }, board);
    svg('rect', { class: 'plate', x: -30, y: -15, width: 60, height: 24, rx: 5 }, plate);
    svg('text', { y: 5 }, plate).textContent = short(code) + (doubtful ? ' ?' : ours ? ' ✓' : '');
  }

  function walkKeys(frame, cursor, spoken) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 };
    let at = null;
    frame.addEventListener('keydown', event => {
      if (event.key === 'Enter' && at !== null) pickable(at);
      else if (steps[event.key]) {
        const next = at === null ? 0 : at + steps[event.key];
        const wraps = Math.abs(steps[event.key]) === 1 && at !== null && Math.floor(next / 10) !== Math.floor(at / 10);
        if (next >= 0 && next < 100 && !wraps) at = next;
        cursor.setAttribute('x', at % 10 * PX + 2);
        cursor.setAttribute('y', Math.floor(at / 10) * PX + 2);
        cursor.setAttribute('visibility', 'visible');
        spoken.textContent = squareName(at) + ': ' + cardWords(state.walk.layout[at]) + (state.walk.doubtful.indexOf(at) >= 0 ? ', doubtful' : '');
      } else return;
      event.preventDefault();
    });
  }

  function drawPicker(square) {
    const panel = html('div', 'picker', '', doubts);
    const title = html('h3', '', 'Which card lies on ' + squareName(square) + '?', panel);
    title.tabIndex = -1;
    crop(square, panel);
    const cards = html('div', 'picker-cards', '', panel);
    Object.keys(SUITS).forEach(suit => RANKS.forEach(rank => {
      const code = rank + suit;
      const button = html('button', isRed(code) ? 'red' : 'black', short(code), cards);
      button.type = 'button';
      button.setAttribute('aria-label', cardWords(code));
      if (code === state.walk.layout[square]) button.setAttribute('aria-pressed', 'true');
      button.addEventListener('click', () => { state.pick = null; state.key = ''; named(square, code); });
    }));
    const cancel = html('button', '', 'Cancel', panel);
    cancel.type = 'button';
    cancel.addEventListener('click', () => choose(null));
  }

  function picture(parent) {
    svg('image', { href: '/api/calibration/board.jpg?' + state.board, width: 720, height: 720 }, parent);
  }

  function crop(square, parent) {
    const box = [square % 10 * PX, Math.floor(square / 10) * PX, PX, PX].join(' ');
    picture(svg('svg', { viewBox: box, class: 'crop', 'aria-hidden': 'true', focusable: 'false' }, parent));
  }

  return { show, clear, picking: () => state.pick !== null };
}
