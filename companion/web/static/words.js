// Everything on the page that is words and numbers: score, turn, alerts, last turns, cards.

import { cardPicture, cardWords, chipPicture, empty, html, isJoker, sideName } from './draw.js';

const AS_TEXT = '$&\uFE0E'; // many phones would paint a suit as a picture
const SUITS = [['S', '♠'], ['H', '♥'], ['D', '♦'], ['C', '♣']];
const RANKS = 'A23456789TJPQK'.split('');
const at = id => document.getElementById(id);

/** Sets a text only when it differs, so that a screen reader does not say it twice. */
export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Writes the whole statement into the page. */
export function showWords(status) {
  showScore(status);
  showTurn(status);
  showAlerts(status);
  showNotes(status, status.last_turns.map(turn => ({ look: status.teams[turn.team], name: sideName(status.teams[turn.team]), note: turn.note })));
  showCounts(status);
}

/** What is wrong, asked, or to be known: the same in every game. */
export function showAlerts(status) {
  showAlert(at('fault'), status.fault && status.fault.message, 'alert alert-fault', 'Please put it right');
  at('fault').tabIndex = status.fault ? 0 : -1; // on a small phone it scrolls, by keys too
  showAlert(at('question'), status.question && status.question.text, 'alert alert-question', 'The referee asks');
  showNotice(status.notice && status.notice.message);
}

/** What is no fault of anybody's; nothing puts it away. */
export function showNotice(words) {
  showAlert(at('notice'), words, 'alert alert-notice', '');
}

function showScore(status) {
  const list = at('score');
  list.className = status.teams.length > 2 ? 'many' : '';
  empty(list);
  status.teams.forEach((team, index) => {
    const item = html('li', 'team', '', list);
    const plays = !status.over && status.turn.team === index;
    if (plays) item.classList.add('plays');
    if (status.winner === index) item.classList.add('won');
    chipPicture(team, 'team-chip', item);
    const words = html('div', 'team-words', '', item);
    html('span', 'team-name', sideName(team), words).title = sideName(team) + ', ' + team.name;
    drawPips(team.lines, status.lines_needed, words);
    showNote(team, status, words);
    html('b', 'team-score', team.lines, item).setAttribute('aria-hidden', 'true'); // the words beside it say the same
  });
}

/** A pip for each line won and each still to win; none where points are counted. */
function drawPips(lines, needed, parent) {
  const pips = html('span', 'pips', '', parent);
  pips.setAttribute('aria-hidden', 'true');
  for (let line = 0; needed && line < Math.max(needed, lines); line += 1) {
    html('i', line < lines ? 'pip full' : 'pip', '', pips);
  }
}

/** `1 of 2 lines · 12 chips`; small screens leave out what the pips and the board show anyway. */
function showNote(team, status, parent) {
  const needed = status.lines_needed;
  const note = html('span', 'team-note', needed ? team.lines + ' of ' + needed : team.lines, parent);
  html('span', 'team-unit', ' ' + status.counted[(needed || team.lines) === 1 ? 0 : 1], note);
  if (team.captured) html('span', '', ' · ' + team.captured + ' captured', note);
  html('span', 'team-chips', ' · ' + team.chips + (team.chips === 1 ? ' chip' : ' chips'), note);
}

function showTurn(status) {
  const team = status.teams[status.over && status.winner !== null ? status.winner : status.turn.team];
  const turn = at('turn');
  say(turn, status.headline);
  document.title = turn.textContent + ' – One-Eyed Jack';
  say(at('said'), status.announcement);
  say(at('hint'), status.turn.hint);
  showLook(team);
  showCard(status.turn.card);
}

/** Whose turn it is, or who has won, as a chip, and as the page's colour of the moment; nobody's without a look. */
export function showLook(look) {
  const lamp = at('lamp');
  const key = look ? look.letter + look.shape + look.paint : '';
  if (lamp.getAttribute('data-look') === key) return;
  lamp.setAttribute('data-look', key);
  empty(lamp);
  const page = document.documentElement.style;
  if (!look) {
    ['--team', '--team-ink'].forEach(colour => page.removeProperty(colour));
    return;
  }
  chipPicture(look, 'lamp-chip', lamp);
  page.setProperty('--team', look.paint);
  page.setProperty('--team-ink', look.ink);
}

function showCard(code) {
  const card = at('card');
  card.hidden = !code;
  if (card.getAttribute('data-card') === (code || '')) return;
  card.setAttribute('data-card', code || '');
  empty(card);
  if (!code) return;
  card.setAttribute('aria-label', 'played card: ' + cardWords(code));
  cardPicture(code, card);
}

function showAlert(element, message, className, title) {
  const words = message || '';
  if (element.getAttribute('data-words') === words) return;
  element.setAttribute('data-words', words);
  empty(element);
  element.className = words ? className : '';
  if (!words) return;
  if (title) html('strong', '', title, element);
  html('p', '', words.replace(/[♠♥♦♣]/g, AS_TEXT), element);
}

/** The last turns, newest first: each with a look (or none), whose it was, and what. */
export function showNotes(status, turns) {
  const list = at('turns');
  const words = status.game + turns.map(turn => turn.name + turn.note).join('\n');
  if (list.getAttribute('data-words') === words) return;
  list.setAttribute('data-words', words);
  empty(list);
  turns.forEach(turn => {
    const item = html('li', '', '', list);
    if (turn.look) chipPicture(turn.look, 'turn-chip', item);
    html('span', 'unseen', turn.name ? turn.name + ': ' : '', item);
    html('span', '', turn.note, item);
  });
  if (!turns.length) html('li', 'none', 'No turn yet.', list);
}

function showCounts(status) {
  const list = at('counts');
  list.className = status.hands.length > 4 ? 'many' : '';
  document.body.classList.toggle('crowded', status.hands.length > 4);
  empty(list);
  const row = (name, value) => {
    const pair = html('div', '', '', list);
    html('dt', '', name, pair);
    html('dd', '', value, pair);
  };
  row('Stock', status.stock);
  const won = status.wins.some(Boolean);
  status.hands.forEach((cards, seat) => row((status.players[seat] || 'Seat ' + (seat + 1)) + (won ? ' · won ' + status.wins[seat] : ''), cards));
  showSeen(status);
}

/** How often each card was seen on the pile, as a fold that stays as it was left. */
function showSeen(status) {
  const fold = at('seen');
  const words = JSON.stringify(status.seen);
  if (fold.getAttribute('data-words') === words) return;
  fold.setAttribute('data-words', words);
  const table = fold.querySelector('table');
  empty(table);
  const ranks = RANKS.filter(rank => rank !== 'P' || status.options.indexOf('deck=') >= 0);
  const head = html('tr', '', '', table);
  html('td', '', '', head);
  ranks.forEach(rank => { html('th', '', rank === 'T' ? '10' : rank, head).scope = 'col'; });
  SUITS.forEach(([suit, sign]) => {
    const line = html('tr', suit === 'H' || suit === 'D' ? 'red-suit' : '', '', table);
    html('th', '', sign + '\uFE0E', line).scope = 'row';
    ranks.forEach(rank => {
      const times = status.seen[rank + suit] || 0;
      html('td', times > 2 ? 'too-many' : '', times || '·', line);
    });
  });
  const jokers = Object.keys(status.seen).filter(isJoker).reduce((sum, code) => sum + status.seen[code], 0);
  if (jokers) html('td', 'jokers', 'Jokers: ' + jokers, html('tr', '', '', table)).colSpan = ranks.length + 1;
}
