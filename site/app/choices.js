// Who plays, whose choice is next, and a button for everything that no touch on the board does.
import { button, faint, h, row, sentenceOf, toggle } from "./dom.js";
import { Counter } from "./counter.js";
import { Negotiation } from "./negotiation.js";
import { ROLES, SIDES, colorsOf } from "./pieces.js";
import { inBattle, isAble, settingUp, splitsOf, viewOf } from "./state.js";
import { seen } from "./viewing.js";

const BY_TOUCH = new Set(["maneuver", "strike", "move", "split"]);
const ROLLED = new Set(["roll", "tower", "engage"]);
const isMain = (action) => ROLLED.has(action.do) || action.do.startsWith("end");
const QUIET = new Set(["concede", "withdraw", "attempt-concession"]);
const LEGIONS = new Set(["move", "split", "muster"]);
const MOST_BUTTONS = 40;

function painted(data, player, legion) {
  const [background, color] = colorsOf(data, player, legion);
  return { background, color };
}

function Player({ data, player, legion = "", who, more, acts, out = false }) {
  return h("li", { class: `${acts ? "acts" : ""} ${out ? "gone" : ""}`, "aria-current": acts ? "true" : null, key: who },
    h("b", { style: painted(data, player, legion) }, who), more.map((words) => h("span", { class: ROLES.includes(words) ? "role" : null }, words)));
}

export function Roster({ state }) {
  const { data } = state;
  const facts = seen(state);
  if (viewOf(state) === "battle") {
    const [, , ...sides] = facts.B;
    return ROLES.map((role, i) => {
      const [player, legion] = sides.slice(2 * i, 2 * i + 2);
      return Player({ data, player, legion, who: legion, more: [role, player, facts[SIDES[role]][2]], acts: facts.b[1] === role });
    });
  }
  return Object.entries(facts).filter(([key]) => key.startsWith("P/")).map(([key, [score, power, out, , name]]) => {
    const player = key.slice(2);
    return Player({ data, player, who: name ? `${player}: ${name}` : player, more: [score, out ? "out" : `Titan ${power}`], acts: facts.a === player, out });
  });
}

// What a touch on the board does, where one is waited for.
function promptOf(legal) {
  const may = new Set(legal.map((one) => one.action.do));
  const said = [may.has("strike") || may.has("maneuver") ? "a glowing character" : "", may.has("move") || may.has("split") ? "a glowing Legion" : ""].filter(Boolean).join(" or ");
  return said && h("span", { class: "faint" }, ` Touch ${said}.`);
}

// The Legions that may do something, to be chosen here as on the board.
function legions({ state, send }, legal, facts) {
  const markers = new Set(legal.filter((one) => LEGIONS.has(one.action.do)).map((one) => one.action.legion));
  return [...markers].map((marker) => toggle(marker, marker === state.chosen, () => send("choose", { key: marker === state.chosen ? null : marker }), {
    class: "legion", "aria-label": `Legion ${marker}`, key: marker, style: painted(state.data, facts[`L/${marker}`]?.[0], marker),
  }));
}

function Declare({ send }, { text, says, action }) {
  const quiet = QUIET.has(action.do);
  const act = () => (quiet ? send("offer", { actions: [{ text, says: `Yes: ${says}` }] }) : send("perform", { action: text }));
  const kind = quiet ? "quiet" : isMain(action) ? "main" : null;
  return button(says, act, { title: text, "data-legal": text, class: kind, key: text });
}

// Who leaves a Legion: touched one by one.
function Splitter({ state, send }, facts) {
  const { chosen, leaving, data } = state;
  const legion = facts[`L/${chosen}`];
  const splits = splitsOf(state);
  if (!legion || !splits.length) return null;
  const names = legion[4].map((index) => data.characters[index][0]);
  const out = names.filter((_, i) => leaving.includes(i));
  const same = (one) => [...one].sort().join() === [...out].sort().join();
  const legal = splits.find((one) => same(one.action.characters));
  const { into } = splits[0].action;
  return h("div", { class: "splitter" },
    row(h("span", {}, `Who leaves ${chosen} for ${into}?`), button("Split", () => send("perform", { action: legal ? legal.text : `${chosen}/${into} ${out.join(" ")}` }), { class: "main", disabled: !out.length, "data-legal": legal?.text })),
    row(legion[4].map((index, i) => toggle([Counter(data, legion[0], chosen, index), h("span", { class: "unseen" }, names[i])], leaving.includes(i), () => send("leave", { i }), { class: "chip" }))));
}

export function Choices(table) {
  const { state, send } = table;
  const { node, chosen, pending } = state;
  const facts = seen(state);
  const { held } = node;
  const acts = [];
  if (settingUp(state)) return h("p", { class: "says" }, h("b", {}, held?.next?.says || facts.w || "")); // what may be done there stands in its panel
  if (pending) {
    acts.push(row(pending.map((one) => button(one.says, () => send("perform", { action: one.text }), { key: one.says })), button("Cancel", () => send("offer", { actions: null }))));
  } else if (held?.legal) {
    if (held.missing) acts.push(h("p", {}, sentenceOf(`Not known: ${held.missing}`)));
    if (facts.p === "commencement" && chosen && !inBattle(state)) acts.push(Splitter(table, facts));
    const others = held.legal.filter(({ action }) => !BY_TOUCH.has(action.do) && action.do !== "propose" && (!chosen || action.do !== "muster" || action.legion === chosen));
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
    h("p", { class: "says" }, h("b", {}, held?.next?.says || facts.w || ""), held?.legal && !chosen && promptOf(held.legal)),
    h("div", { class: "acts" }, acts),
  ];
}
