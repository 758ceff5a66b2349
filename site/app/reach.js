// What the chosen piece may do, and where: from the legal actions of a position and the engine's answer on the piece.
import { ROLES, SIDES, offKey } from "./pieces.js";

/** @import { Action, Aim, LegalAction, ReachableLand, Reach, RollMoves } from "./protocol" */
/** @import { CombatantFact, Data, FactsOfBattle, Role, Said, Target, Targets } from "./types" */

/** @typedef {ReachableLand[]} Ways the ways to one land */

// Where an action leads, if a touch on the chosen piece, and then on a place, declares it.
/** @type {(action: Action, key: string | null) => string | null} */
function placeOf(action, key) {
  const mine = action.do === "maneuver" ? (action.from ? action.from === key : key?.endsWith(`:${action.character}`))
    : action.do === "strike" ? action.from === key : action.do === "move" && action.legion === key;
  return mine && "to" in action ? String(action.to) : null;
}

/** @type {(moves: RollMoves) => Map<string, Ways>} */
export function landsOf(moves) {
  /** @type {Map<string, Ways>} */
  const lands = new Map();
  for (const way of [...moves.legal[0].to].sort((a, b) => a.land - b.land)) lands.set(String(way.land), [...(lands.get(String(way.land)) || []), way]);
  return lands;
}

/** @type {(rulings: Said[] | undefined) => number[] | undefined} The lands that a move passes. */
export function passedIn(rulings) {
  const way = rulings?.find((one) => one.facts?.way)?.facts?.way;
  return Array.isArray(way) ? way : undefined;
}

/** @type {(places: Ways) => string[]} */
export const mustersOf = (places) => (places[0].musters || []).filter((one) => one.left !== 0).map((one) => one.muster);

/** @type {(places: Ways) => string | undefined} */
const bestMuster = (places) => mustersOf(places).at(-1);

/** @type {(reach: Reach | null, key: string) => Partial<Target>} */
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
/** @type {(given: { legal: LegalAction[], reach: Reach | null, chosen: string | null, battle: boolean }) => Targets} */
export function targetsOf({ legal, reach, chosen, battle }) {
  /** @type {Targets} */
  const targets = new Map();
  for (const one of legal) {
    const key = placeOf(one.action, chosen);
    if (key === null) continue;
    const target = targets.get(key) || { text: one.text, label: one.says, all: [], ...chipOf(reach, key) };
    target.all.push(one);
    if ("how" in one.action && one.action.how) target.how = "teleport";
    targets.set(key, target);
  }
  if (battle) return targets;
  if (!chosen) {
    for (const one of legal) {
      if (one.action.do === "engage") targets.set(String(one.action.land), { text: one.text, label: one.says, all: [one] });
    }
  } else if (!targets.size && reach?.rolls && reach.rolls.length > 1) {
    for (const moves of reach.rolls) {
      for (const [land, places] of landsOf(moves)) {
        const rolls = [...(targets.get(land)?.rolls || []), moves.roll];
        const first = targets.get(land) || { all: [], muster: bestMuster(places), way: passedIn(places[0].rulings) };
        targets.set(land, { ...first, rolls, label: `with a roll of ${rolls.join(", ")}`, chip: rolls.join(" ") });
      }
    }
  }
  return targets;
}

// The pieces that may do something, by their places.
/** @type {(legal: LegalAction[], actor: Role) => Set<string>} */
export function ableOnes(legal, actor) {
  /** @type {Set<string>} */
  const able = new Set();
  for (const { action } of legal) {
    if (action.do === "strike") able.add(action.from);
    else if (action.do === "maneuver") able.add(action.from || offKey(actor, action.character));
    else if (action.do === "move" || action.do === "split" || action.do === "muster") able.add(action.legion);
  }
  return able;
}

// The character of a battle in a place, on the board or off it.
/** @type {(data: Data, facts: FactsOfBattle, key: string) => { role: Role, hex: string, name: string, left: number } | null} */
export function pieceOn(data, facts, key) {
  for (const role of ROLES) {
    /** @type {(piece: CombatantFact) => string} */
    const named = ([index]) => data.characters[index][0];
    const piece = facts[SIDES[role]][0].find((one) => (one[1] ? one[1] === key : offKey(role, named(one)) === key));
    if (piece) return { role, hex: piece[1], name: named(piece), left: piece[2] - piece[3] };
  }
  return null;
}
