// The board: cards once, chips as they come and go, lines over them, marks on top.

import { cardWords, chip, empty, html, isJoker, isRed, rankOf, squareName, svg } from './draw.js';

const EDGE = 7.4;
const STEP = 10;
const left = square => EDGE + (square % 10) * STEP;
const top = square => EDGE + Math.floor(square / 10) * STEP;
const middle = square => [left(square) + 5, top(square) + 5];
const chipAt = square => [left(square) + 5, top(square) + 6.15];

/** The board inside `frame`; `show(status)` draws it, `lamps` are the lamps at its edge; a tap calls `picked(words, square)`. */
export function createBoard(frame, picked) {
  const layer = name => frame.querySelector('#' + name);
  const state = { status: null, layout: '', indices: [], chips: new Map(), pick: null };
  const lamps = drawLamps(layer('lamps'));
  drawFaces(layer('cards'));

  function show(status) {
    const layout = status.layout.join();
    if (layout !== state.layout) {
      state.layout = layout;
      state.indices = drawCards(layer('cards'), layer('indices'), status.layout);
      drawTable(layer('words'));
    }
    state.status = status;
    drawChips(layer('chips'), state.chips, status);
    state.indices.forEach((index, square) => index.classList.toggle('covered', status.chips[square] !== null));
    drawLines(layer('lines'), status);
    drawStrays(layer('strays'), status);
    drawMarks(layer('marks'), status, state.pick);
    fillTable(layer('words'), status);
    if (state.pick !== null) picked(squareWords(status, state.pick), state.pick);
  }

  function pick(square) {
    if (!state.status) return;
    state.pick = square === state.pick ? null : square;
    drawMarks(layer('marks'), state.status, state.pick);
    picked(state.pick === null ? '' : squareWords(state.status, square), state.pick);
  }

  frame.addEventListener('click', event => {
    const box = frame.querySelector('svg').getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width * 109 - EDGE) / STEP);
    const row = Math.floor(((event.clientY - box.top) / box.height * 109 - EDGE) / STEP);
    if (row >= 0 && row < 10 && column >= 0 && column < 10) pick(row * 10 + column);
  });
  frame.addEventListener('keydown', event => {
    const next = stepped(event.key, state.pick);
    if (next === undefined) return;
    event.preventDefault();
    pick(next === null ? state.pick : next);
  });
  return { show, lamps };
}

/** Where a key leads from a square: a square, null for putting the mark away, undefined for another key. */
function stepped(key, from) {
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  if (key === 'Escape') return from === null ? undefined : null;
  if (!steps[key]) return undefined;
  if (from === null) return 0;
  const row = Math.max(0, Math.min(9, Math.floor(from / 10) + steps[key][0]));
  const column = Math.max(0, Math.min(9, from % 10 + steps[key][1]));
  return row * 10 + column === from ? undefined : row * 10 + column;
}

function squareWords(status, square) {
  const words = [squareName(square), cardWords(status.layout[square])];
  const team = status.teams[status.chips[square]];
  words.push(team ? team.name + ' chip' : 'no chip');
  const line = status.locked.find(one => one.squares.indexOf(square) >= 0);
  if (line) words.push('in a ' + status.counted[0] + ' of ' + status.teams[line.team].name);
  return words.join(' · ');
}

function drawLamps(layer) {
  const lamp = (words, x, y) => {
    const made = svg('g', { class: 'lamp', transform: 'translate(' + x + ' ' + y + ')' }, layer);
    svg('circle', { class: 'lamp-glow', r: 5 }, made);
    svg('circle', { class: 'lamp-glass', r: 2.7 }, made);
    svg('text', { y: 1.25 }, made).textContent = words;
    return made;
  };
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  return {
    rows: numbers.map(row => lamp(row + 1, EDGE / 2 + .2, EDGE + row * STEP + 5)),
    columns: numbers.map(column => lamp('ABCDEFGHIJ'[column], EDGE + column * STEP + 5, EDGE / 2 + .2)),
  };
}

function drawCards(faces, indices, layout) {
  drawFaces(faces);
  empty(indices);
  return layout.map((code, square) => {
    const place = 'translate(' + left(square) + ' ' + top(square) + ')';
    const index = svg('g', { class: isJoker(code) ? 'free' : isRed(code) ? 'red' : 'black', transform: place }, indices);
    if (isJoker(code)) svg('use', { href: '#free-star', transform: 'translate(5 5)' }, index);
    else drawIndex(index, code);
    return index;
  });
}

function drawFaces(layer) {
  empty(layer);
  for (let square = 0; square < 100; square += 1) {
    svg('rect', { class: 'face', x: left(square) + .25, y: top(square) + .25, width: 9.5, height: 9.5, rx: 1 }, layer);
  }
}

/** Large over an open square; one small line above the chip on a covered one. */
function drawIndex(index, code) {
  const ten = code[0] === 'T' ? ' narrow' : '';
  svg('text', { class: 'rank-open' + ten, x: .9, y: 4.3 }, index).textContent = rankOf(code);
  svg('use', { class: 'suit-open', href: '#suit-' + code[1], x: 4.6, y: 4.9, width: 4.4, height: 4.4 }, index);
  svg('text', { class: 'rank-covered', x: .8, y: 2.8 }, index).textContent = rankOf(code);
  svg('use', { class: 'suit-covered', href: '#suit-' + code[1], x: 6.9, y: .6, width: 2.3, height: 2.3 }, index);
}

function drawChips(layer, shown, status) {
  const first = shown.size === 0;
  const wanted = square => status.chips[square] === null ? '' : status.teams[status.chips[square]].letter;
  shown.forEach((drawn, square) => {
    if (drawn.letter === wanted(square)) return;
    layer.removeChild(drawn.element);
    shown.delete(square);
  });
  status.chips.forEach((team, square) => {
    if (team === null || shown.has(square)) return;
    const place = svg('g', { transform: 'translate(' + chipAt(square).join(' ') + ') scale(.86)' }, layer);
    chip(status.teams[team], svg('g', { class: first ? '' : 'landing' }, place));
    shown.set(square, { letter: wanted(square), element: place });
  });
}

/** What lies there and should not, as a chip between dashes; where one is missing nothing more than the mark. */
function drawStrays(layer, status) {
  empty(layer);
  (status.strays || []).filter(stray => stray.team !== null).forEach(stray => {
    const place = svg('g', { class: 'stray', transform: 'translate(' + chipAt(stray.square).join(' ') + ') scale(.86)' }, layer);
    chip(status.teams[stray.team], place);
  });
}

function drawLines(layer, status) {
  empty(layer);
  status.locked.forEach(line => {
    const team = status.teams[line.team];
    const d = line.squares.map((square, i) => {
      const before = line.squares[i - 1];
      const near = i > 0 && Math.abs(before % 10 - square % 10) < 2 && Math.abs(Math.floor(before / 10) - Math.floor(square / 10)) < 2;
      return (near ? 'L' : 'M') + middle(square).join(' ') + (near ? '' : 'h.01');
    }).join('');
    svg('path', { class: 'line-halo', d }, layer);
    svg('path', { class: 'line-paper', d }, layer);
    svg('path', { class: 'line-team', d, stroke: team.paint }, layer);
  });
}

function drawMarks(layer, status, pick) {
  empty(layer);
  const mark = (square, className) => svg('rect', { class: className, x: left(square) + .3, y: top(square) + .3, width: 9.4, height: 9.4, rx: 1.1 }, layer);
  status.last_squares.forEach(square => mark(square, 'mark-last'));
  status.turn.targets.forEach(square => mark(square, 'mark-target'));
  if (pick !== null) {
    status.layout.forEach((code, square) => {
      if (square === pick || code === status.layout[pick] && !isJoker(code)) mark(square, square === pick ? 'mark-pick' : 'mark-twin');
    });
  }
  (status.fault ? status.fault.squares : []).forEach(square => {
    mark(square, 'mark-fault-under');
    mark(square, 'mark-fault');
    const flag = svg('g', { class: 'flag', transform: 'translate(' + (left(square) + 8.6) + ' ' + (top(square) + 1.4) + ')' }, layer);
    svg('circle', { r: 2.1 }, flag);
    svg('text', { y: 1.2 }, flag).textContent = '!';
  });
}

function drawTable(table) {
  empty(table);
  html('caption', '', 'The board, square by square', table);
  const head = html('tr', '', '', table);
  html('td', '', '', head);
  'ABCDEFGHIJ'.split('').forEach(letter => { html('th', '', letter, head).scope = 'col'; });
  for (let row = 0; row < 10; row += 1) {
    const line = html('tr', '', '', table);
    html('th', '', row + 1, line).scope = 'row';
    for (let column = 0; column < 10; column += 1) html('td', 'square-words', '', line);
  }
}

function fillTable(table, status) {
  Array.prototype.forEach.call(table.querySelectorAll('.square-words'), (cell, square) => {
    const words = squareWords(status, square);
    if (cell.textContent !== words) cell.textContent = words;
  });
}
