// One table, large: what phones at the table see of it, as it comes over the broker.

import { empty, html } from '/static/draw.js';
import { say } from '/static/words.js';
import { showAlertIn } from './alert.js';
import { clubNow, hear } from './heard.js';
import { drawTable, lasting } from './tile.js';

const at = id => document.getElementById(id);
const name = document.body.getAttribute('data-table');

function draw(state, fresh) {
  const table = state.tables.get(name);
  showAlertIn(at('trouble'), table ? state.trouble : 'This table is no longer heard of.');
  showRound(state.plan);
  if (!table || !fresh.has(name)) return;
  drawTable(at('one'), table);
  const notice = table.stand && table.stand.notice;
  at('notice').className = notice ? 'alert alert-notice' : '';
  at('notice').textContent = notice || '';
  empty(at('turns'));
  const turns = table.stand ? table.stand.turns : [];
  turns.forEach(words => html('li', '', words, at('turns')));
  if (!turns.length) html('li', 'none', 'No turn yet.', at('turns'));
  tick();
}

/** Who meets here in this round. */
function showRound(plan) {
  const here = plan && plan.meetings ? plan.meetings.filter(meeting => meeting.table === name) : [];
  const meeting = here.find(one => !one.points) || here[here.length - 1];
  at('here').hidden = !meeting;
  if (!meeting) return;
  const words = meeting.points ? 'The game of this round is over: ' + meeting.lines.join(' : ') + '.' : meeting.sides[0] + ' begins.';
  say(at('here'), 'Round ' + plan.rounds + ': ' + meeting.sides.join(' against ') + '. ' + words);
}

function tick() {
  const table = state.tables.get(name);
  const since = at('one').querySelector('.card-since');
  if (table && since) since.textContent = table.state === 'well' ? '' : lasting(clubNow(state) - table.since);
}

const state = hear(at('link'), draw);
setInterval(tick, 5000);
