// The end of a game: who has won and what it came to, then another game with the same people, then how it was. On a phone
// it lies at the screen's lower edge, wherever the page stands, so that it is seen and moves nothing.

import { ask } from './ask.js';
import { apart, capitalised, empty, html, sideName } from './draw.js';

/** Fills `section` once a game is over; `me()` is whom this phone speaks for, `again(status)` begins the next game. */
export function createEnd(section, me, again) {
  const state = { key: '' };
  const up = html('button', '', '↑');
  up.setAttribute('aria-label', 'To the top');
  up.type = 'button';
  up.addEventListener('click', () => window.scrollTo(0, 0));
  new IntersectionObserver(turns => { up.hidden = turns.pop().isIntersecting; }).observe(document.querySelector('.turn'));

  function show(status) {
    const key = status.over ? status.game + status.number + status.players.join() + me().table : '';
    section.hidden = !key;
    if (key === state.key) return;
    state.key = key;
    empty(section);
    if (!key) return;
    document.body.classList.add('ended'); // room below everything, which stays
    const head = html('p', 'end-words', '', section);
    html('strong', '', status.headline, head);
    const words = html('span', '', results(status), head);
    if (status.first) html('span', 'end-next', 'For the next game clear the board and play on.', head);
    const row = html('div', 'row', '', section);
    if (me().table) {
      const rematch = html('button', 'main', 'Rematch', row);
      rematch.type = 'button';
      rematch.addEventListener('click', () => again(status));
    }
    row.appendChild(up);
    tell(key, words, row);
  }

  /** How long it took is known to the journal, where there is one. */
  async function tell(key, words, row) {
    const told = section.getAttribute('data-history') ? await ask('history') : null;
    const game = told && told.games[0];
    if (!game || key !== state.key) return;
    words.textContent = [words.textContent, game.turns + (game.turns === 1 ? ' turn' : ' turns'), lasted(game.took_s)].filter(Boolean).join(' · ');
    const link = html('a', 'button', 'Watch it again');
    link.href = '/history/' + game.number;
    row.insertBefore(link, up);
  }

  return { show };
}

function results(status) {
  if (!status.seats) return capitalised(status.counted[1]) + ': ' + status.teams.map(team => sideName(team) + ' ' + team.lines).join(', ');
  return status.seats.filter(seat => seat.out).sort((one, other) => one.out - other.out).map(seat => seat.out + '. ' + apart(seat.name)).join(', ');
}

function lasted(seconds) {
  if (!seconds) return '';
  return seconds < 90 ? Math.round(seconds) + ' s' : Math.round(seconds / 60) + ' min';
}
