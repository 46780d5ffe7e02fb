// The list of past games: an evening after another, newest first, and who has won how many.

import { insist } from './ask.js';
import { chipPicture, html, sideName } from './draw.js';
import { say } from './words.js';

const NIGHT_S = 6 * 3600; // what begins before six in the morning belongs to the evening before
const TITLES = { 'one-eyed-jack': 'One-Eyed Jack', 'black-jack': 'Black Jack' };
const STATES = { over: 'Nobody wins', open: 'Not over yet', unfinished: 'Unfinished' };
const at = id => document.getElementById(id);
const shown = { any: false, newest: 0, oldest: null, evening: '', list: null };

function evening(game) {
  if (game.began_at_s === null) return 'Date unknown';
  const words = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
  return new Date((game.began_at_s - NIGHT_S) * 1000).toLocaleDateString('en-GB', words);
}

function clock(game) {
  if (game.began_at_s === null) return '';
  return ', ' + new Date(game.began_at_s * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Each side with its look, its name and what it has: lines, or its place in the order of going out. */
function sides(status) {
  if (status.seats) return status.seats.map(seat => [seat, seat.name, seat.out ? seat.out + '.' : '']);
  return status.teams.map(team => [team, sideName(team), team.lines]);
}

function result(game) {
  const status = game.final;
  if (game.state !== 'over' || !status) return STATES[game.state];
  if (status.result) return status.result;
  const winner = (status.seats || []).find(seat => seat.out === 1);
  return winner ? winner.name + ' wins!' : STATES.over;
}

function showGame(game) {
  if (!shown.list || evening(game) !== shown.evening) {
    shown.evening = evening(game);
    html('h2', '', shown.evening, at('games'));
    shown.list = html('ul', '', '', at('games'));
  }
  const link = html('a', 'game', '', html('li', '', '', shown.list));
  link.href = '/history/' + game.number;
  const head = html('div', 'game-head', '', link);
  html('span', 'game-result', result(game), head);
  html('span', 'game-note', 'Game ' + game.number + clock(game), head);
  const list = html('ul', 'game-sides', '', link);
  (game.final ? sides(game.final) : []).forEach(([look, name, score]) => {
    const item = html('li', '', '', list);
    chipPicture(look, 'turn-chip', item);
    html('span', '', name, item);
    if (score !== '') html('strong', '', score, item);
  });
  html('p', 'game-note', (TITLES[game.game] || 'A game') + ' · ' + game.turns + (game.turns === 1 ? ' turn' : ' turns'), link);
  if (game.trouble) html('p', 'game-note broken', 'Incomplete: ' + game.trouble + '.', link);
}

function showWins(wins) {
  at('wins').hidden = !wins.players.length && !wins.teams.length;
  [['Player', wins.players], ['Team', wins.teams]].filter(([, rows]) => rows.length).forEach(([who, rows]) => {
    const table = html('table', 'tally', '', at('tallies'));
    html('caption', '', who + 's, over ' + wins.games + (wins.games === 1 ? ' game' : ' games'), table);
    rows.forEach(row => {
      const line = html('tr', '', '', table);
      html('th', '', row.name, line).scope = 'row';
      html('td', '', row.won + ' won of ' + row.played, line);
    });
  });
}

/** The next older games, and on from there while none of them was played. */
async function load() {
  const buttons = [...document.querySelectorAll('#games ~ .row button')];
  buttons.forEach(button => { button.disabled = true; });
  let found = false;
  while (!found) {
    const { ok, told } = await insist('history' + (shown.oldest ? '?before=' + shown.oldest : ''), () => failed('the table does not answer'));
    if (ok) found = showGames(told); else failed(told.error);
    found = found || !ok;
  }
  buttons.forEach(button => { button.disabled = false; });
}

const failed = reason => say(at('games-said'), 'The games cannot be shown: ' + reason + '.');

/** Whether anything was shown, or nothing is left to show. */
function showGames(told) {
  const played = told.games.filter(game => game.turns > 0 || game.trouble); // one without a turn is no history
  played.forEach(showGame);
  shown.any = shown.any || played.length > 0;
  if (told.wins && shown.any) showWins(told.wins);
  if (told.games.length) shown.oldest = told.games[told.games.length - 1].number;
  if (!shown.newest && told.games.length) {
    shown.newest = at('number').max = told.games[0].number;
    at('jump').hidden = shown.oldest === 1;
  }
  const last = !told.games.length || shown.oldest === 1;
  at('older').hidden = last;
  say(at('games-said'), shown.any || !last ? '' : 'No game has been played yet.');
  return played.length > 0 || last;
}

/** The list anew, from the game with this number on. */
function jump(event) {
  event.preventDefault();
  at('games').textContent = '';
  Object.assign(shown, { oldest: Number(at('number').value) + 1, evening: '', list: null });
  load().then(() => window.scrollTo(0, 0));
}

at('older').addEventListener('click', load);
at('jump').addEventListener('submit', jump);
load();
