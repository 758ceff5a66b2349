// A recorded game as one of its players sees it: what is known, and beside it what can be deduced.
import { Counter } from "./counter.js";
import { choice, counted, folded, h, list } from "./dom.js";
import { factsOf } from "./tree.js";

export const NOBODY = "nobody";

// Whose eyes a position is seen with; a viewer who does not play in this game sees everything.
const viewerOf = ({ viewer, node }) => (viewer === NOBODY || factsOf(node)[`P/${viewer}`] ? viewer : "");

// The facts as the viewer knows them: of the others' Legions no more than is certain.
export function seen(state) {
  const facts = factsOf(state.node);
  const viewer = viewerOf(state);
  if (!viewer) return facts;
  const { known } = state.node;
  const shown = { ...facts, ...(known?.viewer === viewer ? known.facts : {}) };
  for (const [key, legion] of Object.entries(facts)) {
    if (key.startsWith("L/") && legion[0] !== viewer) shown[key] = [...legion.slice(0, 4), shown[`K/${key.slice(2)}`]?.[0] || [], legion[5]];
  }
  return shown;
}

// Whether the viewer knows all that a Legion holds and may do.
export const owns = (state, legion) => !viewerOf(state) || legion?.[0] === viewerOf(state);

// A step as the viewer hears of it.
export function heard(state, node) {
  const secret = state.viewer && node.hidden && node.hidden[0] !== state.viewer;
  return secret ? { ...node, says: node.hidden[1], text: "", events: [], because: [] } : node;
}

// Whose eyes there are to see with: those of the players, and of somebody who only watches.
export function Viewing({ state, send }) {
  const players = Object.keys(factsOf(state.node)).filter((key) => key.startsWith("P/")).map((key) => key.slice(2));
  if (!players.length) return null;
  /** @type {[string, string][]} */
  const options = [["", "everything"], ...players.map((color) => /** @type {[string, string]} */ ([color, `what ${color} knows`])), [NOBODY, "what onlookers know"]];
  return choice("The Legions show", options, viewerOf(state), (viewer) => send("viewer", { viewer }), { id: "viewer" });
}

export function legionCard(state, marker) {
  const facts = seen(state);
  const legion = facts[`L/${marker}`];
  if (!legion) return null;
  const [color, , height, , known] = legion;
  const name = (/** @type {number} */ i) => state.data.characters[i][0];
  const power = facts[`P/${color}`]?.[1];
  const counters = known.length > 0 && h("div", { class: "counters" }, known.map((index, i) => h("span", { key: i }, Counter(state.data, color, marker, index, name(index) === "Titan" ? power : undefined))));
  const words = (indexes) => counted(indexes.map(name));
  const [, bounds = [], contents = [], others = 0, rulings = []] = facts[`K/${marker}`] || [];
  const certain = known.length >= height ? h("span", { class: "unseen" }, `${words(known)}.`) : known.length ? `For certain: ${words(known)}.`
    : contents.length ? "Nothing in it is certain." : "Its characters are not known.";
  const may = bounds.length ? [
    folded("What it may hold", list(bounds.map(([index, least, most]) => `${name(index)}: ${least} to ${most}`)), { open: true }),
    folded("Likeliest", list([...contents.map(([weight, indexes]) => `${words(indexes)} (${weight})`), ...(others ? [others > 1 ? `${others} others` : "one other"] : [])]), { open: true }),
  ] : [];
  return { title: `${color}'s Legion ${marker}, height ${height}`, lead: [counters, certain, ...may].filter(Boolean), rulings };
}
