// The line to the table: server-sent events, and asking again and again where those cannot be had.

const QUIET_MS = 13000; // the table is heard every 5 s; twice missed and a bit means the line is dead
const ASK_MS = 3000;
const RETRY_STREAM_MS = 30000;
const LATE_MS = 8000;

const late = () => new Promise((_, fail) => setTimeout(fail, LATE_MS, new Error('late')));

/** Calls `onStatus` with each new statement and `onLink` with `live`, `polling` or `reconnecting`, and when it was last heard; `onBeat` with what a heartbeat carries. */
export function listen(onStatus, onLinked, onBeat) {
  const line = { source: null, heard: 0, asking: null, etag: '', opened: 0, told: 0, seen: '' };
  const onLink = state => onLinked(state, line.told);

  /** The table was heard; a line that is merely opened anew was not. */
  function hear() {
    line.heard = line.told = Date.now();
  }

  function take(identity, text) {
    hear();
    if (identity === line.seen) return;
    line.seen = identity;
    onStatus(JSON.parse(text));
  }

  function open() {
    line.opened = line.heard = Date.now();
    const source = new EventSource('/api/events');
    line.source = source;
    source.onopen = () => { line.heard = Date.now(); stopAsking(); onLink('live'); };
    source.onmessage = event => { take(event.lastEventId, event.data); onLink('live'); };
    source.addEventListener('beat', event => { hear(); onBeat(JSON.parse(event.data)); });
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) ask(); else onLink('reconnecting'); };
  }

  function close() {
    if (line.source) line.source.close();
    line.source = null;
  }

  function stopAsking() {
    clearTimeout(line.asking);
    line.asking = null;
  }

  async function ask() {
    close();
    stopAsking();
    try {
      const headers = line.etag ? { 'If-None-Match': line.etag } : {};
      const answer = await Promise.race([fetch('/api/status', { headers, cache: 'no-store' }), late()]);
      if (answer.status === 200) {
        line.etag = answer.headers.get('ETag') || '';
        take(line.etag.replace(/^W\/|"/g, ''), await answer.text());
      } else if (answer.status >= 400) throw new Error(String(answer.status));
      hear();
      onLink('polling');
    } catch (lost) {
      onLink('reconnecting');
    }
    if (Date.now() - line.opened > RETRY_STREAM_MS) open();
    else line.asking = setTimeout(ask, ASK_MS);
  }

  function check() {
    if (line.source && Date.now() - line.heard > QUIET_MS) {
      onLink('reconnecting');
      close();
      open();
    }
  }

  setInterval(check, 2500);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) check(); });
  window.addEventListener('online', () => { close(); stopAsking(); open(); });
  window.addEventListener('offline', () => onLink('reconnecting'));
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', event => { if (event.persisted) open(); });
  if (window.EventSource) open(); else ask();
}
