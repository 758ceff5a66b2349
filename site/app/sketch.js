// What a ruling says, drawn on the board: the line of sight that is blocked, the way that is too long, the hits that are
// carried or may not be. It is read from the rulings' facts, never from their sentences.
import { svg } from "./dom.js";

/** @import { Marks } from "./marks.js" */
/** @import { Arrow, RulingFacts, Said } from "./types" */

const HEX = /\b[A-F][1-6]\b/g;
/** @type {(text: unknown) => string[]} */
const hexes = (text) => String(text ?? "").match(HEX) || [];

// The drawings that belong to rulings. marks: what the board draws with; arrow: of the action.
/** @type {(marks: Marks, rulings: Said[], arrow: Arrow | null) => void} */
export function sketch(marks, rulings, arrow) {
  const to = arrow?.[2];
  for (const { verdict, facts = {} } of rulings) {
    const bad = verdict === "illegal";
    if (facts.start && facts.end) sight(marks, facts, bad);
    else if (bad && typeof facts.way === "string" && hexes(facts.way).length > 1) marks.way(hexes(facts.way).slice(1), null, facts.skill);
    else if (facts.theirs && facts.hex && to) carry(marks, to, facts);
    else if (facts.target && facts.to && facts.hits !== undefined && to && facts.to !== to && !facts.dice) {
      marks.arrow(["carry", to, facts.to]);
      marks.note(facts.to, `${facts.hits} carried`);
    }
  }
}

// From hex to hex over those between; a cross where it is blocked.
/** @type {(marks: Marks, facts: RulingFacts, bad: boolean) => void} */
function sight(marks, { start = "", end = "", way, why }, bad) {
  const ends = [start, end].map((key) => marks.centre(key)).filter((place) => place !== null);
  marks.under(marks.line(bad ? "sight bad" : "sight", ends));
  marks.label([start, ...hexes(way), end]);
  if (!bad) return;
  const passed = hexes(way);
  const [stop] = [...hexes(why).filter((key) => passed.includes(key)), ...passed, end];
  const [x, y] = marks.centre(stop) || ends[1];
  marks.over(svg("path", { d: "M-20,-20L20,20M-20,20L20,-20", transform: `translate(${x},${y})`, class: "cross" }));
}

// What was rolled for the target, and what a strike at the other would need.
/** @type {(marks: Marks, to: string, facts: RulingFacts) => void} */
function carry(marks, to, { hex = "", at, number }) {
  /** @type {(value: number) => string} */
  const plus = (value) => `${value}${value < 6 ? "+" : ""}`;
  marks.arrow(["carry bad", to, hex]);
  if (number) marks.note(to, `rolled at ${plus(number)}`);
  if (at) marks.note(hex, `would need ${plus(at)}`);
}
