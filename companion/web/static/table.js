// The live page: a statement comes in, everything is drawn from it.

import { listen } from './feed.js';
import { createGames } from './games.js';
import { createLights } from './lights.js';
import { createReferee } from './referee.js';
import { say } from './words.js';

const LINKS = { live: 'live', polling: 'live, every 3 s', reconnecting: 'reconnecting' };
const HINT = 'Tap a square to see its card and its twin.';
const picked = document.getElementById('picked');
const link = document.getElementById('link');

const games = createGames((words, square) => {
  say(picked, words || HINT);
  referee.pick(square);
});
const referee = createReferee(...['desk', 'desk-said', 'answers'].map(id => document.getElementById(id)));
const lights = createLights(games.lamps);

function show(status) {
  games.show(status);
  lights.show(status.lights);
  referee.show(status);
}

listen(show, state => {
  link.setAttribute('data-state', state);
  say(link, LINKS[state]);
});
