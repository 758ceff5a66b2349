// What a document holds, and how a place in it is called.
import { ROLES } from "./pieces.js";

export const copied = (document) => JSON.parse(JSON.stringify(document));
export const battleIn = (document) => (document.kind === "battle" ? document : document.battle || null);

// How many of each character a document has outside the caretaker's stock.
export function elsewhere(document) {
  const tally = { ...document.dead };
  const count = (names) => names.forEach((one) => {
    const name = one.name || one;
    tally[name] = (tally[name] || 0) + 1;
  });
  for (const role of ROLES) count([...(document[role]?.characters || []), ...(document[role]?.slain || [])]);
  count(Object.values(document.donors || {}).flat());
  for (const player of document.players || []) player.legions.forEach((legion) => count(legion.characters || []));
  return tally;
}

// Where a fault is, in words: "the defender's Ogre (hex)", not "/defender/characters/1/hex".
export function placeOf(pointer, document) {
  const parts = pointer.split("/").slice(1);
  let at = document;
  const said = [];
  for (const part of parts) {
    const inner = at?.[part];
    if (part === "attacker" || part === "defender") said.push(`the ${part}'s`);
    else if (inner?.name && inner.hex !== undefined) said.push(`${inner.name}${inner.hex ? ` in ${inner.hex}` : ""}`);
    else if (inner?.color) said.push(`${inner.color}'s`);
    else if (inner?.legion) said.push(`Legion ${inner.legion}`);
    else if (!/^\d+$/.test(part) && !["characters", "players", "legions"].includes(part)) said.push(`(${part.replaceAll("_", " ")})`);
    at = inner;
  }
  return said.join(" ");
}
