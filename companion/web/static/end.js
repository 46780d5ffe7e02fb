// The end of a game: what it came to in a few words, then another one with the same people, then how it was.

import { ask } from './ask.js';
import { empty, html, sideName } from './draw.js';

/** Fills `section` once a game is over; `me()` is whom this phone speaks for, `again(status)` begins the next game. */
export function createEnd(section, me, again) {
  const state = { key: '', told: null };

  function show(status) {
    const key = status.over ? status.game + status.number + status.players.join() + me().table : '';
    section.hidden = !key;
    if (key === state.key) return;
    state.key = key;
    empty(section);
    if (!key) return;
    const words = html('p', 'end-words', results(status), section);
    const row = html('div', 'row', '', section);
    if (me().table) {
      const rematch = html('button', 'main', 'Rematch', row);
      rematch.type = 'button';
      rematch.addEventListener('click', () => again(status));
    }
    tell(key, words, row);
  }

  /** How long it took is known to the journal, where there is one. */
  async function tell(key, words, row) {
    const told = section.getAttribute('data-history') ? await ask('history') : null;
    const game = told && told.games[0];
    if (!game || key !== state.key) return;
    words.textContent = [words.textContent, game.turns + (game.turns === 1 ? ' turn' : ' turns'), lasted(game.took_s)].filter(Boolean).join(' · ');
    html('a', 'button', 'Watch it again', row).href = '/history/' + game.number;
  }

  return { show };
}

function results(status) {
  if (!status.seats) return (status.lines_needed ? 'Lines: ' : 'Points: ') + status.teams.map(team => sideName(team) + ' ' + team.lines).join(', ');
  return status.seats.filter(seat => seat.out).sort((one, other) => one.out - other.out).map(seat => seat.out + '. ' + seat.name).join(', ');
}

function lasted(seconds) {
  if (!seconds) return '';
  return seconds < 90 ? Math.round(seconds) + ' s' : Math.round(seconds / 60) + ' min';
}
