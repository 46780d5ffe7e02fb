// One table as a small picture: whose turn, the score, the board, and above all what waits for help.

import { chipPicture, empty, html, squareName, svg } from '/static/draw.js';

const WORDS = { offline: 'Not connected', rubbish: 'Sends what is no statement', waiting: 'Nothing heard yet' };
const middle = square => [(square % 10) * 10 + 5, Math.floor(square / 10) * 10 + 5];

/** How long something lasts, in a word or two. */
export function lasting(seconds) {
  if (seconds < 60) return 'just now';
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? 'for ' + minutes + ' min' : 'for ' + Math.floor(minutes / 60) + ' h';
}

/** What waits for help at a table, or what is wrong with it; nothing when all is well. */
export function trouble(table) {
  if (table.state === 'rubbish') return WORDS.rubbish + ': ' + table.rubbish;
  if (table.state === 'calls') return table.stand.fault || table.stand.question;
  return WORDS[table.state] || '';
}

/** Draws a table into `card`; what it showed before is replaced. */
export function drawTable(card, table) {
  empty(card);
  card.className = 'card ' + table.state + (table.stand && table.stand.over ? ' over' : '');
  const head = html('div', 'card-head', '', card);
  html('strong', 'card-name', table.name, head);
  html('span', 'card-since', '', head);
  const words = trouble(table);
  if (words) html('p', 'card-trouble' + (table.stand && !table.stand.fault && table.state === 'calls' ? ' asks' : ''), words, card);
  if (!table.stand) return;
  html('p', 'card-turn', table.stand.headline, card);
  drawScore(card, table.stand);
  if (table.stand.chips) drawBoard(card, table.stand);
}

function drawScore(card, stand) {
  const list = html('ul', 'card-score', '', card);
  stand.sides.forEach((side, place) => {
    const item = html('li', side.plays ? 'plays' : stand.winner === place ? 'won' : '', '', list);
    chipPicture(side, 'card-chip', item);
    html('span', 'card-side', side.name, item);
    html('b', '', side.score, item);
  });
}

function drawBoard(card, stand) {
  const board = svg('svg', { class: 'card-board', viewBox: '-3 -3 106 106', role: 'img', focusable: 'false' }, card);
  svg('title', {}, board).textContent = boardWords(stand);
  svg('rect', { class: 'wood', x: -3, y: -3, width: 106, height: 106, rx: 3 }, board);
  svg('path', { class: 'card-grid', d: grid() }, board);
  stand.sides.forEach((side, team) => {
    const squares = Array.from(stand.chips).map((each, square) => (each === '0123456789AB'[team] ? square : -1)).filter(square => square >= 0);
    const d = squares.map(square => 'M' + middle(square).join(' ') + 'm-3.9 0a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0-7.8 0').join('');
    if (d) svg('path', { class: 'card-chips', d, fill: side.paint }, board);
  });
  stand.lines.forEach(([, squares]) => {
    const d = squares.map((square, i) => (i ? 'L' : 'M') + middle(square).join(' ')).join('');
    svg('path', { class: 'card-line', d }, board);
  });
  stand.marks.forEach(square => {
    const [x, y] = middle(square);
    svg('rect', { class: stand.fault ? 'card-fault' : 'mark-last', x: x - 4.7, y: y - 4.7, width: 9.4, height: 9.4, rx: 1 }, board);
  });
}

function grid() {
  let d = '';
  for (let at = 10; at < 100; at += 10) d += 'M' + at + ' 0V100M0 ' + at + 'H100';
  return d;
}

function boardWords(stand) {
  const chips = stand.sides.map((side, team) => Array.from(stand.chips).filter(each => each === '0123456789AB'[team]).length + ' of ' + side.name);
  const marks = stand.marks.map(squareName).join(', ');
  return 'Board: chips ' + chips.join(', ') + (marks ? '; marked ' + marks : '');
}
