// Dice as dice.
import { h } from "./dom.js";

/** @import { View } from "./types" */

const [NEAR, FAR] = [8, 22];
const PIPS = [[], [[15, 15]], [[NEAR, NEAR], [FAR, FAR]], [[NEAR, NEAR], [15, 15], [FAR, FAR]], [[NEAR, NEAR], [FAR, NEAR], [NEAR, FAR], [FAR, FAR]]];
PIPS.push([...PIPS[4], [15, 15]], [...PIPS[4], [NEAR, 15], [FAR, 15]]);

/** @type {(face: number) => View} */
export const Pips = (face) => h("svg", { class: "pip", viewBox: "0 0 30 30", "aria-hidden": "true" }, PIPS[face].map(([cx, cy], i) => h("circle", { cx, cy, r: 2.9, key: i })));

// Dice that were rolled; number: what hits.
/** @type {(dice: number[], number: number) => View} */
export const faces = (dice, number) => h("p", { class: "faces", role: "img", "aria-label": `Dice: ${dice.join(", ")}` },
  dice.map((die, i) => h("span", { class: number && die >= number ? "face hit" : "face", key: i }, Pips(die), h("span", { class: "unseen" }, die))));
