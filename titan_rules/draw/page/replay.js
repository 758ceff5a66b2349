
// The page: which step is shown, and everything that shows it.
const data = JSON.parse(byId("data").textContent);
const pieces = new Pieces(data);
const last = data.steps.length;
let at = -1;
let facts = new Map();
let changed = new Set();
let wanted = "";        // the map that was asked for: "board", "battle", or "" for whatever fits
let shownTurn = -1;
let shownBattle = "";

function merge(changes) {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) facts.delete(key);
    else facts.set(key, value);
  }
}

// The facts after a step: from the present ones if the step is later, else from the beginning.
function stateAt(step) {
  let from = at;
  if (from < 0 || step < from) {
    facts = new Map();
    merge(data.start);
    from = 0;
  }
  for (let i = from; i < step; i++) merge(data.steps[i].d);
  changed = new Set(step ? Object.keys(data.steps[step - 1].d) : []);
}

// The last entry of a list (by its step) that has begun at a step; -1 if none has.
function begun(entries, step) {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle][0] <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const clamp = (step) => Math.max(0, Math.min(last, step));

function go(step) {
  const target = clamp(step);
  if (target === at) return;
  stateAt(target);
  at = target;
  show();
  keepAddress();
}

let addressTimer = 0;
function keepAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", `#step-${at}`), 120);
}

function fromAddress() {
  const found = /^#step-(\d{1,9})$/.exec(location.hash);
  return found ? clamp(Number(found[1])) : null;
}

function goTurn(by) {
  const now = begun(data.turns, at);
  const begins = now >= 0 && data.turns[now][0];
  if (by < 0 && at > begins && now >= 0) go(begins);
  else if (now + by < 0) go(0);
  else go(now + by < data.turns.length ? data.turns[now + by][0] : last);
}

function goBattle(by) {
  const now = begun(data.battles, at);
  const next = by < 0 && now >= 0 && at === data.battles[now][0] ? now - 1 : by < 0 ? now : now + 1;
  if (data.battles[next]) {
    wanted = "";
    go(data.battles[next][0]);
  }
}

const moves = {
  first: () => go(0), last: () => go(last), back: () => go(at - 1), on: () => go(at + 1),
  "turn-back": () => goTurn(-1), "turn-on": () => goTurn(1), bad: () => data.bad.length && go(data.bad[0]),
};

// ---- what is shown ----

const turnName = ([, turn, color]) => (color ? `${turn}: ${color}` : "Setting up");

function show() {
  const step = at ? data.steps[at - 1] : null;
  byId("happens").textContent = facts.has("B") && mapShown() === "battle" ? facts.get("b")[2] : facts.get("w");
  showMaps(step);
  showStep(step);
  showLog();
  showPlayers();
  showNow();
  byId("slider").value = at;
  byId("where").textContent = `Step ${at}\nof ${last}`;
  byId("slider").setAttribute("aria-valuetext", `Step ${at} of ${last}`);
}

function mapShown() {
  if (!facts.has("B")) return "board";
  return wanted || "battle";
}

function showMaps(step) {
  const battle = mapShown() === "battle";
  byId("board").hidden = battle;
  byId("battle").hidden = !battle;
  byId("sides").hidden = !battle;
  byId("show-battle").disabled = !facts.has("B");
  byId("show-battle").setAttribute("aria-pressed", battle);
  byId("show-board").setAttribute("aria-pressed", !battle);
  if (battle) showBattle(step);
  else {
    const legions = byId("legions");
    pieces.legions(legions, facts, changed);
    if (step && step.k && step.k[0] === "land") {
      const [from, to] = step.k.slice(1).map((land) => data.lands[land].slice(1, 3));
      pieces.arrow(legions, from, to, 30);
    }
  }
}

function showBattle(step) {
  const number = begun(data.battles, at);
  const box = byId("battle");
  const [, , terrain, , , band] = data.battles[Math.max(number, 0)];
  if (shownBattle !== `${terrain} ${band}`) {
    shownBattle = `${terrain} ${band}`;
    const map = byId(`battleland-${terrain}`).content.firstElementChild.cloneNode(true);
    map.querySelector(".entries").append(...[...byId(band).content.firstElementChild.children].map((one) => one.cloneNode(true)));
    box.replaceChildren(map);
  }
  roomFor(pieces.waits(facts));
  const parent = box.querySelector(".pieces");
  pieces.combatants(parent, facts);
  if (step && step.k && step.k[0] !== "land") {
    const [from, to] = step.k.slice(1).map((hex) => data.hexes[hex]);
    pieces.arrow(parent, from, to, step.k[0] === "strike" ? 0 : 20);
  }
  showSides();
}

// A row more under the map while there are characters off the board.
function roomFor(waiting) {
  const map = byId("battle").firstElementChild;
  if (!map.dataset.box) map.dataset.box = map.getAttribute("viewBox");
  const [x, y, wide, high] = map.dataset.box.split(" ").map(Number);
  map.setAttribute("viewBox", `${x} ${y} ${wide} ${high + (waiting ? data.waiting[1] : 0)}`);
  byId("battle").classList.toggle("waiting", waiting);
}

function showSides() {
  const [, , attacker, attackers, defender, defenders] = facts.get("B");
  const acting = facts.get("b")[1];
  const rows = [["attacker", attacker, attackers, "A"], ["defender", defender, defenders, "D"]].map(([role, player, marker, key]) => {
    const box = html("div", `side ${role}${role === acting ? " acts" : ""}`);
    box.append(chip(marker, player), ` ${role === "attacker" ? "Attacker" : "Defender"}: `, html("bdi", "", named(player)));
    if (role === acting) box.append(" – acts");
    const slain = facts.get(key)[1].map((index) => pieces.name(index));
    if (slain.length) box.append(html("p", "", `lost ${counted(slain)}`));
    return box;
  });
  byId("sides").replaceChildren(...rows);
}

function chip(marker, color) {
  return html("span", `marker of-${data.colors[color] ? color : pieces.colorOf(marker)}`, marker);
}

function named(color) {
  const name = data.names[color];
  return name && name !== color ? `${color} (${name})` : color;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

function die(shown, hit) {
  const made = draw(html("span"), "svg", { viewBox: "0 0 24 24", class: hit ? "die hit" : "die", "aria-hidden": "true" });
  draw(made, "rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 });
  for (const pip of PIPS[shown]) draw(made, "circle", { cx: 6 + 6 * (pip % 3), cy: 6 + 6 * Math.floor(pip / 3), r: 2.3 });
  return made;
}

// The dice of a roll; those that reach the Strike-number are marked.
function diceOf([, , , , dice, least]) {
  const box = html("span", "dice");
  box.append(...dice.map((shown) => die(shown, least && shown >= least)));
  return box;
}

function showStep(step) {
  const box = byId("step");
  const title = html("h2", "said", step ? step.x : "The beginning");
  box.replaceChildren(title);
  if (!step) {
    box.append(html("p", "", `${last} steps, played under the ruleset ${data.ruleset}.`));
    return;
  }
  const list = html("ul");
  for (const event of step.e || []) {
    const line = html("li", `${event[1]}${event[3] ? "" : " quiet"}`);
    line.append(html("span", "said", event[2]), " ", html("span", "rule", event[0]));
    if (event[4]) line.append(" ", diceOf(event));
    list.append(line);
  }
  box.append(list);
  for (const wrong of step.p || []) box.append(html("p", "wrong said", wrong));
  if (step.p && data.bad[0] === at && data.legal.length) {
    box.append(html("p", "said", `Legal here: ${data.legal.join("; ")}`));
  }
  if (step.c) box.append(html("p", "comment said", step.c));
}

function showLog() {
  const turn = begun(data.turns, at);
  const list = byId("log");
  if (turn !== shownTurn || !list.childElementCount) {
    shownTurn = turn;
    const from = turn < 0 ? 1 : data.turns[turn][0];
    const to = data.turns[turn + 1] ? data.turns[turn + 1][0] - 1 : last;
    const rows = [];
    for (let i = from; i <= Math.max(to, turn < 0 ? 0 : from); i++) rows.push(logLine(i));
    list.replaceChildren(...rows.filter(Boolean));
    byId("turn-title").textContent = turn < 0 ? "" : `Turn ${turnName(data.turns[turn])}`;
    byId("turns").value = turn < 0 ? "" : String(turn);
  }
  const before = list.querySelector("[aria-current]");
  if (before) before.removeAttribute("aria-current");
  const now = list.querySelector(`[href="#step-${at}"]`);
  if (now) {
    now.setAttribute("aria-current", "step");
    const row = now.parentElement;
    list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2 + row.clientHeight / 2;
  }
  const battle = begun(data.battles, at);
  byId("battles").value = facts.has("B") && battle >= 0 ? String(battle) : "";
}

function logLine(number) {
  const step = data.steps[number - 1];
  if (!step) return null;
  const row = html("li");
  const link = html("a", step.p ? "bad" : "");
  link.href = `#step-${number}`;
  link.append(html("bdi", "", step.x));
  for (const event of step.e || []) {
    if (event[3] && event[1] === "c") link.append(html("span", "more", event[2]));
  }
  if (step.c) link.append(html("span", "more comment", step.c));
  row.append(link);
  return row;
}

function showPlayers() {
  const rows = [];
  for (const [key, player] of facts) {
    if (key.startsWith("P/")) rows.push(playerBox(key.slice(2), player));
  }
  byId("players").replaceChildren(...rows);
  byId("players").hidden = !rows.length;
}

function playerBox(color, [score, power, out, markers]) {
  const acts = facts.get("a") === color;
  const box = html("div", `player${acts ? " acts" : ""}${out ? " out" : ""}`);
  const title = html("h3", `of-${color}`);
  title.append(html("bdi", "", named(color)), html("span", "score", score));
  box.append(title, html("p", "", out ? "out of the game" : `Titan's Power-factor ${power}; ${markers} Legion Markers left`));
  const list = html("ul");
  const held = [...facts].filter(([key, legion]) => key.startsWith("L/") && legion[0] === color);
  for (const [key, legion] of held.sort((one, two) => (one[0] < two[0] ? -1 : 1))) {
    const row = html("li", changed.has(key) ? "changed" : "");
    const words = html("span", "", `${legion[1]} ${data.lands[legion[1]][0]}: ${pieces.contents(legion)}`);
    row.append(chip(key.slice(2), color), words);
    list.append(row);
  }
  box.append(list);
  return box;
}

// ---- beginning ----

function fillChoices() {
  const turns = byId("turns");
  turns.append(new Option("–", ""), ...data.turns.map((turn, i) => new Option(turnName(turn), String(i))));
  turns.addEventListener("change", () => turns.value !== "" && go(data.turns[Number(turns.value)][0]));
  const battles = byId("battles");
  battles.append(new Option(data.battles.length ? "–" : "none", ""));
  battles.append(...data.battles.map(([, land, terrain, one, two], i) => new Option(`${i + 1}: ${one} – ${two}, ${land} ${terrain}`, String(i))));
  battles.disabled = !data.battles.length;
  battles.addEventListener("change", () => {
    if (battles.value === "") return;
    wanted = "";
    go(data.battles[Number(battles.value)][0]);
  });
  byId("bad").hidden = !data.bad.length;
  byId("slider").max = last;
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
}

function choose(map) {
  wanted = map;
  show();
}

function toggleHelp() {
  const help = byId("help");
  help.hidden = !help.hidden;
  byId("keys").setAttribute("aria-expanded", !help.hidden);
}

const KEYS = {
  ArrowLeft: moves.back, ArrowRight: moves.on, PageUp: moves["turn-back"], PageDown: moves["turn-on"], Home: moves.first, End: moves.last,
  t: () => byId("turns").focus(), b: () => goBattle(1), B: () => goBattle(-1), i: moves.bad, "?": toggleHelp,
  m: () => facts.has("B") && choose(mapShown() === "battle" ? "board" : "battle"),
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const inChoice = event.target.tagName === "SELECT";
  if (inChoice && (event.key === "Escape" || event.key === "Enter")) {
    event.target.blur();
    return;
  }
  if (inChoice && event.key.length > 1) return;
  const action = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : null;
  if (!action) return;
  event.preventDefault();
  if (inChoice) event.target.blur();
  action();
}

function sayResult() {
  const { over, winner, turn } = data.result;
  const said = over ? (winner ? `${named(winner)} wins` : "The game is a draw") : `As far as turn ${turn}`;
  const wrong = data.verdict === "legal" ? "every step is legal" : data.verdict === "diverges" ? "an expectation fails" : "a step is illegal";
  byId("result").textContent = `${said}. ${last} steps, ${data.battles.length} battles; ${wrong}.`;
}

fillChoices();
sayResult();
if (data.turns.length > 1) {
  const players = series();
  byId("charts").append(chart("Scores over the turns", players, 1, 100), chart("Titans' Power-factors", players, 2, 8));
} else byId("charts").hidden = true;
for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", moves[button.dataset.go]);
byId("show-board").addEventListener("click", () => choose("board"));
byId("show-battle").addEventListener("click", () => choose("battle"));
byId("keys").addEventListener("click", toggleHelp);
document.addEventListener("keydown", onKey);
addEventListener("hashchange", () => {
  const step = fromAddress();
  if (step !== null) go(step);
});
go(fromAddress() ?? data.open);
