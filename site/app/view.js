// The page as a state shows it: one function draws all of it, Preact changes what is another than before.
import { Choices, Roster } from "./choices.js";
import { byId, narrow, paint } from "./dom.js";
import { Files } from "./files.js";
import { Odds } from "./odds.js";
import { passedIn } from "./reach.js";
import { Ruling } from "./ruling.js";
import { SetUp } from "./setup.js";
import { drawSheet, reveal } from "./sheet.js";
import { able, inBattle, isAble, settingUp, targets, viewOf } from "./state.js";
import { Tray } from "./tray.js";
import { boxOf, factsOf, rootOf } from "./tree.js";
import { Viewing, seen } from "./viewing.js";

const SAID = { loading: "The rules are loading …", ready: "", failed: "The rules could not be loaded", none: "" };
const near = { at: null, to: null }; // for which choice and which Legion the board came near
let revealing = 0;

export function draw(table) {
  const { state, board, kits, controls } = table;
  const { node, engine } = state;
  document.body.dataset.engine = engine;
  byId("state").textContent = state.progress || SAID[engine];
  byId("message").textContent = state.message;
  byId("message").hidden = !state.message;
  if (!node) return;
  if (kits.use(boxOf(node))) board.forget();
  const raw = factsOf(node);
  const judged = !node.held || Boolean(node.held.legal) || !isAble(state);
  controls.show(state);
  drawBoard(table);
  const line = byId("position");
  line.toggleAttribute("aria-busy", !judged);
  if (document.activeElement !== line && judged) line.value = state.viewer ? "" : node.held?.line || "";
  document.body.dataset.moves = node.parent || node.children.length ? "some" : "none";
  document.querySelector("footer").hidden = engine === "none";
  byId("show-board").hidden = !(raw.B && raw.t !== undefined);
  byId("show-board").textContent = inBattle(state) ? "Masterboard" : "Battle";
  byId("tray").hidden = !state.tray;
  byId("viewing").hidden = !((node.parent || rootOf(node).changes) && Object.keys(raw).some((key) => key.startsWith("P/")));
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

function drawBoard({ state, board }) {
  const { node, chosen, moved } = state;
  const playing = !settingUp(state);
  const facts = seen(state);
  const passed = !chosen && !node.refused && passedIn(node.because);
  const show = {
    facts, view: viewOf(state), chosen, moved, legal: playing ? targets(state) : new Map(), able: playing ? able(state) : new Set(),
    arrow: chosen || node.refused ? null : node.arrow, way: Array.isArray(passed) ? passed : null,
  };
  board.show(show);
  if (show.view === "board" && playing && narrow()) comeNear(board, show);
}

// On a small screen the board comes near when Legions are to be chosen, and goes back as far as one of them may go.
function comeNear({ marks, gestures }, { facts, chosen, able: ones, legal }) {
  const place = (key) => marks.centre(String(key));
  const now = `${facts.t}/${facts.a}/${facts.p}/${facts.r}`;
  if (chosen && legal.size && near.to !== chosen) {
    near.to = chosen;
    gestures.seeAll([facts[`L/${chosen}`][1], ...legal.keys()].map(place));
  } else if (!chosen && ones.size && near.at !== now) {
    near.at = now;
    near.to = null;
    gestures.nearTo([...ones].map((marker) => place(facts[`L/${marker}`][1])));
  }
}
