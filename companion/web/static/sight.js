// The camera's picture with what was found drawn over it, and a finger or the arrow keys to point at places in it.

import { empty, svg } from './draw.js';

const PAUSE_MS = 700;
const LATE_MS = 10000; // a picture that does not come by then is asked for anew, and given twice the time: the line may be slow
const STEP = 0.02;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The picture inside `frame`; `tapped(x, y)` is called with pixels of the picture. */
export function createSight(frame, tapped) {
  const picture = frame.querySelector('img');
  const overlay = frame.querySelector('svg');
  const state = { live: false, timer: null, shown: 0, late: LATE_MS, size: null, taking: false, cross: null, drawn: '', marks: [] };

  function ask() {
    clearTimeout(state.timer);
    if (!state.live) return;
    state.shown += 1;
    picture.src = '/api/calibration/table.jpg?' + state.shown;
    state.timer = setTimeout(() => { state.late *= 2; ask(); }, state.late);
  }

  function askIn(ms) {
    clearTimeout(state.timer);
    state.timer = setTimeout(ask, ms);
  }

  picture.addEventListener('load', () => { picture.hidden = false; askIn(PAUSE_MS); });
  picture.addEventListener('error', () => askIn(3 * PAUSE_MS));

  function point(x, y) {
    if (state.taking && state.size) tapped(Math.round(x * 10) / 10, Math.round(y * 10) / 10);
  }

  frame.addEventListener('click', event => {
    if (!state.size) return;
    const box = overlay.getBoundingClientRect();
    state.cross = null;
    point((event.clientX - box.left) * state.size[0] / box.width, (event.clientY - box.top) * state.size[1] / box.height);
  });

  frame.addEventListener('keydown', event => {
    if (!state.taking || !state.size) return;
    const [width, height] = state.size;
    if (KEYS[event.key]) {
      const [right, down] = KEYS[event.key];
      const [x, y] = state.cross || [width / 2, height / 2];
      const at = (value, step, most) => Math.max(0, Math.min(most - 1, value + step * most * STEP));
      state.cross = [at(x, right, width), at(y, down, height)];
      draw();
    } else if (event.key === 'Enter' && state.cross) point(state.cross[0], state.cross[1]);
    else return;
    event.preventDefault();
  });

  function draw() {
    empty(overlay);
    if (!state.size) return;
    overlay.setAttribute('viewBox', '0 0 ' + state.size.join(' '));
    const unit = state.size[0] / 100;
    const path = (points, className) => svg('polyline', { points: points.map(point => point.join()).join(' '), class: className, 'stroke-width': unit * .3 }, overlay);
    state.lines.forEach(line => { path(line, 'lattice-under'); path(line, 'lattice'); });
    state.squares.forEach(square => { path(square, 'target-under'); path(square, 'target'); });
    state.marks.concat(state.cross && state.taking ? [state.cross] : []).forEach(([x, y], number) => {
      const mark = svg('g', { class: 'mark', transform: 'translate(' + x + ' ' + y + ') scale(' + unit + ')' }, overlay);
      svg('circle', { r: 2.2 }, mark);
      svg('path', { d: 'M-3.4 0h6.8M0-3.4v6.8' }, mark);
      if (number < state.marks.length) svg('text', { x: 2.6, y: -1.8 }, mark).textContent = number + 1;
    });
  }

  /** Shows the walk: `taking` whether places are wanted, `marks` those already given, `squares` which to point at. */
  function show(walk, taking, marks, squares) {
    state.live = walk.size_px !== null;
    state.taking = taking;
    if (!taking) state.cross = null;
    frame.hidden = !state.live;
    frame.classList.toggle('taking', taking);
    frame.setAttribute('aria-label', 'The camera’s picture of the table' + (taking ? '; arrow keys move a cross, Enter points' : ''));
    const drawn = JSON.stringify([walk.size_px, walk.crossings, marks, squares, taking]);
    if (drawn !== state.drawn) {
      state.drawn = drawn;
      state.size = walk.size_px;
      state.marks = marks;
      state.lines = latticeOf(walk.crossings);
      state.squares = walk.crossings.length ? squares.map(square => outlineOf(walk.crossings, square)) : [];
      draw();
    }
    if (state.live && !state.shown) ask();
  }

  /** Asks for no more pictures until the next `show`. */
  function rest() {
    state.live = false;
    state.shown = 0;
    state.late = LATE_MS;
    picture.hidden = true;
    clearTimeout(state.timer);
  }

  return { show, rest };
}

function latticeOf(crossings) {
  return crossings.length ? crossings.concat(crossings[0].map((_, column) => crossings.map(row => row[column]))) : [];
}

function outlineOf(crossings, square) {
  const [row, column] = [Math.floor(square / 10), square % 10];
  return [[row, column], [row, column + 1], [row + 1, column + 1], [row + 1, column], [row, column]].map(([down, right]) => crossings[down][right]);
}
