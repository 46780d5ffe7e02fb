// All that the club hears, put together from what is new: each table whole, and the evening's plan.

import { listen } from '/static/feed.js';
import { createLink } from '/static/link.js';
import { steady } from '/static/steady.js';

/** Calls `draw(state, fresh)` after each news: `state` is everything, `fresh` the names of the tables that changed. */
export function hear(link, draw) {
  const state = { tables: new Map(), plan: null, trouble: '', unheard: 0, ahead: 0, fresh: new Set() };
  const show = steady(() => {
    const fresh = state.fresh;
    state.fresh = new Set();
    draw(state, fresh);
  });
  const line = createLink(link);
  let due = false;

  /** Once for each frame of the screen, however much comes meanwhile: a slow screen lags no further behind. */
  function soon() {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; show(state); });
  }

  function take(news) {
    state.ahead = news.now - Date.now() / 1000; // this screen's clock may be another
    if (news.whole) state.tables.clear();
    news.tables.forEach(table => { state.tables.set(table.name, table); state.fresh.add(table.name); });
    if (news.plan) Object.assign(state, { plan: news.plan, trouble: news.trouble, unheard: news.unheard });
    soon();
  }

  listen(take, line.change, line.beat);
  return state;
}

/** The club's clock, in seconds. */
export const clubNow = state => Date.now() / 1000 + state.ahead;
