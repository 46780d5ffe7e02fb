// Who sits where at a table.

import { chip, empty, shortened, svg } from './draw.js';

const WIDEST_NAME = 44; // twice from a seat at the side to the drawing's edge

/** The seats round a table, clockwise, each with its name and the chips of its team if there are teams; `dealer` counts from 0. */
export function drawRound(drawing, names, dealer, chips) {
  empty(drawing);
  svg('ellipse', { class: 'table-top', cx: 100, cy: 60, rx: 54, ry: 34 }, drawing);
  names.forEach((name, seat) => {
    const angle = Math.PI / 2 + 2 * Math.PI * seat / names.length; // y runs down, so this runs clockwise
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    if (chips.length) chip(chips[seat % chips.length], svg('g', { transform: 'translate(' + (100 + 45 * x) + ' ' + (60 + 26 * y) + ') scale(1.7)' }, drawing));
    const written = svg('text', { x: 100 + 78 * x, y: 62 + 52 * y, lengthAdjust: 'spacingAndGlyphs' }, drawing);
    written.textContent = shortened(name, 14);
    if (written.getComputedTextLength() > WIDEST_NAME) written.setAttribute('textLength', WIDEST_NAME);
    if (seat === dealer) svg('text', { class: 'dealer', x: 100 + 28 * x, y: 62 + 14 * y }, drawing).textContent = 'deals';
  });
}
