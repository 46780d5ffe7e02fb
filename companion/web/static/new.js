// A new game: the rules sheet changes with every choice, and nothing begins before it can be played.

import { LOST, answerOf, insist, pause, send, whoAmI } from './ask.js';
import { showDoor } from './door.js';
import { empty, html } from './draw.js';
import { onUpdate, sayUpdated } from './edition.js';
import { drawRound } from './round.js';
import { hearDoubleTapsOnce } from './taps.js';
import { createToast } from './toast.js';

const at = id => document.getElementById(id);
const form = at('choose');
const start = at('start');
const toast = createToast(at('desk-said'));
const CHOSEN = 'new-game';
const SILENT = { ok: false, told: { error: 'the table cannot be reached' } };
const learnt = JSON.parse(at('setting').getAttribute('data-chips'));
const state = { play: '', names: [], options: '', me: { table: false }, sure: false, asked: 0, number: 0, began: 0, refused: true, checked: null, last: '' };

const CARDS_SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(number => [String(number), number]);
const NO_NAME = /^Seat \d+( \(.*\))?$/;
const game = () => form.elements.game.value;
const preset = () => (game() === 'black-jack' ? 'base' : form.elements.preset.value);
const seats = () => parseInt(form.elements.seats.value, 10);
const teams = () => form.elements.seats.value.split(':')[1];
/** What the teams play with, seat 1 first. */
const chips = () => Array.from(form.elements.chips.value, letter => learnt.find(one => one.letter === letter));
const names = () => Array.from(at('seats').querySelectorAll('input')).map((input, seat) => input.value.trim() || 'Seat ' + (seat + 1));

const choices = () => Array.from(form.querySelectorAll('.choice')).filter(label => label.getAttribute('data-game') === game());
const picker = label => label.querySelector('select');

/** The options as the rules read them. */
function options() {
  const chosen = choices().map(picker).filter(one => one.value).map(one => one.name + '=' + one.value.replace(/^d6/, 'd' + form.elements.sides.value));
  return [preset(), 'N=' + seats()].concat(teams() ? ['T=' + teams()] : [], chosen).join(' ');
}

/** Only what goes with the other choices can be picked, and what is usual says so; where nothing is left to choose, nothing is asked. True when that drops a choice. */
function offer(possible, usual) {
  form.querySelectorAll('.choice').forEach(label => {
    const values = label.getAttribute('data-game') === game() ? possible[picker(label).name] : [];
    label.hidden = values.length < 2;
    const [blank, ...others] = Array.from(picker(label).options);
    const same = others.find(option => option.value === usual[picker(label).name]);
    blank.textContent = (same ? same.textContent : 'as') + (same ? ' (usual)' : ' usual');
    others.forEach(option => { option.hidden = option.disabled = option === same && !option.selected || values.indexOf(option.value) < 0; });
  });
  const dropped = choices().filter(label => label.hidden).map(picker).filter(one => one.value);
  dropped.forEach(one => { one.value = ''; });
  form.querySelector('.sides').hidden = game() !== 'one-eyed-jack' || !/^d/.test(form.elements.die.value);
  return dropped.length > 0;
}

function showSeatNumbers() {
  const before = form.elements.seats.value;
  const tile = form.querySelector('[name=preset]:checked');
  at('presets').hidden = at('learnt').hidden = game() === 'black-jack';
  fill(form.elements.seats, game() === 'black-jack' ? CARDS_SEATS : JSON.parse(tile.getAttribute('data-seats')), before);
  showColours();
}

/** Which chips may play, where there are more than teams; those that did play, if there were as many. */
function showColours() {
  at('colours').hidden = true;
  if (!teams()) return;
  const sets = among(learnt, Number(teams())).map(set => [set.map(one => one.letter).join(''), listed(set.map(one => one.name))]);
  fill(form.elements.chips, sets, [form.elements.chips.value, state.play].find(letters => sets.some(([value]) => value === letters)));
  at('colours').hidden = sets.length < 2;
}

/** All ways to take so many of these, each in their order. */
function among(all, number) {
  if (!number) return [[]];
  return all.reduce((ways, one, at) => ways.concat(among(all.slice(at + 1), number - 1).map(rest => [one].concat(rest))), []);
}

const listed = words => words.slice(0, -1).join(', ') + ' and ' + words[words.length - 1];

/** Which tiles are chosen, and which cannot be. */
function showTiles() {
  form.querySelectorAll('.tile').forEach(tile => {
    const { checked, disabled } = tile.querySelector('input');
    tile.classList.toggle('chosen', checked);
    tile.classList.toggle('out', disabled);
  });
}

function showSeats() {
  const rows = at('seats');
  while (rows.children.length > seats()) rows.removeChild(rows.lastChild);
  for (let seat = rows.children.length; seat < seats(); seat += 1) {
    const label = html('label', '', 'Seat ' + (seat + 1), rows);
    const input = html('input', '', null, label);
    Object.assign(input, { maxLength: 24, autocomplete: 'off', dir: 'auto', placeholder: 'Name', value: state.names[seat] || '' });
  }
  showDealers();
}

function showDealers() {
  const before = form.elements.dealer.value;
  const round = names();
  fill(form.elements.dealer, round.map((name, seat) => [String(seat), name]), String(dealer(before, round.length)));
  drawRound(at('drawn'), round, Number(form.elements.dealer.value), teams() ? chips() : []);
}

/** Who deals, from 0: as was picked, else whoever began last, else the last seat, so that seat 1 begins. */
function dealer(picked, number) {
  return [picked || -1, state.began - 1, number - 1].map(Number).find(seat => seat >= 0 && seat < number);
}

/** What these choices come to; a tap that begins meanwhile waits for it. */
function showRules() {
  state.checked = check();
  return state.checked;
}

async function check() {
  const mine = state.asked += 1;
  const wanted = options();
  state.options = ''; // nothing begins with rules that were picked before
  unsure();
  const answer = await answerOf('/api/rules?game=' + game() + '&options=' + encodeURIComponent(wanted));
  if (mine !== state.asked) return state.checked;
  if (!answer) pause().then(() => { if (mine === state.asked) showRules(); });
  const { ok, told } = answer || SILENT;
  const refused = state.refused = !ok;
  document.querySelector('.begin').classList.toggle('refused', refused);
  at('cards').textContent = refused ? told.error[0].toUpperCase() + told.error.slice(1) + '.' : 'Deal ' + told.hand + ' cards each; ' + told.stock + ' stay in the stock.';
  state.options = refused ? '' : told.options;
  const sheet = at('sheet');
  empty(sheet);
  if (!refused) {
    told.notices.concat(told.sheet).forEach(words => html('p', '', words, sheet));
    if (offer(told.possible, told.usual)) return showRules();
  }
  unsure();
  return null;
}

function unsure() {
  state.sure = false;
  start.textContent = 'Begin the game';
  start.disabled = state.refused || !state.me.table;
}

async function begin() {
  toast.clear();
  const now = await answerOf('/api/status');
  if (!now) {
    toast.tell(LOST); // nobody knows which game this would end
    return;
  }
  if (now.told) state.number = played(now.told); // others may have played on, or begun another game, since this page was opened
  const other = now.told && !now.told.over && gameOf(now.told) !== state.last;
  if (!state.sure && (state.number || other)) {
    state.sure = true;
    toast.tell((other ? 'This ends the game that was begun meanwhile.' : 'This ends the game on the table.') + ' Tap again to begin.', true);
    start.textContent = 'Yes, begin';
    return;
  }
  await state.checked;
  if (!state.options) return;
  const round = names();
  const first = (Number(form.elements.dealer.value) + 1) % round.length;
  const order = teams() ? { players: round, first: first + 1, chips: form.elements.chips.value } : { players: round.slice(first).concat(round.slice(0, first)) };
  const refused = await send('commands/game', Object.assign({ game: game(), options: state.options }, order));
  if (!refused) {
    forget();
    location.assign('/');
    return;
  }
  toast.tell(refused);
  unsure();
}

/** How far the game on the table has gone, if it would be lost. */
function played(status) {
  return status.over ? 0 : status.number;
}

/** Which game this is, and who plays it. */
function gameOf(status) {
  return [status.game, status.options].concat(status.players).join('\n');
}

function fill(field, choices, chosen) {
  empty(field);
  choices.forEach(([value, words]) => { html('option', '', words, field).value = value; });
  field.value = choices.some(([value]) => value === chosen) ? chosen : choices[0][0];
}

async function meet() {
  state.me = await whoAmI();
  const door = at('door');
  empty(door);
  door.hidden = state.me.table;
  if (!state.me.table) showDoor(door, toast, meet, true);
  unsure();
}

/** What was chosen and typed so far outlives a reload, and a phone that drops the page while it sleeps; not the next game. */
function keep() {
  const tiles = Array.from(form.querySelectorAll('.tile input:checked'), tile => tile.value);
  const picked = {};
  form.querySelectorAll('select').forEach(one => { picked[one.name] = one.value; });
  const typed = Array.from(at('seats').querySelectorAll('input'), input => input.value);
  try { sessionStorage.setItem(CHOSEN, JSON.stringify({ after: state.last, tiles, picked, names: typed })); } catch (refused) { /* then for this visit alone */ }
}

/** Nothing is kept once a game has begun. */
function forget() {
  try { sessionStorage.removeItem(CHOSEN); } catch (refused) { /* nothing was kept */ }
}

/** What was chosen and typed before this page was loaded anew, as far as it can still be chosen. */
function takeUp() {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(CHOSEN)); } catch (refused) { /* a browser may forbid it */ }
  if (!kept || kept.after !== state.last) return;
  state.names = kept.names;
  const tiles = Array.from(form.querySelectorAll('.tile input:not(:disabled)')).filter(tile => kept.tiles.indexOf(tile.value) >= 0);
  if (tiles.length < kept.tiles.length) return; // such a game can no longer be had
  tiles.forEach(tile => { tile.checked = true; });
  showSeatNumbers();
  state.began = Number(kept.picked.dealer) + 1;
  form.querySelectorAll('select').forEach(one => {
    const values = Array.from(one.options, option => option.value);
    one.value = values.find(value => value === kept.picked[one.name]) || values[0] || '';
    if (one.name === 'seats') showColours();
  });
}

/** What the table played last time. */
function remember(status) {
  state.play = status.teams ? status.teams.map(team => team.letter).join('') : '';
  state.number = played(status);
  state.last = gameOf(status);
  state.began = status.number && status.first || 0;
  state.names = status.players.map(name => (NO_NAME.test(name) ? '' : name));
  const [name, ...changes] = status.options.split(' ');
  const tile = Array.from(form.elements.preset).find(one => one.value === name);
  if (tile) tile.checked = true;
  showSeatNumbers();
  changes.map(change => change.split('=')).forEach(([key, value]) => {
    if (key === 'die') form.elements.sides.value = /\d+/.exec(value)[0];
    const field = key === 'N' || key === 'players' ? form.elements.seats : choices().map(picker).find(one => one.name === key);
    const wanted = key === 'N' ? value + ':' + status.teams.length : value.replace(/^d\d+/, 'd6');
    if (field && Array.from(field.options).some(option => option.value === wanted)) field.value = wanted;
  });
  showColours();
}

form.addEventListener('change', event => {
  const other = event.target.name === 'preset' || event.target.name === 'game';
  if (other) {
    form.querySelectorAll('.choice select').forEach(one => { one.value = ''; });
    showSeatNumbers();
  }
  if (event.target.name === 'seats') showColours();
  if (other || event.target.name === 'seats') {
    form.querySelectorAll('select[name=hand], select[name=lines], select[name=die]').forEach(one => { one.value = ''; });
    showSeats();
  }
  showTiles();
  showDealers();
  keep();
  if (event.target.type !== 'text') showRules(); // a name is no reason to ask the rules again
});
form.addEventListener('input', event => {
  if (event.target.type !== 'text') return;
  keep();
  showDealers();
});
form.addEventListener('submit', event => event.preventDefault());
start.addEventListener('click', begin);
window.addEventListener('pageshow', event => { if (event.persisted) meet(); }); // what was half agreed to before another page is asked again

async function open() {
  form.querySelector('[name=preset]').checked = true;
  const { told } = await insist('status', () => { at('cards').textContent = 'The table cannot be reached.'; });
  if (told) remember(told); else showSeatNumbers();
  takeUp();
  showTiles();
  showSeats();
  showRules();
  meet();
}

hearDoubleTapsOnce();
onUpdate(() => sayUpdated('.'));
open();
