// Setting up: a position is a document, and every touch here gives a changed copy of it.
import { BattleFields } from "./battleset.js";
import { button, choice, folded, h, list, row } from "./dom.js";
import { change } from "./editing.js";
import { GameFields } from "./gameset.js";
import { OptionFields } from "./options.js";
import { battleIn } from "./places.js";
import { faultsOf } from "./ruling.js";
import { front, inBattle } from "./state.js";

/** @import { BoxName, OpenTable, View } from "./types" */

/** @type {(table: OpenTable) => View} */
function Beginnings({ state, send, kits }) {
  const { box, shipped } = state.data;
  const named = typeof box === "string";
  const boxes = [...new Set([...(named ? [box] : []), ...shipped, ...Object.keys(kits.files)])];
  /** @type {(name: BoxName) => void} */
  const begin = (name) => send("fresh", { kind: "battle", box: name === JSON.stringify(box) ? box : name });
  return h("div", { class: "begin" },
    row(button("Play on", () => send("panel", { name: front() }), { class: "main", id: "to-play" }), button("Empty battle", () => begin(box), { id: "empty-battle" })),
    folded(`Box: ${named ? box : box.name}`, choice("Box of an empty battle", named ? boxes : [[JSON.stringify(box), box.name || ""], ...boxes], named ? box : JSON.stringify(box), begin, { id: "box" }), { id: "beginning" }));
}

/** @type {(table: OpenTable) => View} */
export function SetUp(table) {
  const { state } = table;
  const document = state.node.held?.position;
  const battle = document && inBattle(state) && battleIn(document);
  const faults = faultsOf(state.node); // the card that tells them is not seen on a phone
  return [
    Beginnings(table), faults.length > 0 && list(faults, { class: "faults wrong" }),
    battle ? BattleFields(table, battle) : document?.kind === "game" && GameFields(table, document),
    document && OptionFields(state.data, document, (more) => change(table, (whole) => Object.assign(whole, more))),
  ];
}
