// What the evening's plan is changed with, for whoever has entered the PIN.

import { ask, send, whoAmI } from '/static/ask.js';
import { showDoor } from '/static/door.js';
import { empty, html } from '/static/draw.js';
import { createToast } from '/static/toast.js';

const CHOOSE = ['', 'Choose …'];
const LARGE_PX = 700; // a phone that opened this page shows no secrets

/** The controls in `place`; `show(state)` draws them for the plan that is played now. */
export function createDesk(place, toastPlace, pinPlace) {
  const toast = createToast(toastPlace);
  const state = { table: null, club: null, drawn: '', rounds: 0 };

  async function act(path, body) {
    const refused = await send('club/' + path, body);
    toast.tell(refused || 'Done.', !refused);
    return !refused;
  }

  async function meet() {
    state.table = (await whoAmI()).table;
    const secrets = !state.table && window.innerWidth >= LARGE_PX ? await ask('secrets') : null;
    pinPlace.hidden = !secrets;
    if (secrets) pinPlace.textContent = 'PIN ' + secrets.pin;
    draw();
  }

  function draw() {
    if (!state.club || state.table === null) return;
    const { plan } = state.club;
    const key = JSON.stringify([state.table, plan.entrants, plan.rounds, plan.meetings]);
    if (key === state.drawn || place.contains(document.activeElement) && key.slice(0, 6) === state.drawn.slice(0, 6) && document.activeElement.matches('textarea, input, select')) return;
    state.drawn = key;
    const folds = Array.from(place.querySelectorAll('details'), fold => [fold.id, fold.open, fieldsOf(fold).map(field => field.value)]);
    empty(place);
    if (!state.table) {
      showDoor(place, toast, meet);
      return;
    }
    if (plan.entrants.length) {
      drawNext(plan);
      drawResult(plan);
      drawPeople(plan);
    }
    drawBegin(plan);
    folds.forEach(fold => takeUp(plan, ...fold));
    state.rounds = plan.rounds;
  }

  /** What was unfolded, typed and chosen before the news came; of another round nobody has chosen anything. */
  function takeUp(plan, id, open, values) {
    const fold = document.getElementById(id);
    if (!fold) return;
    fold.open = fold.open || open;
    if (id !== 'fold-result' || plan.rounds === state.rounds) fieldsOf(fold).forEach((field, number) => set(field, values[number]));
  }

  function drawNext(plan) {
    const row = html('div', 'row', '', place);
    const next = html('button', 'main', plan.rounds ? 'Draw round ' + (plan.rounds + 1) : 'Draw the first round', row);
    next.type = 'button';
    next.disabled = plan.open > 0;
    next.addEventListener('click', () => act('draw', {}));
    if (plan.open) html('p', 'soft', 'The next round is drawn once every table has a result.', place);
  }

  function drawResult(plan) {
    if (!plan.meetings.length) return;
    const form = folded('result', 'Put a result right');
    const which = select(form, 'Table', [CHOOSE, ...plan.meetings.map((meeting, number) => [number, meeting.table + ': ' + meeting.sides.join(' against ')])]);
    const winner = select(form, 'Who won', []);
    const lines = [0, 1].map(() => field(form, 'Lines', 'number'));
    const fill = () => {
      const meeting = plan.meetings[which.value];
      [winner, ...lines].forEach(one => { one.disabled = !meeting; });
      if (!meeting) return;
      options(winner, [...meeting.sides.map((name, side) => [side, name]), [2, 'Nobody: a tie']]);
      const [first, second] = meeting.points || [0, 0];
      winner.value = String(meeting.points && first === second ? 2 : second > first ? 1 : 0);
      lines.forEach((input, side) => {
        input.parentNode.firstChild.textContent = 'Lines of ' + meeting.sides[side];
        input.value = meeting.lines ? meeting.lines[side] : 0;
      });
    };
    which.addEventListener('change', fill);
    fill();
    submit(form, 'Keep this result', () => act('result', { round: plan.rounds, meeting: Number(which.value), winner: Number(winner.value), lines: lines.map(input => Number(input.value)) }));
  }

  function drawPeople(plan) {
    const form = folded('people', 'Somebody comes or leaves');
    const name = field(form, 'Name', 'text');
    submit(form, 'Plays from the next round on', () => act('come', { name: name.value }));
    const leaving = folded('leaving', 'Somebody leaves');
    const who = select(leaving, 'Name', [CHOOSE, ...plan.entrants.filter(each => !each.gone).map(each => [each.name, each.name])]);
    submit(leaving, 'Plays no further round', () => act('leave', { name: who.value }));
  }

  function drawBegin(plan) {
    const form = folded('begin', plan.entrants.length ? 'Begin another evening' : 'Begin an evening', !plan.entrants.length);
    html('p', 'soft', 'Two players or teams meet at each table. Up to eight of them play everybody; more are paired Swiss style.', form);
    const label = html('label', '', 'Who plays, one name a line', form);
    const names = html('textarea', '', '', label);
    names.rows = 8;
    names.required = true;
    submit(form, plan.entrants.length ? 'Begin it: the old one is over' : 'Begin it', () => act('begin', { names: names.value.split('\n').map(name => name.trim()).filter(Boolean), seen: [plan.entrants.length, plan.rounds] }));
  }

  function folded(id, title, open) {
    const details = html('details', '', '', place);
    details.id = 'fold-' + id;
    details.open = Boolean(open);
    html('summary', '', title, details);
    return html('form', 'step', '', details);
  }

  meet();
  setInterval(meet, 5000);
  return {
    show(club) { state.club = club; draw(); },
    typed: () => fieldsOf(place).some(field => field.value && !field.disabled),
  };
}

const fieldsOf = inside => Array.from(inside.querySelectorAll('select, input, textarea'));

/** What is no longer among the choices is not chosen. */
function set(field, value) {
  field.value = value;
  if (field.selectedIndex === -1) field.value = '';
  field.dispatchEvent(new Event('change'));
}

function select(form, title, choices) {
  const made = html('select', '', null, html('label', '', title, form));
  made.required = true;
  options(made, choices);
  return made;
}

function options(made, choices) {
  empty(made);
  choices.forEach(([value, words]) => { html('option', '', words, made).value = value; });
}

function field(form, title, type) {
  const made = html('input', '', null, html('label', '', title, form));
  Object.assign(made, { type, required: true, autocomplete: 'off' });
  if (type === 'number') Object.assign(made, { min: 0, max: 99, value: 0 });
  return made;
}

/** What was done is no longer typed or chosen, so that another tap does it for nobody else; the form may be drawn anew by then. */
function submit(form, words, act) {
  const { id } = form.parentNode;
  html('button', 'main', words, form).type = 'submit';
  form.addEventListener('submit', async event => {
    event.preventDefault();
    document.activeElement.blur();
    if (await act()) fieldsOf(document.getElementById(id)).forEach(field => set(field, ''));
  });
}
