// Which part of the page shows which game; a further game is one section, one module, one line here.

import { blackJackDesk, showBlackJack } from './black_jack.js';
import { createBoard } from './board.js';
import { createRules } from './rules.js';
import { say, showWords } from './words.js';

const TITLES = { 'one-eyed-jack': 'One-Eyed Jack', 'black-jack': 'Black Jack' };

/** What the desk offers beside what every game has; a game that is missing has the desk's own. */
export const desks = { 'black-jack': blackJackDesk };

/** Shows statements of any game; `picked` gets the words for a picked square. Has the `lamps` at the board's edge. */
export function createGames(picked) {
  const board = createBoard(document.getElementById('board'), picked);
  const fold = document.getElementById('rules'); // a wall has none
  const rules = fold && createRules(fold);
  const games = {
    'one-eyed-jack': status => { showWords(status); board.show(status); },
    'black-jack': showBlackJack,
  };
  return {
    lamps: board.lamps,
    show(status) {
      document.body.setAttribute('data-game', status.game);
      say(document.querySelector('.top h1'), TITLES[status.game]);
      document.body.setAttribute('data-state', status.over ? 'over' : status.fault ? 'fault' : 'playing');
      document.body.classList.toggle('unsettled', !status.settled);
      games[status.game](status);
      if (rules) rules.show(status);
    },
  };
}
