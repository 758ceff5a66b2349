// What the chosen piece may do, and where: from the legal actions of a position and the engine's answer on the piece.
import { ROLES, SIDES, offKey } from "./pieces.js";

// The actions that a touch on the chosen piece, and then on a place, declares.
export function actionsOf(legal, key) {
  return legal.filter(({ action }) => {
    if (action.do === "maneuver") return action.from ? action.from === key : key?.endsWith(`:${action.character}`);
    if (action.do === "strike") return action.from === key;
    return action.do === "move" && action.legion === key;
  });
}

/** @typedef {import("./protocol").ReachableLand[]} Ways the ways to one land */

/** @type {(moves: import("./protocol").RollMoves) => Map<string, Ways>} */
export function landsOf(moves) {
  const lands = new Map();
  for (const way of [...moves.legal[0].to].sort((a, b) => a.land - b.land)) lands.set(String(way.land), [...(lands.get(String(way.land)) || []), way]);
  return lands;
}

/** @type {(rulings: import("./types").Said[] | undefined) => number[] | undefined} The lands that a move passes. */
export function passedIn(rulings) {
  const way = rulings?.find((one) => one.facts?.way)?.facts?.way;
  return Array.isArray(way) ? way : undefined;
}

/** @type {(places: Ways) => string[]} */
export const mustersOf = (places) => (places[0].musters || []).filter((one) => one.left !== 0).map((one) => one.muster);

/** @type {(places: Ways) => string | undefined} */
const bestMuster = (places) => mustersOf(places).at(-1);

/** @type {(reach: import("./protocol").Reach | null, key: string) => any} */
function chipOf(reach, key) {
  const target = reach?.targets?.[key];
  if (target) {
    const [one] = target.options;
    const plus = one.strike_number < 6 ? "+" : "";
    return { chip: `${one.dice} dice, ${one.strike_number}${plus}\n${Math.round(parseFloat(one.slays))} %`, label: `${one.dice} dice, hits on ${one.strike_number}${plus}, slays in ${one.slays}` };
  }
  const cost = reach?.to?.[key]?.cost;
  if (cost) return { chip: String(cost), label: `costs ${cost}` };
  const places = reach?.rolls?.length === 1 && landsOf(reach.rolls[0]).get(key);
  if (!places) return {};
  const musters = mustersOf(places);
  return { muster: bestMuster(places), way: passedIn(places[0].rulings), label: musters.length ? `may muster ${musters.join(", ")}` : "no muster there" };
}

// Where the chosen piece may go or strike: place → what a touch there does, and what is written on it.
export function targetsOf({ legal, reach, chosen, battle }) {
  const targets = new Map();
  for (const one of actionsOf(legal, chosen)) {
    const key = String(one.action.to);
    if (!targets.has(key)) targets.set(key, { text: one.text, label: one.says, all: [], ...chipOf(reach, key) });
    targets.get(key).all.push(one);
    if (one.action.how) targets.get(key).how = "teleport";
  }
  if (battle) return targets;
  if (!chosen) {
    for (const one of legal) {
      if (one.action.do === "engage") targets.set(String(one.action.land), { text: one.text, label: one.says, all: [one] });
    }
  } else if (!targets.size && reach?.rolls?.length > 1) {
    for (const moves of reach.rolls) {
      for (const [land, places] of landsOf(moves)) {
        const target = targets.get(land) || { rolls: [], all: [], muster: bestMuster(places), way: passedIn(places[0].rulings) };
        target.rolls.push(moves.roll);
        targets.set(land, { ...target, label: `with a roll of ${target.rolls.join(", ")}`, chip: target.rolls.join(" ") });
      }
    }
  }
  return targets;
}

// The pieces that may do something, by their places.
export function ableOnes(legal, actor) {
  const able = new Set();
  for (const { action } of legal) {
    if (action.do === "strike" || (action.do === "maneuver" && action.from)) able.add(action.from);
    else if (action.do === "maneuver") able.add(offKey(actor, action.character));
    else if (["move", "split", "muster"].includes(action.do)) able.add(action.legion);
  }
  return able;
}

// The character of a battle in a place, on the board or off it.
export function pieceOn(data, facts, key) {
  for (const role of ROLES) {
    const named = ([index]) => data.characters[index][0];
    const piece = facts[SIDES[role]][0].find((one) => (one[1] ? one[1] === key : offKey(role, named(one)) === key));
    if (piece) return { role, hex: piece[1], name: named(piece), left: piece[2] - piece[3] };
  }
  return null;
}
