// The wall of all tables: those that wait for help first, then the others by name; a tap shows one large.

import { html } from '/static/draw.js';
import { onUpdate, sayUpdated } from '/static/edition.js';
import { hearDoubleTapsOnce } from '/static/taps.js';
import { showAlertIn } from './alert.js';
import { clubNow, hear } from './heard.js';
import { createDesk } from './desk.js';
import { showPlan } from './plan.js';
import { drawTable, lasting } from './tile.js';

const FIRST = ['calls', 'rubbish', 'offline', 'waiting', 'well'];
const at = id => document.getElementById(id);
const cards = new Map();
const desk = createDesk(at('controls'), at('toast'), at('pin'));
let order = '';

function draw(state, fresh) {
  cards.forEach((card, name) => { if (!state.tables.has(name)) { card.item.remove(); cards.delete(name); } });
  fresh.forEach(name => { if (state.tables.has(name)) drawTable(cardOf(name).link, state.tables.get(name)); });
  arrange(state);
  tick();
  showAlertIn(at('trouble'), [state.trouble, state.plan && state.plan.unkept].filter(Boolean).join(' '));
  if (!state.plan || !state.plan.entrants) return;
  showPlan(state);
  desk.show(state);
}

function cardOf(name) {
  if (!cards.has(name)) {
    const item = html('li', '', '');
    const link = html('a', 'card', '', item);
    link.href = '/tables/' + encodeURIComponent(name);
    cards.set(name, { item, link });
  }
  return cards.get(name);
}

/** Only what changed its place is moved, so that nothing flickers. */
function arrange(state) {
  const rank = table => FIRST.indexOf(table.state);
  const sorted = Array.from(state.tables.values()).sort((a, b) => rank(a) - rank(b) || (a.state === 'calls' ? a.since - b.since : 0) || (a.name < b.name ? -1 : 1));
  const key = sorted.map(table => table.name).join();
  if (key === order) return;
  order = key;
  sorted.forEach(table => at('tables').appendChild(cardOf(table.name).item));
  at('tables').className = sorted.length > 40 ? 'crowd' : sorted.length > 12 ? 'many' : '';
  count(state);
}

function count(state) {
  const number = state.tables.size;
  const words = number === 1 ? '1 table' : number + ' tables';
  at('count').textContent = number ? words + (state.unheard ? '; ' + state.unheard + ' more are not shown, a hall has 500' : '') : 'No table was heard yet.';
}

/** Since when somebody waits. */
function tick() {
  state.tables.forEach(table => {
    const since = cardOf(table.name).link.querySelector('.card-since');
    const words = table.state === 'well' ? '' : lasting(clubNow(state) - table.since);
    if (since && since.textContent !== words) since.textContent = words;
  });
}

hearDoubleTapsOnce();
const state = hear(at('link'), draw);
onUpdate(() => { if (desk.typed()) sayUpdated('; what is typed here is then lost.'); else location.reload(); });
setInterval(tick, 5000);
