// The line to the table: server-sent events, and asking again and again where those cannot be had.

const QUIET_MS = 13000; // the table is heard every 5 s; twice missed and a bit means the line is dead
const ASK_MS = 3000;
const RETRY_STREAM_MS = 30000;
const LATE_MS = 8000;

/** Calls `onStatus` with each new statement and `onLink` with `live`, `polling` or `reconnecting`, and when it was last heard; `onBeat` with what is told beside the game. */
export function listen(onStatus, onLinked, onBeat) {
  const line = { source: null, heard: 0, asking: null, question: null, etag: '', opened: 0, told: 0, seen: '', gaveWay: false };
  const onLink = state => onLinked(state, line.told);
  const others = window.BroadcastChannel ? new BroadcastChannel('companion-line') : null; // the browser's other pages of this table

  /** The table was heard; a line that is merely opened anew was not. */
  function hear() {
    line.heard = line.told = Date.now();
  }

  function take(identity, text) {
    const status = JSON.parse(text); // what is none comes from no table
    hear();
    if (identity === line.seen) return;
    line.seen = identity;
    onStatus(status);
  }

  function open() {
    close();
    stopAsking();
    if (others) others.postMessage('');
    if (line.told && Date.now() - line.told > QUIET_MS) onLink('reconnecting'); // asleep since then: what is shown is old
    line.opened = line.heard = Date.now();
    const source = new EventSource('/api/events');
    line.source = source;
    source.onopen = () => { line.heard = Date.now(); onLink('live'); };
    source.onmessage = event => { take(event.lastEventId, event.data); onLink('live'); };
    source.addEventListener('beat', event => { hear(); onLink('live'); onBeat(JSON.parse(event.data)); });
    source.onerror = () => { if (source !== line.source) return; if (source.readyState === EventSource.CLOSED) ask(); else onLink('reconnecting'); };
  }

  function close() {
    if (line.source) line.source.close();
    line.source = null;
  }

  function stopAsking() {
    clearTimeout(line.asking);
    if (line.question) line.question.abort();
    line.asking = line.question = null;
  }

  async function ask() {
    close();
    stopAsking();
    const question = line.question = new AbortController();
    const timer = setTimeout(() => question.abort(), LATE_MS);
    try {
      await read(question);
      if (question === line.question) onLink('polling');
    } catch (lost) {
      if (question === line.question) onLink('reconnecting');
    }
    clearTimeout(timer);
    if (question !== line.question) return; // another way was taken meanwhile
    if (window.EventSource && Date.now() - line.opened > RETRY_STREAM_MS && !(line.gaveWay && document.hidden)) open();
    else line.asking = setTimeout(ask, ASK_MS);
  }

  /** Takes the newest statement, if it is another; throws when the table does not answer, or when nobody asks any more. */
  async function read(question) {
    const headers = line.etag ? { 'If-None-Match': line.etag } : {};
    const answer = await fetch('/api/status', { headers, cache: 'no-store', signal: question.signal });
    if (answer.status >= 400) throw new Error(String(answer.status));
    const text = await answer.text();
    if (question.signal.aborted) return;
    const etag = answer.headers.get('ETag') || '';
    if (answer.status === 200) {
      take(etag.replace(/^W\/|"/g, ''), text);
      line.etag = etag;
    }
    hear();
    const beside = answer.headers.get('Told-Beside');
    if (beside) onBeat(JSON.parse(beside));
  }

  /** What comes of a silent line: a dead one is opened anew once the table answers, and where a stream is held up by
   * something between, answers are not. */
  function check() {
    if (!line.source || Date.now() - line.heard <= QUIET_MS) return;
    onLink('reconnecting');
    ask();
  }

  /** A browser has six lines for all its pages of a table: of those nobody looks at, none holds one that another wants. */
  function giveWay() {
    if (!document.hidden || !line.source) return;
    line.gaveWay = true;
    ask();
  }

  function comeBack() {
    if (document.hidden) return;
    if (line.gaveWay) open();
    else check();
    line.gaveWay = false;
  }

  setInterval(check, 2500);
  if (others) others.onmessage = giveWay;
  document.addEventListener('visibilitychange', comeBack);
  document.addEventListener('freeze', close);
  document.addEventListener('resume', () => { if (!line.source) open(); });
  window.addEventListener('online', open);
  window.addEventListener('offline', () => onLink('reconnecting'));
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', event => { if (event.persisted) open(); });
  if (window.EventSource) open(); else ask();
}
