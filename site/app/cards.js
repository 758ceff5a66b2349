// What the ruling card says: of a step that was made or refused, of a position, of what a chosen piece may do.
import { mustersOf } from "./reach.js";
import { sentenceOf } from "./ruling.js";
import { placeOf } from "./places.js";

// Why a position is impossible, in sentences.
export function faultsOf(node) {
  return (node.held?.faults || []).map((one) => {
    const place = one.pointer && placeOf(one.pointer, node.held.position);
    return `${sentenceOf(one.message)}${place ? ` – ${place}` : ""}`;
  });
}

export function cardOfNode(node, hint) {
  const faults = faultsOf(node);
  if (!node.parent) {
    const owed = node.held?.owed || [];
    const without = node.held?.partial?.without.map((pointer) => placeOf(pointer, node.held.position)).join(", ");
    const notes = without ? [`What may be done is told without ${without}.`] : faults.length || owed.length ? [] : [hint];
    return { title: node.title || (faults.length ? "Not a possible position yet" : "The position"), faults, rulings: owed, notes, comment: node.comment };
  }
  const notes = (node.problems || []).filter((one) => !one.startsWith("ILLEGAL"));
  const card = { title: node.says, text: node.text, notes, comment: node.comment };
  if (node.refused) return { ...card, verdict: "illegal", rulings: node.refused.rulings, instead: node.refused.instead };
  return { ...card, verdict: "legal", rulings: node.because, events: node.events, faults };
}

export function cardOfReach(reach, data) {
  const title = reach.character ? `${reach.character}${reach.from ? ` in ${reach.from}` : ", off the board"}` : `Legion ${reach.about}`;
  const card = { title, rulings: reach.rulings || [], notes: [] };
  if (reach.to && Object.keys(reach.to).length) card.notes.push(`It may go to ${Object.keys(reach.to).join(", ")}; the numbers are what the way costs.`);
  const targets = Object.values(reach.targets || {});
  if (targets.length) card.notes.push(`It ${reach.must ? "must" : "may"} strike: touch whom.`);
  for (const target of targets) {
    card.notes.push(`${target.character} in ${target.to}: ${target.options.map((one) => `${one.dice} dice at ${one.strike_number}, slays in ${one.slays}`).join("; or ")}`);
  }
  for (const { roll, lands, rulings, missing } of reach.rolls || []) {
    const said = Object.entries(lands).map(([land, places]) => {
      const musters = mustersOf(places);
      return `${land} ${data.lands[land][0]}${places[0].engages ? ` against ${places[0].engages}` : ""}${musters.length ? ` (${musters.join(", ")})` : ""}`;
    });
    card.notes.push(`With a ${roll}: ${said.join(", ") || "nowhere"}.`);
    if (rulings && reach.rolls.length === 1) card.rulings = rulings;
    if (missing) card.notes.push(`Not known: ${missing}.`);
  }
  return card;
}
