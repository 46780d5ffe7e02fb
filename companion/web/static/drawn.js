// Taps on the drawn table go to the server; its picture and the referee's words come back.

const picture = document.getElementById("picture");
const said = document.getElementById("said");
const at = (id) => document.getElementById(id);
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
let toMove = "";
let shown = 0;
let hands = null;
let mover = 0;
let heldBefore = "";

async function ask(what, body) {
  const answer = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) said.textContent = `Not so: ${(await answer.json()).error}.`;
  else showLying(await answer.json());
  shown += 1;
  picture.src = `picture.jpg?${shown}`;
}

/** The hand that was chosen, as buttons that lay its cards; all hands are open, since one device plays them all. */
function showLying(lying) {
  hands = lying.hands || null;
  at("draw").disabled = !hands;
  at("back").disabled = !lying.pile.length;
  at("stock").textContent = hands ? `${lying.stock} cards in the stock.` : "Nobody has dealt yet.";
  const seat = Number(at("seat").value);
  const hand = (hands && hands[seat - 1]) || [];
  const held = `${seat} ${hand.join(" ")}`;
  if (held === heldBefore) return; // buttons under a finger or with the focus stay
  heldBefore = held;
  at("hand").replaceChildren(...[...hand].sort(bySuit).map((code) => cardButton(code, () => ask("play", { seat, card: code }))));
}

function cardButton(code, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("data-code", code);
  made.className = "HD".includes(code[1]) && code !== "JK" ? "red" : "";
  made.textContent = code === "JK" ? "Joker" : (code[0] === "T" ? "10" : code[0]) + SIGNS[code[1]];
  made.addEventListener("click", act);
  return made;
}

const bySuit = (one, other) => (one[1] + one[0] < other[1] + other[0] ? -1 : 1);

/** A game of cards alone is dealt here; the hand of whoever moves comes up by itself. */
async function showGame(status) {
  const cards = status.game !== "one-eyed-jack";
  at("dealt").hidden = !cards;
  document.querySelector(".drawn-chips").hidden = cards;
  document.querySelector(".drawn-cards").hidden = cards && Boolean(hands);
  if (!cards) return;
  at("how").textContent = "Deal, then tap a card of the hand to lay it on the pile. What no camera sees is said on the referee’s page.";
  at("draw").textContent = `Draw ${status.pending || 1}`;
  const seats = at("seat");
  if (seats.options.length !== status.players.length) seats.replaceChildren(...status.players.map((name, seat) => new Option(name, seat + 1)));
  if (status.turn.seat && status.turn.seat !== mover) {
    mover = status.turn.seat;
    seats.value = String(mover);
  }
  showLying(await (await fetch("lying")).json());
  at("deal").onclick = () => ask("deal", { seats: status.players.length, packs: option(status, "packs", status.players.length > 6 ? 2 : 1), jokers: option(status, "jokers", 0) });
  at("draw").onclick = () => ask("draw", { seat: Number(seats.value), cards: status.pending || 1 });
}

const option = (status, name, usual) => Number((status.options.match(new RegExp(`${name}=(\\d+)`)) || [0, usual])[1]);

async function look() {
  try {
    const answer = await fetch("/api/status");
    if (answer.status !== 200) return;
    const status = await answer.json();
    const team = status.teams[status.turn.team];
    toMove = team ? team.letter : "";
    await showGame(status);
    const trouble = status.fault || status.question || status.notice;
    const words = [trouble && (trouble.message || trouble.text), status.announcement, status.turn.hint];
    const told = words.filter(Boolean).join(" ");
    if (said.textContent !== told) said.textContent = told;
  } catch {
    said.textContent = "The companion does not answer.";
  }
}

picture.addEventListener("click", (event) => {
  const box = picture.getBoundingClientRect();
  const x = (event.clientX - box.left) * picture.naturalWidth / box.width;
  const y = (event.clientY - box.top) * picture.naturalHeight / box.height;
  const team = document.querySelector("input[name=team]:checked").value || toMove;
  ask("chip", { x, y, team });
});

for (const button of document.querySelectorAll("[data-card]")) {
  button.addEventListener("click", () => ask("card", { card: button.dataset.card }));
}
at("back").addEventListener("click", () => ask("back", {}));
at("seat").addEventListener("change", async () => showLying(await (await fetch("lying")).json()));
document.getElementById("clear").addEventListener("click", () => ask("clear", {}));
setInterval(look, 700);
look();
