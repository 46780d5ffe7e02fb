// How the line to the table is: in words at the top, and over a board that may be out of date since when it is.

import { html } from './draw.js';
import { hearEdition, onUpdate } from './edition.js';
import { say, showNotice } from './words.js';

const WORDS = { live: 'live', polling: 'live, every 3 s', reconnecting: 'reconnecting', blind: 'no camera' };

/** Tells it in `element` and on the body; `change(state, heardMs)` is for the feed, `show(status)` for statements,
 * `beat([trouble, doing, aside, edition])` for what is wrong and what is done before there is one, what is no matter of the
 * game's, and which edition of the pages the table has. */
export function createLink(element) {
  const state = { line: 'connecting', heard: 0, blind: false, timer: null };
  const stale = html('p', 'stale', '', document.body);
  stale.hidden = true;
  stale.setAttribute('aria-hidden', 'true'); // the link says it once; a clock read out every second would be noise

  function draw() {
    const now = state.line !== 'reconnecting' && state.blind ? 'blind' : state.line;
    element.setAttribute('data-state', now);
    document.body.setAttribute('data-link', now);
    say(element, WORDS[now] || now);
    clearInterval(state.timer);
    stale.hidden = state.line !== 'reconnecting' || !state.heard;
    if (stale.hidden) return;
    tick();
    state.timer = setInterval(tick, 1000);
  }

  function see(blind) {
    if (blind === state.blind) return;
    state.blind = blind;
    draw();
  }

  function tick() {
    const seconds = Math.max(0, Math.round((Date.now() - state.heard) / 1000));
    say(stale, 'Reconnecting. Seen ' + (seconds < 120 ? seconds + ' s' : Math.floor(seconds / 60) + ' min') + ' ago');
  }

  /** A page that was open while the companion was updated comes anew, once nobody is in the middle of something. */
  onUpdate(() => { if (!document.querySelector('.asked:not([hidden])')) location.reload(); });

  return {
    change(line, heard) {
      if (line === state.line) return;
      Object.assign(state, { line, heard });
      draw();
    },
    show: status => see(Boolean(status.notice && status.notice.code === 'NO_CAMERA')),
    beat([trouble, doing, aside, edition]) {
      hearEdition(edition);
      const note = document.getElementById('aside');
      if (note) {
        say(note, aside);
        note.hidden = !aside;
      }
      if (document.body.getAttribute('data-state') !== 'waiting') return;
      if (doing) say(document.getElementById('turn'), doing);
      showNotice(trouble);
      see(Boolean(trouble));
    },
  };
}
