// The evening's plan: this round, where one sits oneself, and how it stands.

import { empty, html } from '/static/draw.js';

const KEPT = 'companion-club-name';
const at = id => document.getElementById(id);
const state = { shown: '', names: '' };

/** The round, one's own seat and the standings, anew when the plan is another. */
export function showPlan({ plan }) {
  const words = JSON.stringify(plan);
  if (words === state.shown) return;
  state.shown = words;
  showRound(plan);
  showNames(plan);
  showMine(plan);
  showStandings(plan);
}

function showRound(plan) {
  at('round').hidden = !plan.rounds;
  const left = plan.open ? plan.open + (plan.open === 1 ? ' table plays' : ' tables play') : 'finished';
  at('round-title').textContent = 'Round ' + plan.rounds + ' · ' + left;
  at('bye').hidden = !plan.bye;
  at('bye').textContent = plan.bye ? plan.bye + ' sits out, and has the points of a win.' : '';
  empty(at('meetings'));
  plan.meetings.forEach(meeting => {
    const item = html('li', meeting.points ? 'done' : '', '', at('meetings'));
    html('b', 'meeting-table', meeting.table, item);
    const sides = html('span', 'meeting-sides', '', item);
    meeting.sides.forEach((name, place) => {
      if (place) html('span', 'against', ' – ', sides);
      html(meeting.points && meeting.points[place] > 1 ? 'strong' : 'span', '', name, sides);
    });
    html('span', 'meeting-result', meeting.points ? meeting.lines.join(' : ') + (meeting.by_hand ? ' (by hand)' : '') : '', item);
  });
}

/** Names are offered in the order of the alphabet; the one chosen on this device stays. */
function showNames(plan) {
  const names = plan.entrants.filter(each => !each.gone).map(each => each.name).sort((a, b) => a.localeCompare(b));
  at('seat').hidden = !names.length || !plan.rounds;
  if (names.join('\n') === state.names) return;
  state.names = names.join('\n');
  const chosen = at('who').value || kept();
  empty(at('who'));
  html('option', '', 'Choose …', at('who')).value = '';
  names.forEach(name => { html('option', '', name, at('who')).value = name; });
  at('who').value = names.indexOf(chosen) < 0 ? '' : chosen;
  at('who').onchange = () => { keep(at('who').value); showMine(JSON.parse(state.shown)); };
}

function showMine(plan) {
  const name = at('who').value;
  const meeting = plan.meetings.find(one => one.sides.indexOf(name) >= 0);
  const words = !name ? '' : plan.bye === name ? 'You sit this round out, with the points of a win.' : meeting ? seatWords(meeting, name) : 'You play from the next round on.';
  if (at('mine').textContent !== words) at('mine').textContent = words;
}

function seatWords(meeting, name) {
  const first = meeting.sides[0] === name;
  const other = meeting.sides[first ? 1 : 0];
  if (meeting.points) return 'Your game at ' + meeting.table + ' against ' + other + ' is over.';
  return 'Table ' + meeting.table + ', against ' + other + '. ' + (first ? 'You begin.' : other + ' begins.');
}

function showStandings(plan) {
  at('order').hidden = !plan.rounds;
  const table = at('standings');
  empty(table);
  const head = html('tr', '', '', html('thead', '', '', table));
  ['Place', 'Name', 'Points', 'Buchholz', 'Lines'].forEach(words => { html('th', '', words, head).scope = 'col'; });
  const body = html('tbody', '', '', table);
  plan.standings.forEach(row => {
    const line = html('tr', row.gone ? 'gone' : '', '', body);
    html('td', '', row.place, line);
    html('th', '', row.name + (row.gone ? ' (left)' : ''), line).scope = 'row';
    [row.points, row.buchholz, row.lines].forEach(number => html('td', '', number, line));
  });
}

/** Some browsers keep nothing for anybody; then it is chosen again. */
function kept() {
  try { return localStorage.getItem(KEPT) || ''; } catch (refused) { return ''; }
}

function keep(name) {
  try { localStorage.setItem(KEPT, name); } catch (refused) { /* chosen again next time */ }
}
