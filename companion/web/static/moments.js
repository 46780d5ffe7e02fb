// A line and a win are an event: five seconds of it over the page, drawn and in words; nothing under it is in the way.

import { chip, empty, html, sideName, svg } from './draw.js';

const LASTS_MS = 5000;

/** Shows in `element` what a statement brings that the one before it did not have; the first one brings nothing. */
export function createMoments(element) {
  const state = { before: null, timer: null };

  function clear() {
    element.hidden = true;
    empty(element);
  }

  function celebrate(words, beside, look, chips) {
    clear();
    clearTimeout(state.timer);
    element.style.setProperty('--team', look.paint);
    element.style.setProperty('--team-ink', look.ink);
    element.hidden = false;
    const picture = svg('svg', { viewBox: '-6 -7 ' + (12 + 10 * (chips - 1)) + ' 14', 'aria-hidden': 'true', focusable: 'false' }, element);
    if (chips > 1) svg('rect', { class: 'moment-line', x: -5.4, y: -5.4, width: 10 * chips + .8, height: 10.8, rx: 5.4 }, picture);
    for (let at = 0; at < chips; at += 1) {
      const place = svg('g', { class: 'moment-chip' }, svg('g', { transform: 'translate(' + 10 * at + ' 0)' }, picture));
      place.style.animationDelay = at * 90 + 'ms';
      chip(look, place);
    }
    html('strong', /^\S{7,}$/.test(words) ? 'long' : '', words, element);
    html('span', '', beside, element);
    state.timer = setTimeout(clear, LASTS_MS);
  }

  function show(status) {
    const { before } = state;
    if (status.fault) {
      clear(); // what is wrong comes first, and what there is to celebrate after it
      return;
    }
    state.before = status;
    if (!before || before.game !== status.game || before.options !== status.options || before.players.join() !== status.players.join() || status.number < before.number) return;
    if (status.seats) showGone(before, status, celebrate); else showLine(before, status, celebrate);
  }

  return { show };
}

function showLine(before, status, celebrate) {
  if (status.over && !before.over && status.winner !== null) {
    celebrate(status.headline, score(status, status.winner), status.teams[status.winner], 1);
    return;
  }
  const scorer = status.teams.findIndex((team, at) => team.lines > before.teams[at].lines);
  if (scorer < 0) return;
  const line = status.locked.filter(one => one.team === scorer).pop();
  celebrate(status.counted[0].toUpperCase() + '!', score(status, scorer), status.teams[scorer], line ? line.squares.length : 1);
}

function showGone(before, status, celebrate) {
  const gone = status.seats.find((seat, at) => seat.out && !before.seats[at].out);
  if (status.over && !before.over) celebrate(status.headline, '', status.seats.find(seat => seat.out === 1), 1);
  else if (gone) celebrate(gone.name + ' is out!', '', gone, 1);
}

/** `Annika 1 : 0` where two play, else everybody with what they have, whoever it is about first. */
function score(status, first) {
  const [team, ...others] = [status.teams[first]].concat(status.teams.filter((_, at) => at !== first));
  if (others.length === 1) return sideName(team) + ' ' + team.lines + ' : ' + others[0].lines;
  return [team].concat(others).map(one => sideName(one) + ' ' + one.lines).join(' · ');
}
