// The live page: a statement comes in, everything is drawn from it.

import { createEnd } from './end.js';
import { listen } from './feed.js';
import { createGames } from './games.js';
import { createLights } from './lights.js';
import { createLink } from './link.js';
import { createMine } from './mine.js';
import { createMoments } from './moments.js';
import { createReferee } from './referee.js';
import { steady } from './steady.js';
import { hearDoubleTapsOnce } from './taps.js';
import { createToast } from './toast.js';
import { LOST } from './ask.js';
import { say } from './words.js';

const HINT = 'Tap a square to see its card and its twin.';
const at = id => document.getElementById(id);

const games = createGames((words, square) => {
  say(at('picked'), words || HINT);
  referee.pick(square);
});
const toast = createToast(at('desk-said'));
const mine = createMine(at('mine'));
const referee = createReferee(at('desk'), toast, at('answers'), mine, status => { mine.show(status, referee.me.seat); end.show(status); });
const lights = createLights(games.lamps);
const moments = createMoments(at('moment'));
const end = createEnd(at('end'), () => referee.me, referee.rematch);
const link = createLink(at('link'));

function show(status) {
  games.show(status);
  lights.show(status.lights);
  link.show(status);
  referee.show(status);
  moments.show(status);
}

hearDoubleTapsOnce();
listen(steady(show), (state, heard) => {
  const back = state !== 'reconnecting' && at('link').getAttribute('data-state') === 'reconnecting';
  link.change(state, heard);
  if (back && toast.told() === LOST) toast.clear();
}, link.beat);
