// Taps on the drawn table go to the server; its picture and the referee's words come back.

const picture = document.getElementById("picture");
const said = document.getElementById("said");
let toMove = "";
let shown = 0;

async function ask(what, body) {
  const answer = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) said.textContent = answer.status === 400 ? "That is beside the board, or no such card." : "That did not work; try it again.";
  shown += 1;
  picture.src = `picture.jpg?${shown}`;
}

async function look() {
  try {
    const answer = await fetch("/api/status");
    if (answer.status !== 200) return;
    const status = await answer.json();
    const team = status.teams[status.turn.team];
    toMove = team ? team.letter : "";
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
document.getElementById("clear").addEventListener("click", () => ask("clear", {}));
setInterval(look, 700);
look();
