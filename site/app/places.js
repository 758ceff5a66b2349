// What a document holds, and how a place in it is called.
import { ROLES } from "./pieces.js";

/** @import { Battle, GameDocument, Position } from "./protocol" */

/** @type {(document: Position) => Position} */
export const copied = (document) => JSON.parse(JSON.stringify(document));
/** @type {(document: Position) => Battle | null} */
export const battleIn = (document) => (document.kind === "battle" ? document : document.battle || null);

// The characters of a document that are not with the caretaker.
/** @type {(document: Battle | GameDocument) => string[]} */
function charactersIn(document) {
  if ("attacker" in document) {
    const sides = ROLES.map((role) => document[role]).flatMap(({ characters, slain = [] }) => [...characters.map((one) => one.name), ...slain]);
    return [...sides, ...Object.values(document.donors || {}).flat()];
  }
  return (document.players || []).flatMap((player) => (player.legions || []).flatMap((legion) => legion.characters || []));
}

// How many of each character a document has outside the caretaker's stock.
/** @type {(document: Battle | GameDocument) => Record<string, number>} */
export function elsewhere(document) {
  const tally = "dead" in document ? { ...document.dead } : {};
  for (const name of charactersIn(document)) tally[name] = (tally[name] || 0) + 1;
  return tally;
}

// Where a fault is, in words: "the defender's Ogre (hex)", not "/defender/characters/1/hex".
/** @type {(pointer: string, document: Position) => string} */
export function placeOf(pointer, document) {
  const parts = pointer.split("/").slice(1);
  /** @type {any} */
  let at = document; // as deep as the pointer leads
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
