// The page as a state shows it: one function draws all of it, Preact changes what is another than before.
import { Choices, Roster } from "./choices.js";
import { all, byId, narrow, paint, put } from "./dom.js";
import { Door } from "./door.js";
import { Files } from "./files.js";
import { Heard } from "./heard.js";
import { Odds } from "./odds.js";
import { isBattle, legionsIn, playersIn } from "./facts.js";
import { passedIn } from "./reach.js";
import { Ruling } from "./ruling.js";
import { SetUp } from "./setup.js";
import { drawSheet, reveal } from "./sheet.js";
import { able, inBattle, isAble, lineOn, settingUp, targets, viewOf } from "./state.js";
import { Tray } from "./tray.js";
import { boxOf, factsOf, rootOf } from "./tree.js";
import { Viewing, seen } from "./viewing.js";

/** @import { Table } from "./main.js" */
/** @import { Board } from "./board.js" */
/** @import { Arrow, Node, Open, OpenTable, Point, Said, Shown } from "./types" */

const SAID = { loading: "The rules are loading …", ready: "", failed: "The rules could not be loaded", none: "" };
/** @type {{ at: string | null, to: string | null }} */
const near = { at: null, to: null }; // for which choice and which Legion the board came near
const ROOM = 78; // around a hex: a little more than half of it
const FEW = 4; // steps that need no more room than they have
const NEXT = "#tray .main, #ruling, #sheet, #door"; // where the focus goes that lost its place
let revealing = 0;
let keeping = 0;

// Where what had the focus is no longer there, it goes to what is decided or read next: it is never lost.
function keepFocus() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return;
  cancelAnimationFrame(keeping);
  keeping = requestAnimationFrame(() => {
    if (focused.isConnected && focused.checkVisibility()) return;
    if (document.activeElement && ![focused, document.body].includes(document.activeElement)) return;
    all(NEXT).find((one) => one.checkVisibility())?.focus({ preventScroll: true });
  });
}

// The state of a table in which a game is open, narrowed once for all that show it.
/** @param {Table} table @returns {table is OpenTable} */
const isOpen = (table) => table.state.node !== null;

/** @type {(table: Table) => void} */
export function draw(table) {
  keepFocus();
  const { state, controls } = table;
  const { engine } = state;
  document.body.dataset.engine = engine;
  document.body.dataset.panel = state.panel;
  document.body.dataset.game = state.game || "";
  put(document.body, "aria-busy", table.began && !state.working ? null : "true");
  byId("state").textContent = engine === "ready" && state.working ? "Working …" : state.progress || SAID[engine];
  byId("cancel").hidden = engine !== "ready" || !state.working;
  byId("heard").hidden = !state.heard;
  paint("heard", Heard(table));
  paint("door", state.node || state.data.engine === "none" ? null : Door(table)); // a recorded game by itself has no front door
  byId("message").textContent = state.message;
  byId("message").hidden = !state.message;
  controls.show(state);
  if (isOpen(table)) drawGame(table);
  else {
    byId("position").value = "";
    paint("setup", null);
  }
}

/** @type {(table: OpenTable) => void} */
function drawGame(table) {
  const { state, board, kits } = table;
  const { node, engine } = state;
  if (kits.use(boxOf(node))) board.forget();
  const raw = factsOf(node);
  const judged = !node.held || Boolean(node.held.legal) || !isAble(state);
  drawBoard(table);
  const line = byId("position");
  line.toggleAttribute("aria-busy", !judged);
  if (document.activeElement !== line && judged) line.value = state.viewer ? "" : node.held?.line || "";
  const steps = lineOn(state).length;
  document.body.dataset.moves = steps > FEW ? "some" : steps > 1 ? "few" : "none";
  all("footer")[0].hidden = engine === "none";
  byId("show-board").hidden = !(raw.B && raw.t !== undefined);
  byId("show-board").textContent = inBattle(state) ? "Masterboard" : "Battle";
  byId("tray").hidden = !state.tray;
  byId("viewing").hidden = !((node.parent || rootOf(node).changes) && playersIn(raw).length);
  paint("roster", Roster(table));
  paint("tray", Tray(table));
  paint("viewing", Viewing(table));
  drawSheet(table);
  if (judged || engine !== "ready") { // else what was said of the position before stays until this one is judged
    paint("next", Choices(table));
    paint("ruling", Ruling(table));
  }
  if (settingUp(state)) paint("setup", SetUp(table));
  if (state.panel === "odds") paint("odds-panel", Odds(table));
  if (state.panel === "files") paint("files", Files(table));
  cancelAnimationFrame(revealing);
  revealing = requestAnimationFrame(() => reveal(node)); // laid out once, with all that has changed
}

/** @type {(table: OpenTable) => void} */
function drawBoard({ state, board }) {
  const { node, chosen, moved } = state;
  const playing = !settingUp(state);
  const facts = seen(state);
  const passed = chosen || node.refused ? null : passedIn(node.because);
  /** @type {Shown} */
  const show = {
    facts, view: viewOf(state), chosen, moved, legal: playing ? targets(state) : new Map(), able: playing ? able(state) : new Set(),
    ...drawnOf(state, node, playing), way: passed ?? null,
  };
  board.show(show);
  if (narrow()) comeNear(board, show, state, playing);
  else if (near.at !== null) {
    board.gestures.setZoom(null); // there is room for all of it
    near.at = null;
  }
}

// What the card says, as the board draws it: an arrow for the action, and its rulings.
/** @type {(state: Open, node: Node, playing: boolean) => { arrow: Arrow | null, rulings: Said[] }} */
function drawnOf({ card, chosen, tray }, node, playing) {
  if (!playing) return { arrow: null, rulings: [] };
  if (card?.verdict === "illegal") return refusal(card.arrow, card.rulings);
  if (chosen || tray) return { arrow: null, rulings: [] };
  if (node.refused) return refusal(node.arrow, node.refused.rulings);
  return { arrow: node.arrow || null, rulings: [...(node.because || []), ...(node.events || [])] };
}

// Of a line or a way that the rulings tell, no arrow is needed.
/** @type {(arrow: Arrow | null | undefined, rulings?: Said[]) => { arrow: Arrow | null, rulings: Said[] }} */
const refusal = (arrow, rulings = []) => ({
  arrow: arrow ? [`${arrow[0]} ${rulings.some((one) => one.facts?.way) ? "told" : "refused"}`, ...arrow.slice(1)] : null, rulings,
});

// On a small screen the board comes near where one acts: to all who fight, or to the chosen character and whom it may
// strike; to the Legions that are to be chosen, and back as far as one of them may go. It does so again at another size.
/** @type {(board: Board, shown: Shown, state: Open, playing: boolean) => void} */
function comeNear({ host, marks, gestures, pieces }, { facts, able: ones, legal, view, arrow }, { node, chosen, tray }, playing) {
  /** @type {(keys: Iterable<string | number>) => Point[]} */
  const places = (keys) => [...keys].map((key) => marks.centre(String(key))).filter((place) => place !== null);
  /** @type {(markers: Iterable<string>) => Point[]} */
  const legions = (markers) => places([...markers].map((marker) => facts[`L/${marker}`][1]));
  const size = `${host.clientWidth}x${host.clientHeight}`;
  if (view === "battle" && isBattle(facts)) {
    const target = tray && !tray.single ? [tray.target] : [];
    const now = `${node.id}/${chosen}/${target}/${playing}/${size}`;
    if (near.at === now) return;
    near.at = now;
    const fighting = [...facts.A[0], ...facts.D[0]].map((one) => one[1]).filter(Boolean);
    const everyone = [...places([...fighting, ...legal.keys(), ...(arrow ? arrow.slice(1) : [])]), ...pieces.entering(facts.b[1])];
    const acting = chosen ? [...places([chosen, ...legal.keys(), ...target]), ...pieces.waitingAt(chosen)] : everyone;
    gestures.frame(playing ? everyone : [], ROOM, acting);
    return;
  }
  if (!playing) return;
  const now = `${facts.t}/${facts.a}/${facts.p}/${facts.r}/${size}`;
  if (near.at !== now) {
    near.at = now;
    near.to = null;
    const own = legionsIn(facts).filter(([, [color]]) => color === facts.a).map(([marker]) => marker);
    gestures.nearTo(facts.e ? places([facts.e]) : chosen ? legions([chosen]) : legal.size ? places(legal.keys()) : ones.size ? legions(ones) : arrow ? places([arrow[2]]) : legions(own));
  }
  if (chosen && legal.size && near.to !== chosen) {
    near.to = chosen;
    gestures.seeAll([...legions([chosen]), ...places(legal.keys())]);
  }
}
