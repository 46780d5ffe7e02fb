// The boards that were calibrated: one is played on; the others are chosen, renamed, deleted, taken away and brought.

import { LOST, ask, send } from './ask.js';
import { empty, html } from './draw.js';

const PIECE = 45000; // a request holds no more than 64 KB, and Base64 makes four bytes of three
const LONGEST = 24; // letters of a board's name
const CALM_MS = 2500;

/** The shelf inside `section`; `tell(words, refused)` says what came of it. */
export function createShelf(section, tell) {
  const list = section.querySelector('#boards');
  const file = section.querySelector('#file');
  const state = { shown: 0, busy: false };

  /** The boards; what is asked about one stays, unless they are drawn `anew`. Null where the table does not answer. */
  async function show(anew) {
    state.shown += 1;
    const told = await ask('boards');
    state.busy = false;
    if (!told) {
      tell(LOST, true);
      return null;
    }
    if (anew) empty(list);
    draw(told.boards);
    return told.boards;
  }

  /** What other phones do to the boards is seen, too; what is asked about a board that stays as it was is left alone. */
  async function follow() {
    const { shown } = state;
    const told = shown && !state.busy && !section.hidden && !document.hidden && await ask('boards');
    if (told && !state.busy && shown === state.shown) draw(told.boards);
    setTimeout(follow, CALM_MS);
  }

  function draw(boards) {
    section.querySelector('#shelf-help').textContent = boards.length ? 'The star marks the board in use. A game waits while a board is calibrated.' : 'No board yet. Calibrate yours: it takes a minute or two.';
    const keys = boards.map(board => JSON.stringify(board));
    const gone = Array.from(list.children).filter(row => keys.indexOf(row.getAttribute('data-board')) < 0);
    if (gone.some(row => row.querySelector('form'))) tell('Another phone changed this board.', true);
    if (gone.some(row => row.contains(document.activeElement))) section.querySelector('h2').focus();
    gone.forEach(row => list.removeChild(row));
    boards.forEach((board, place) => {
      const next = list.children[place] || null;
      if (!next || next.getAttribute('data-board') !== keys[place]) list.insertBefore(item(board), next);
    });
  }

  function item(board) {
    const row = html('li', board.chosen ? 'chosen' : '', '', null);
    row.setAttribute('data-board', JSON.stringify(board));
    html('span', 'board-name', (board.chosen ? '★ ' : '') + board.name, row);
    if (board.chosen) html('span', 'unseen', ' (in use)', row);
    const choices = html('div', 'row', '', row);
    if (!board.chosen) button(choices, 'Use it', board, () => sure(row, 'Use ' + board.name + '? The game on the other board ends.', () => act('choose', { name: board.name }, board.name + ' is in use now.')));
    const link = html('a', 'button', 'Save as a file', choices);
    link.href = '/api/boards/' + encodeURIComponent(board.name) + '/file';
    link.setAttribute('download', board.name + '.profile');
    if (!board.own) return row;
    button(choices, 'Rename', board, () => rename(row, board));
    if (!board.chosen) button(choices, 'Delete', board, () => sure(row, 'Delete ' + board.name + ' for good?', () => act('delete', { name: board.name }, board.name + ' is deleted.')));
    return row;
  }

  async function act(what, body, words) {
    if (state.busy) return;
    state.busy = true;
    const refused = await send('boards/' + what, body);
    await show(true);
    tell(refused || words, Boolean(refused));
    section.querySelector('h2').focus();
  }

  function sure(row, words, then) {
    const form = step(row, words);
    form.addEventListener('submit', event => { event.preventDefault(); then(); });
  }

  function rename(row, board) {
    const form = step(row, 'A new name for ' + board.name, inside => {
      const label = html('label', '', 'Name', inside);
      const input = html('input', '', null, label);
      Object.assign(input, { value: board.name, maxLength: LONGEST, required: true, autocomplete: 'off' });
    });
    form.addEventListener('submit', event => {
      event.preventDefault();
      const name = form.querySelector('input').value.trim();
      act('rename', { name: board.name, new: name }, board.name + ' is called ' + name + ' now.');
    });
  }

  /** A question in place of a board's buttons. */
  function step(row, words, fill) {
    row.removeChild(row.querySelector('.row'));
    const form = html('form', 'step', '', row);
    html('p', '', words, form);
    if (fill) fill(form);
    const choices = html('div', 'row', '', form);
    html('button', 'main', 'Yes', choices).type = 'submit';
    const no = html('button', '', 'No', choices);
    no.type = 'button';
    no.addEventListener('click', () => show(true));
    (form.querySelector('input') || no).focus();
    return form;
  }

  file.addEventListener('change', async () => {
    const chosen = file.files[0];
    if (!chosen) return;
    const name = await freeName(chosen.name.normalize().replace(/\.profile$/, '').trim()); // Apple's files have ¨ and u apart
    const refused = await bring(name, chosen, part => tell('Opening ' + name + ' … ' + Math.round(100 * part) + ' %'));
    file.value = '';
    await show();
    tell(refused || name + ' is added.', Boolean(refused));
  });

  follow();
  return { show };
}

/** The name, or with a number behind it where a board is called so; it can be renamed once it is on the shelf. */
async function freeName(name) {
  const told = await ask('boards');
  const taken = (told ? told.boards : []).map(board => board.name);
  for (let number = 1; ; number += 1) {
    const ending = number > 1 ? ' (' + number + ')' : '';
    const free = name.slice(0, LONGEST - ending.length).trim() + ending;
    if (taken.indexOf(free) < 0) return free;
  }
}

/** Sends a file in pieces; resolves to null, or to words when it was refused. */
async function bring(name, file, progress) {
  let at = 0;
  do {
    progress(file.size ? at / file.size : 0);
    const data = await inBase64(file.slice(at, at + PIECE));
    const refused = await send('boards/import', { name, size: file.size, at, data });
    if (refused) return refused;
    at += PIECE;
  } while (at < file.size);
  return null;
}

function inBase64(piece) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(',') + 1));
    reader.onerror = fail;
    reader.readAsDataURL(piece);
  });
}

function button(parent, words, board, act) {
  const made = html('button', '', words, parent);
  made.type = 'button';
  made.setAttribute('aria-label', words + ': ' + board.name);
  made.addEventListener('click', act);
}
