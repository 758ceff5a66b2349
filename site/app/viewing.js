// A recorded game as one of its players sees it: what is known, and beside it what can be deduced.
import { Counter } from "./counter.js";
import { choice, counted, folded, h, list } from "./dom.js";
import { legionsIn, playersIn } from "./facts.js";
import { factsOf } from "./tree.js";

/** @import { Card, Facts, KnownFact, LegionFact, Node, Open, OpenTable, View } from "./types" */

export const NOBODY = "nobody";
/** @type {KnownFact} */
const NOTHING_KNOWN = [[], [], [], 0];

// Whose eyes a position is seen with; a viewer who does not play in this game sees everything.
/** @type {(state: Open) => string} */
const viewerOf = ({ viewer, node }) => (viewer === NOBODY || factsOf(node)[`P/${viewer}`] ? viewer : "");

// The facts as the viewer knows them: of the others' Legions no more than is certain.
/** @type {(state: Open) => Facts} */
export function seen(state) {
  const facts = factsOf(state.node);
  const viewer = viewerOf(state);
  if (!viewer) return facts;
  const { known } = state.node;
  const shown = /** @type {Facts} */ ({ ...facts, ...(known?.viewer === viewer ? known.facts : {}) });
  for (const [marker, [color, land, height, marks, , side]] of legionsIn(facts)) {
    if (color !== viewer) shown[`L/${marker}`] = [color, land, height, marks, shown[`K/${marker}`]?.[0] || [], side];
  }
  return shown;
}

// Whether the viewer knows all that a Legion holds and may do.
/** @type {(state: Open, legion?: LegionFact) => boolean} */
export const owns = (state, legion) => !viewerOf(state) || legion?.[0] === viewerOf(state);

// A step as the viewer hears of it.
/** @type {(state: Open, node: Node) => Node} */
export function heard(state, node) {
  const { hidden } = node;
  return state.viewer && hidden && hidden[0] !== state.viewer ? { ...node, says: hidden[1], text: "", events: [], because: [] } : node;
}

// Whose eyes there are to see with: those of the players, and of somebody who only watches.
/** @type {(table: OpenTable) => View} */
export function Viewing({ state, send }) {
  const players = playersIn(factsOf(state.node)).map(([color]) => color);
  if (!players.length) return null;
  /** @type {[string, string][]} */
  const options = [["", "everything"], ...players.map((color) => /** @type {[string, string]} */ ([color, `what ${color} knows`])), [NOBODY, "what onlookers know"]];
  return choice("The Legions show", options, viewerOf(state), (viewer) => send("viewer", { viewer }), { id: "viewer" });
}

/** @type {(state: Open, marker: string) => Card | null} */
export function legionCard(state, marker) {
  const facts = seen(state);
  const legion = facts[`L/${marker}`];
  if (!legion) return null;
  const [color, , height, , known] = legion;
  const name = (/** @type {number} */ i) => state.data.characters[i][0];
  const power = facts[`P/${color}`]?.[1];
  const counters = known.length > 0 && h("div", { class: "counters" }, known.map((index, i) => h("span", { key: i }, Counter(state.data, color, marker, index, name(index) === "Titan" ? power : undefined))));
  /** @type {(indexes: number[]) => string} */
  const words = (indexes) => counted(indexes.map(name));
  const [, bounds = [], contents = [], others = 0, rulings = []] = facts[`K/${marker}`] || NOTHING_KNOWN;
  const certain = known.length >= height ? h("span", { class: "unseen" }, `${words(known)}.`) : known.length ? `For certain: ${words(known)}.`
    : contents.length ? "Nothing in it is certain." : "Its characters are not known.";
  const may = bounds.length ? [
    folded("What it may hold", list(bounds.map(([index, least, most]) => `${name(index)}: ${least} to ${most}`)), { open: true }),
    folded("Likeliest", list([...contents.map(([weight, indexes]) => `${words(indexes)} (${weight})`), ...(others ? [others > 1 ? `${others} others` : "one other"] : [])]), { open: true }),
  ] : [];
  return { title: `${color}'s Legion ${marker}, height ${height}`, lead: [counters, certain, ...may].filter(Boolean), rulings };
}
