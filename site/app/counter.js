// A counter outside the board.
import { h } from "./dom.js";
import { colorsOf, counterOf } from "./pieces.js";

/** @import { Data, View } from "./types" */

// A character's counter, as it stands on the table.
/** @type {(data: Data, player: string, marker: string, index: number, power?: number) => View} */
export function Counter(data, player, marker, index, power) {
  const { drawing } = counterOf(data, index, "attacker", colorsOf(data, player, marker), { power });
  return h("svg", { class: "counter", viewBox: "-62 -51 124 104", "aria-hidden": "true" }, h("use", { href: `#${drawing}` }));
}
