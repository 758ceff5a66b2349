// Who plays, whose choice is next, and a button for everything that no touch on the board does.
import { button, faint, h, row, sentenceOf, toggle } from "./dom.js";
import { Counter } from "./counter.js";
import { Negotiation } from "./negotiation.js";
import { ROLES, SIDES, colorsOf } from "./pieces.js";
import { playersIn } from "./facts.js";
import { battleOf, inBattle, isAble, settingUp, splitsOf } from "./state.js";
import { seen } from "./viewing.js";

/** @import { Action, LegalAction } from "./protocol" */
/** @import { Data, Facts, OpenTable, View } from "./types" */

const BY_TOUCH = new Set(["maneuver", "strike", "move", "split"]);
const ROLLED = new Set(["roll", "tower", "engage"]);
/** @type {(action: Action) => boolean} */
const isMain = (action) => ROLLED.has(action.do) || action.do.startsWith("end");
const QUIET = new Set(["concede", "withdraw", "attempt-concession"]);
const MOST_BUTTONS = 40;

/** @type {(data: Data, player: string, legion: string) => { background: string, color: string }} */
function painted(data, player, legion) {
  const [background, color] = colorsOf(data, player, legion);
  return { background, color };
}

/** @typedef {{ data: Data, player: string, legion?: string, who: string, more: (string | number)[], acts: boolean, out?: boolean }} Playing */
/** @type {(playing: Playing) => View} */
function Player({ data, player, legion = "", who, more, acts, out = false }) {
  return h("li", { class: `${acts ? "acts" : ""} ${out ? "gone" : ""}`, "aria-current": acts ? "true" : null, key: who },
    h("b", { style: painted(data, player, legion) }, who), more.map((words) => h("span", { class: ROLES.some((role) => role === words) ? "role" : null }, words)));
}

/** @type {(table: OpenTable) => View} */
export function Roster({ state }) {
  const { data } = state;
  const facts = seen(state);
  const battle = battleOf(state);
  if (battle) {
    const [, , attacker, one, defender, two] = battle.B;
    const owners = { attacker: [attacker, one], defender: [defender, two] };
    return ROLES.map((role) => {
      const [player, legion] = owners[role];
      return Player({ data, player, legion, who: legion, more: [role, player, battle[SIDES[role]][2]], acts: battle.b[1] === role });
    });
  }
  return playersIn(facts).map(([player, [score, power, out, , name]]) => Player({
    data, player, who: name ? `${player}: ${name}` : player, more: [score, out ? "out" : `Titan ${power}`], acts: facts.a === player, out: Boolean(out),
  }));
}

// What a touch on the board does, where one is waited for.
/** @type {(legal: LegalAction[]) => View} */
function promptOf(legal) {
  const may = new Set(legal.map((one) => one.action.do));
  const said = [may.has("strike") || may.has("maneuver") ? "a glowing character" : "", may.has("move") || may.has("split") ? "a glowing Legion" : ""].filter(Boolean).join(" or ");
  return said && h("span", { class: "faint" }, ` Touch ${said}.`);
}

// The Legions that may do something, to be chosen here as on the board.
/** @type {(table: OpenTable, legal: LegalAction[], facts: Facts) => View} */
function legions({ state, send }, legal, facts) {
  const markers = new Set(legal.flatMap(({ action }) => (action.do === "move" || action.do === "split" || action.do === "muster" ? [action.legion] : [])));
  return [...markers].map((marker) => toggle(marker, marker === state.chosen, () => send("choose", { key: marker === state.chosen ? null : marker }), {
    class: "legion", "aria-label": `Legion ${marker}`, key: marker, style: painted(state.data, facts[`L/${marker}`]?.[0] || "", marker),
  }));
}

/** @type {(table: OpenTable, legal: LegalAction) => View} */
function Declare({ send }, { text, says, action }) {
  const quiet = QUIET.has(action.do);
  const act = () => (quiet ? send("offer", { actions: [{ text, says: `Yes: ${says}` }] }) : send("perform", { action: text }));
  const kind = quiet ? "quiet" : isMain(action) ? "main" : null;
  return button(says, act, { title: text, "data-legal": text, class: kind, key: text });
}

// Who leaves a Legion: touched one by one.
/** @type {(table: OpenTable, facts: Facts) => View} */
function Splitter({ state, send }, facts) {
  const { chosen, leaving, data } = state;
  const legion = facts[`L/${chosen}`];
  const splits = splitsOf(state);
  if (!chosen || !legion || !splits.length) return null;
  const names = legion[4].map((index) => data.characters[index][0]);
  const out = names.filter((_, i) => leaving.includes(i));
  const legal = splits.find(({ action }) => [...(action.characters || [])].sort().join() === [...out].sort().join());
  const { into } = splits[0].action;
  return h("div", { class: "splitter" },
    row(h("span", {}, `Who leaves ${chosen} for ${into}?`), button("Split", () => send("perform", { action: legal ? legal.text : `${chosen}/${into} ${out.join(" ")}` }), { class: "main", disabled: !out.length, "data-legal": legal?.text })),
    row(legion[4].map((index, i) => toggle([Counter(data, legion[0], chosen, index), h("span", { class: "unseen" }, names[i])], leaving.includes(i), () => send("leave", { i }), { class: "chip" }))));
}

/** @type {(table: OpenTable) => View} */
export function Choices(table) {
  const { state, send } = table;
  const { node, chosen, pending } = state;
  const facts = seen(state);
  const { held } = node;
  /** @type {View[]} */
  const acts = [];
  if (settingUp(state)) return h("p", { class: "says" }, h("b", {}, held?.next.says || facts.w || "")); // what may be done there stands in its panel
  if (pending) {
    acts.push(row(pending.map((one) => button(one.says, () => send("perform", { action: one.text }), { key: one.says })), button("Cancel", () => send("offer", { actions: null }))));
  } else if (held?.legal) {
    if (held.missing) acts.push(h("p", {}, sentenceOf(`Not known: ${held.missing}`)));
    if (facts.p === "commencement" && chosen && !inBattle(state)) acts.push(Splitter(table, facts));
    const others = held.legal.filter(({ action }) => !BY_TOUCH.has(action.do) && action.do !== "propose" && (!chosen || action.do !== "muster" || action.legion === chosen));
    /** @type {(legal: LegalAction) => number} */
    const rank = ({ action }) => (QUIET.has(action.do) ? 2 : isMain(action) ? 0 : 1);
    const ordered = others.slice(0, MOST_BUTTONS).sort((one, two) => rank(one) - rank(two));
    const mains = ordered.filter((one) => rank(one) === 0).length;
    const buttons = ordered.map((one) => Declare(table, one));
    acts.push(Negotiation(table, held.legal), row(buttons.slice(0, mains), legions(table, held.legal, facts), buttons.slice(mains)));
    for (const one of held.next.otherwise || []) acts.push(faint(`If nobody concedes: ${one.text}.`));
  } else if (node.changes && isAble(state)) {
    acts.push(row(button("Analyse from here", () => send("analyse"), { id: "analyse", class: "main" })));
  }
  return [
    h("p", { class: "says" }, h("b", {}, held?.next.says || facts.w || ""), held?.legal && !chosen && promptOf(held.legal)),
    h("div", { class: "acts" }, acts),
  ];
}
