// Taps on the drawn table go to the server; its picture and the referee's words come back.

import { answerOf } from "./ask.js";
import { onUpdate } from "./edition.js";
import { hearDoubleTapsOnce } from "./taps.js";

const at = (id) => document.getElementById(id);
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const LOOK_MS = 700;
const BOARD_FROM = 0.0615; // on a small screen the picture begins with the board; its edge is a slide away
const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 };
const squares = [...document.querySelectorAll("#squares polygon")];
const table = { status: null, lying: { chips: {}, pile: [], kept: [] }, shown: at("picture").dataset.lies, held: "", followed: 0, asked: 0, here: null };
const seen = { chips: JSON.parse(table.shown)[0], tapped: new Set() };

async function ask(what, body) {
  const answer = await answerOf(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  table.asked += 1;
  if (!answer) tell("The companion does not answer.");
  else if (answer.ok) showLying(answer.told);
  else tell(`Not so: ${answer.told.error}.`);
}

function tell(words) {
  if (at("said").textContent !== words) at("said").textContent = words;
}

const isBoard = () => !table.status || table.status.game === "one-eyed-jack";
const option = (name, usual) => ((table.status && table.status.options.match(new RegExp(`\\b${name}=(\\S+)`))) || [0, usual])[1];
const hasJokers = () => option("corners", "free") !== "free" || option("end_joker", "off") === "on" || Number(option("jokers", 0)) > 0;
const seat = () => Number(at("seat").value) || 1;
const nameOf = (code) => (code === "JK" ? "Joker" : (code[0] === "T" ? "10" : code[0]) + SIGNS[code[1]]);

/** What lies on the table, and the hand that was chosen. */
function showLying(lying) {
  table.lying = lying;
  showPicture(JSON.stringify([lying.chips, lying.pile]), lying.chips);
  const top = lying.pile[lying.pile.length - 1];
  at("pile").textContent = top ? `Pile: ${nameOf(top)}` : "Pile: empty";
  at("back").disabled = !top;
  showButtons(lying);
  showHand(lying);
}

/** A new picture takes the old one's place once it is there; taps are on the squares over it, and need neither. */
function showPicture(look, chips) {
  markTaps();
  if (look === table.shown) return;
  table.shown = look;
  const next = new Image();
  Object.assign(next, { id: "picture", alt: at("picture").alt, width: 960, height: 720 });
  next.onerror = () => { if (table.shown === look) table.shown = ""; }; // the next look asks again
  next.onload = () => {
    if (table.shown !== look) return;
    at("picture").replaceWith(next);
    seen.chips = chips;
    markTaps();
  };
  next.src = `picture.jpg?${Date.now()}`;
}

/** A square is marked from the tap on until the picture shows what lies there. */
function markTaps() {
  const { chips } = table.lying;
  squares.forEach((square, place) => square.classList.toggle("asked", seen.tapped.has(place) || chips[place] !== seen.chips[place]));
}

/** How many cards the chosen seat has still to draw in a game on the board. */
function owed(lying) {
  const held = lying.held ? lying.held[seat() - 1] : 0;
  return isBoard() && lying.stock ? Math.max(0, Number(option("hand", 7)) - held) : 0;
}

function showButtons(lying) {
  const dealt = Boolean(lying.hands), mine = lying.mine === seat(), kept = lying.kept.includes(seat()) && !mine;
  at("dealt").hidden = !table.status || (isBoard() && (option("deck", "standard") !== "standard" || hasJokers()));
  at("cards").hidden = dealt;
  at("joker").hidden = !hasJokers();
  at("deal").hidden = dealt;
  at("draw").hidden = !dealt || kept;
  at("draw").disabled = isBoard() && !owed(lying);
  at("draw").className = owed(lying) ? "owed" : "";
  at("draw").textContent = `Draw ${(table.status && table.status.pending) || 1}`;
  at("keep").hidden = kept;
  at("keep").textContent = mine ? "Show on all phones" : "Only on this phone";
  const others = kept ? "Another phone keeps this hand for itself. " : "";
  at("stock").textContent = others + (dealt ? `Stock: ${lying.stock} cards` : "Deal hands, or tap any card below.");
}

function showHand(lying) {
  const hand = (lying.hands && lying.hands[seat() - 1]) || [];
  const held = `${seat()} ${hand.join(" ")}`;
  if (held === table.held) return; // buttons under a finger or with the focus stay
  table.held = held;
  at("hand").replaceChildren(...[...hand].sort(bySuit).map(cardButton));
}

function cardButton(code) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("data-code", code);
  made.className = "HD".includes(code[1]) && code !== "JK" ? "red" : "";
  made.textContent = nameOf(code);
  made.addEventListener("click", () => ask("play", { seat: seat(), card: code }));
  return made;
}

const bySuit = (one, other) => (one[1] + one[0] < other[1] + other[0] ? -1 : 1);

/** The game decides what is offered; the hand of whoever moves comes up by itself once nothing is to be drawn. */
function showGame(status, lying) {
  const board = isBoard(), seats = at("seat"), names = seatNames(status);
  document.body.classList.toggle("cards", !board);
  at("chips").hidden = !board;
  if (seats.dataset.names !== names.join("\n")) {
    seats.dataset.names = names.join("\n");
    seats.replaceChildren(...names.map((name, place) => new Option(name, place + 1)));
    table.followed = 0;
  }
  const next = lying.mine || (owed(lying) ? 0 : status.turn.seat);
  if (next && next !== table.followed) {
    table.followed = next;
    seats.value = String(next);
  }
  const targets = new Set(board ? status.turn.targets : []);
  squares.forEach((square, place) => square.classList.toggle("target", targets.has(place)));
}

/** Who sits where; a seat without a name is called by its team. */
function seatNames(status) {
  const named = (place) => status.players[place] || `Seat ${place + 1} (${status.teams[place % status.teams.length].name})`;
  return status.hands.map((_, place) => named(place));
}

async function look() {
  const { asked } = table;
  const [game, lies] = await Promise.all([answerOf("/api/status"), answerOf("lying")]);
  if (asked !== table.asked) return; // a tap has changed what lies there
  if (!game || !lies || !lies.ok) return tell("The companion does not answer.");
  const status = game.ok ? game.told : null, lying = lies.told;
  table.status = status;
  if (status) showGame(status, lying);
  showLying(lying);
  if (!status) return;
  const trouble = status.fault || status.question || status.notice;
  const words = trouble ? [trouble.message || trouble.text] : [status.announcement, status.turn.hint]; // short, so that the board stays put
  tell([...new Set(words.filter(Boolean).join(" ").match(/[^.!?]+[.!?]*/g).map((one) => one.trim()))].join(" "));
}

/** Lays a chip where none is known to lie, else takes it away; the same tap twice asks for the same. */
async function tap(square) {
  const team = table.status && table.status.teams[table.status.turn.team];
  const letter = document.querySelector("input[name=team]:checked").value || (team && team.letter) || null;
  seen.tapped.add(square);
  markTaps();
  await ask("chip", { square, team: table.lying.chips[square] ? null : letter });
  seen.tapped.delete(square);
  markTaps();
}

/** The keyboard's square, said aloud with what is there. */
function go(step) {
  const before = table.here, next = before === null ? 0 : before + step;
  const around = before !== null && Math.abs(step) === 1 && Math.floor(next / 10) !== Math.floor(before / 10);
  if (next < 0 || next > 99 || around) return;
  if (before !== null) squares[before].classList.remove("here");
  table.here = next;
  squares[next].classList.add("here");
  const card = table.status && table.status.layout[next], chip = table.lying.chips[next];
  const words = [`${"ABCDEFGHIJ"[next % 10]}${Math.floor(next / 10) + 1}`, card && nameOf(card), chip && `chip ${chip}`];
  at("at").textContent = words.filter(Boolean).join(", ");
}

at("squares").addEventListener("click", (event) => tap(Number(event.target.dataset.square)));
at("scroller").addEventListener("keydown", (event) => {
  if (!isBoard()) return;
  if (table.here !== null && (event.key === "Enter" || event.key === " ")) tap(table.here);
  else if (event.key in MOVES) go(MOVES[event.key]);
  else return;
  event.preventDefault();
});
for (const button of document.querySelectorAll("[data-card]")) {
  button.addEventListener("click", () => ask("card", { card: button.dataset.card }));
}
at("deal").addEventListener("click", () => {
  const seats = table.status.hands.length;
  if (isBoard()) ask("board-deal", { seats, hand: Number(option("hand", 7)), shuffles: option("stock_end", "play_out") === "reshuffle" });
  else ask("deal", { seats, packs: Number(option("packs", seats > 6 ? 2 : 1)), jokers: Number(option("jokers", 0)) });
});
at("draw").addEventListener("click", () => ask("draw", { seat: seat(), cards: table.status.pending || 1 }));
at("keep").addEventListener("click", () => (table.lying.mine === seat() ? ask("stand", {}) : ask("sit", { seat: seat() })));
at("back").addEventListener("click", () => ask("back", {}));
at("seat").addEventListener("change", () => showLying(table.lying));
at("clear").addEventListener("click", () => ask("clear", {}));

/** The numbers of the rows come along when the picture is slid from under them. */
function showRows() {
  const px = 960 / at("picture").clientWidth;
  for (const name of document.querySelectorAll("[data-row]")) {
    name.style.transform = `translateX(${Math.max(0, (at("scroller").scrollLeft + 8) * px - name.getAttribute("x"))}px)`;
  }
}
at("scroller").addEventListener("scroll", showRows);
window.addEventListener("resize", showRows);

hearDoubleTapsOnce();
onUpdate(() => location.reload()); // what lies there the table knows
at("picture").onerror = () => { table.shown = ""; };
if (at("picture").complete && !at("picture").naturalWidth) table.shown = "";
at("scroller").scrollLeft = at("scroller").scrollWidth * BOARD_FROM;

async function lookOn() {
  await look();
  setTimeout(lookOn, LOOK_MS);
}
lookOn();
