"use strict";
// The page edits a document and asks the server about it; every text is set as text, never as markup.
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const token = new URLSearchParams(location.search).get("token") || "";
const FORMAT = "titan-rules/1";
const ROLES = ["attacker", "defender"];
// Where the browser guards what is read as markup, pictures of this server are let through by this name alone.
const pictures = window.trustedTypes ? trustedTypes.createPolicy("picture", { createHTML: (text) => text }) : { createHTML: (text) => text };

let doc = null;
let chosen = null;       // { role, index } in a battle, { marker } in a game
let overlay = {};
let past = [];
let checked = null;      // the position after the action that was found legal
let asked = 0;

const isBattle = () => doc.kind === "battle";
const battle = () => (isBattle() ? doc : doc.battle);

async function ask(name, question) {
  const reply = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Titan-Token": token },
    body: JSON.stringify(question),
  });
  const found = await reply.json();
  if (found.error) throw new Error([found.error, ...(found.error.more || [])].map(faultText).join("\n"));
  return found;
}

function faultText({ message, pointer, hint }) {
  return message + (pointer ? ` at ${pointer}` : "") + (hint ? ` (${hint})` : "");
}

function tell(words, wrong) {
  byId("message").textContent = words;
  byId("message").className = wrong ? "wrong" : "";
}

// ---- the document ----

function change(edit) {
  past.push(JSON.stringify(doc));
  if (past.length > 200) past.shift();
  edit(doc);
  overlay = {};
  refresh();
}

function open(other) {
  if (doc) past.push(JSON.stringify(doc));
  doc = other;
  chosen = null;
  overlay = {};
  refresh();
}

// What follows from the rest is left to the server, so that it need not be kept in step by hand.
function loosened(game) {
  delete game.caretaker;
  for (const player of game.players || []) delete player.markers;
  return game;
}

function emptyBattle() {
  const side = (player, legion) => ({ player, legion, score: 0, characters: [] });
  return {
    format: FORMAT, kind: "battle", terrain: "Plains", turn: 1, side: "defender", phase: "maneuver",
    attacker: { ...side("Black", "Bk02"), entry_side: "left" }, defender: side("Red", "Rd02"),
  };
}

const chosenCharacter = () => (chosen && chosen.role && battle() ? battle()[chosen.role].characters[chosen.index] : null);

function legions() {
  return (doc.players || []).flatMap((player) => (player.legions || []).map((legion) => ({ player, legion })));
}

const chosenLegion = () => (chosen && chosen.marker ? legions().find(({ legion }) => legion.legion === chosen.marker) : null);

// ---- what is shown ----

async function refresh() {
  byId("battle-form").hidden = !battle();
  byId("game-form").hidden = isBattle();
  byId("undo").disabled = !past.length;
  byId("do-it").disabled = true;
  checked = null;
  byId("text").value = JSON.stringify(doc, null, 2);
  if (battle()) showBattleForm();
  if (!isBattle()) showGameForm();
  const number = ++asked;
  try {
    const found = await ask("show", { document: doc, ...overlay });
    if (number !== asked) return;
    showPicture(found.svg);
    showFaults(found.faults);
    tell("");
  } catch (error) {
    if (number === asked) tell(error.message, true);
  }
}

function showPicture(svg) {
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset : {};
  const held = focused.hex || focused.land;
  const picture = new DOMParser().parseFromString(pictures.createHTML(svg), "image/svg+xml").documentElement;
  byId("picture").replaceChildren(document.importNode(picture, true));
  const places = byId("picture").querySelectorAll("[data-hazard], [data-terrain][data-land]");
  for (const place of places) {
    place.setAttribute("tabindex", "0");
    place.setAttribute("role", "button");
    if (held && (place.dataset.hex === held || place.dataset.land === held)) place.focus({ preventScroll: true });
  }
  const picked = chosenElement();
  if (picked) picked.classList.add("picked");
}

function chosenElement() {
  const character = chosenCharacter();
  if (character) {
    return countersOf(chosen.role).find((one, i, all) => indexOfCounter(one, all) === chosen.index);
  }
  return chosen && chosen.marker ? byId("picture").querySelector(`[data-legion="${CSS.escape(chosen.marker)}"][data-land]`) : null;
}

const countersOf = (role) => [...byId("picture").querySelectorAll(`[data-character][data-side="${role}"]`)];

// Which character a counter is: by its hex, or among those off the board by its place in their row.
function indexOfCounter(counter, all) {
  const { hex, side } = counter.dataset;
  const same = all.filter((one) => one.dataset.hex === hex);
  const listed = battle()[side].characters.map((character, i) => [character.hex || "", i]).filter(([place]) => place === hex);
  const found = listed[same.indexOf(counter)];
  return found ? found[1] : -1;
}

function showFaults(faults) {
  byId("faults").replaceChildren(...faults.map((fault) => {
    const row = document.createElement("li");
    row.textContent = faultText(fault);
    return row;
  }));
}

function showBattleForm() {
  const now = battle();
  byId("terrain").value = now.terrain;
  byId("battle-turn").value = now.turn ?? 1;
  byId("side").value = now.side ?? "defender";
  byId("battle-phase").value = now.phase ?? "maneuver";
  byId("entry").value = now.attacker.entry_side ?? "bottom";
  for (const role of ROLES) byId(`${role}-score`).value = now[role].score ?? 0;
  const character = chosenCharacter();
  byId("character").hidden = !character;
  if (!character) return;
  byId("character-title").textContent = `${now[chosen.role].player}'s ${character.name} ${character.hex ? `in ${character.hex}` : "off the board"}`;
  byId("hits").value = character.hits ?? 0;
  byId("moved").checked = Boolean(character.moved);
  byId("struck").checked = Boolean(character.struck);
  const enemies = now[chosen.role === "attacker" ? "defender" : "attacker"].characters.filter((one) => one.hex);
  const kept = byId("target").value;
  fill("target", enemies.map((one) => [one.hex, `${one.name} in ${one.hex}`]));
  if (enemies.some((one) => one.hex === kept)) byId("target").value = kept;
}

function showGameForm() {
  byId("turn").value = doc.turn ?? 1;
  fill("active", (doc.players || []).map(({ color }) => [color, color]));
  byId("active").value = doc.active ?? "";
  byId("phase").value = doc.phase ?? "commencement";
  byId("roll").value = doc.roll ?? "";
  byId("scores").replaceChildren(...(doc.players || []).map(scoreField));
  const used = new Set(legions().map(({ legion }) => legion.legion));
  const kept = byId("marker").value;
  const free = (doc.players || []).flatMap(({ color }) => (data.markers[color] || []).filter((marker) => !used.has(marker)));
  fill("marker", free.map((marker) => [marker, marker]));
  if (free.includes(kept)) byId("marker").value = kept;
  showLegion();
}

function scoreField(player, i) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  Object.assign(input, { type: "number", min: 0, max: 99999, value: player.score ?? 0, id: `score-${i}` });
  input.addEventListener("change", () => change((now) => { now.players[i].score = whole(input.value); }));
  label.append(`${player.color}'s score `, input);
  return label;
}

function showLegion() {
  const found = chosenLegion();
  byId("legion").hidden = !found;
  if (!found) return;
  const { legion } = found;
  byId("legion-title").textContent = `${legion.legion} in ${legion.land} ${data.lands[legion.land] || ""}`;
  byId("contents").replaceChildren(...(legion.characters || []).map((name, i) => {
    const row = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${name} ×`;
    button.setAttribute("aria-label", `Remove ${name}`);
    button.addEventListener("click", () => change(() => { chosenLegion().legion.characters.splice(i, 1); }));
    row.append(button);
    return row;
  }));
}

function fill(id, choices) {
  byId(id).replaceChildren(...choices.map(([value, words]) => new Option(words, value)));
}

const whole = (text) => Math.max(0, Math.trunc(Number(text)) || 0);

// ---- clicks on the picture ----

function onPicture(event) {
  const counter = event.target.closest("[data-character]");
  if (counter && battle()) {
    const role = counter.dataset.side;
    choose({ role, index: indexOfCounter(counter, countersOf(role)) });
    return;
  }
  const place = event.target.closest("[data-hex], [data-legion], [data-land]");
  if (!place) return;
  if (place.dataset.legion && place.dataset.land) choose({ marker: place.dataset.legion });
  else if (place.dataset.hex && battle()) onHex(place.dataset.hex);
  else if (place.dataset.land && !isBattle()) onLand(Number(place.dataset.land));
}

function choose(other) {
  const same = JSON.stringify(chosen) === JSON.stringify(other);
  chosen = same ? null : other;
  overlay = {};
  refresh();
}

function onHex(hex) {
  const inHex = ROLES.flatMap((role) => battle()[role].characters.map((character, index) => ({ role, index, character })))
    .find(({ character }) => character.hex === hex);
  if (inHex) {
    choose({ role: inHex.role, index: inHex.index });
    return;
  }
  const character = chosenCharacter();
  change(() => {
    if (character) character.hex = hex;
    else battle()[byId("place-side").value].characters.push({ name: byId("place-name").value, hex });
    chosen = null;
  });
}

function onLand(land) {
  const found = chosenLegion();
  if (!found && !byId("marker").value) return;
  change(() => {
    if (found) {
      found.legion.land = land;
      chosen = null;
      return;
    }
    const marker = byId("marker").value;
    const player = doc.players.find(({ color }) => (data.markers[color] || []).includes(marker));
    player.legions = [...(player.legions || []), { legion: marker, land, characters: [byId("add-name").value] }];
    chosen = { marker };
  });
}

// ---- questions ----

async function show(question, extra) {
  try {
    const found = await ask(question, { document: doc, ...extra });
    byId("answer").textContent = found.text;
    tell("");
    return found;
  } catch (error) {
    byId("answer").textContent = "";
    tell(error.message, true);
    return null;
  }
}

async function askLegal(extra, drawn) {
  if (await show("legal", extra)) {
    overlay = drawn;
    refresh();
  }
}

const who = () => {
  const character = chosenCharacter();
  return character.hex || character.name;
};

async function check() {
  const found = await show("check", { action: byId("action").value });
  checked = found ? found.after : null;
  byId("do-it").disabled = !checked;
}

async function save() {
  try {
    const found = await ask("save", { document: doc });
    if (found.saved) {
      tell(`Saved to ${found.saved}`);
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([found.text], { type: "application/json" }));
    link.download = `${doc.kind}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    tell("Saved as a download");
  } catch (error) {
    tell(error.message, true);
  }
}

async function take(text) {
  try {
    const other = JSON.parse(text);
    await ask("show", { document: other });
    open(other);
  } catch (error) {
    tell(`It cannot be used: ${error.message}`, true);
  }
}

async function newGame() {
  try {
    const found = await ask("new", { seed: Math.floor(Math.random() * 1e9) });
    open(loosened(found.document));
  } catch (error) {
    tell(error.message, true);
  }
}

// ---- beginning ----

function on(id, event, action) {
  byId(id).addEventListener(event, action);
}

function onBattle(id, edit) {
  on(id, "change", (event) => change(() => edit(battle(), event.target.value)));
}

function setUp() {
  const options = (names) => names.map((name) => [name, name]);
  fill("terrain", options(data.terrains));
  fill("battle-turn", options([1, 2, 3, 4, 5, 6, 7]));
  fill("place-name", options(data.characters));
  fill("add-name", options(data.characters));
  byId("place-name").value = "Ogre";
  byId("add-name").value = "Ogre";
  onBattle("terrain", (now, value) => {
    now.terrain = value;
    now.attacker.entry_side = value === "Tower" ? "bottom" : byId("entry").value;
  });
  onBattle("battle-turn", (now, value) => { now.turn = Number(value); });
  onBattle("side", (now, value) => { now.side = value; });
  onBattle("battle-phase", (now, value) => { now.phase = value; });
  onBattle("entry", (now, value) => { now.attacker.entry_side = value; });
  for (const role of ROLES) onBattle(`${role}-score`, (now, value) => { now[role].score = whole(value); });
  on("hits", "change", (event) => change(() => { chosenCharacter().hits = whole(event.target.value); }));
  for (const mark of ["moved", "struck"]) on(mark, "change", (event) => change(() => { chosenCharacter()[mark] = event.target.checked; }));
  on("remove", "click", () => change(() => { battle()[chosen.role].characters.splice(chosen.index, 1); chosen = null; }));
  on("place-off", "click", () => change(() => {
    battle()[byId("place-side").value].characters.push({ name: byId("place-name").value, hex: null });
  }));
  on("turn", "change", (event) => change((now) => { now.turn = Math.max(1, whole(event.target.value)); }));
  on("active", "change", (event) => change((now) => { now.active = event.target.value; }));
  on("phase", "change", (event) => change((now) => { now.phase = event.target.value; }));
  on("roll", "change", (event) => change((now) => { now.roll = event.target.value ? Number(event.target.value) : null; }));
  on("add", "click", () => change(() => {
    const { legion } = chosenLegion();
    legion.characters = [...(legion.characters || []), byId("add-name").value];
    delete legion.height;
  }));
  on("remove-legion", "click", () => change(() => {
    const { player, legion } = chosenLegion();
    player.legions = player.legions.filter((one) => one !== legion);
    chosen = null;
  }));
  setUpQuestions();
}

function setUpQuestions() {
  on("ask-legal", "click", () => askLegal({}, {}));
  on("ask-moves", "click", () => askLegal({ character: who() }, { moves: who() }));
  on("ask-targets", "click", () => askLegal({ character: who() }, { targets: who() }));
  on("ask-odds", "click", () => show("odds", { from: who(), to: byId("target").value }));
  on("ask-way", "click", () => askLegal({ legion: chosen.marker }, { legion: chosen.marker }));
  on("ask-musters", "click", () => show("musters", { legion: chosen.marker }));
  on("ask-check", "click", check);
  on("action", "keydown", (event) => event.key === "Enter" && check());
  on("do-it", "click", () => checked && open(checked));
  on("new-battle", "click", () => open(emptyBattle()));
  on("new-game", "click", newGame);
  on("save", "click", save);
  on("use", "click", () => take(byId("text").value));
  on("load", "change", async (event) => event.target.files[0] && take(await event.target.files[0].text()));
  on("undo", "click", () => {
    doc = JSON.parse(past.pop());
    chosen = null;
    overlay = {};
    refresh();
  });
  on("picture", "click", onPicture);
  on("picture", "keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPicture(event);
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && chosen && choose(chosen));
}

setUp();
open(data.document || emptyBattle());
