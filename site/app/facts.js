// What a document shows, drawn before the engine has judged it. The engine's own facts take their place when they come.
/** @import { Battle, BattleSide, GameDocument, Player } from "./protocol" */
/** @import { CombatantFact, Data, Facts, FactsOfBattle, LegionFact, PlayerFact, Position, Role } from "./types" */

/** @typedef {{ score?: number }} Scored */
/** @typedef {{ data: Data, numbers: Map<string, number>, titan: (side: Scored) => number }} Box */

/** @param {Facts} facts @returns {facts is FactsOfBattle} */
export const isBattle = (facts) => facts.B !== undefined;

// The players and the Legions in facts: by their colours, by their markers.
/** @type {(facts: Facts) => [string, PlayerFact][]} */
export const playersIn = (facts) => under(facts, "P/");
/** @type {(facts: Facts) => [string, LegionFact][]} */
export const legionsIn = (facts) => under(facts, "L/");

/** @type {(facts: Facts, head: string) => [string, any][]} */
const under = (facts, head) => Object.entries(facts).filter(([key]) => key.startsWith(head)).map(([key, fact]) => [key.slice(2), fact]);

const PHASES = { maneuver: "Maneuver Phase", strike: "Strike Phase", strikeback: "Strike Phase" };
const MOVED = 1;
const STRUCK = 2;
/** @type {(role: Role) => Role} */
const other = (role) => (role === "attacker" ? "defender" : "attacker");
/** @type {(word: string) => string} */
const capital = (word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** @type {(box: Box, names: (string | null)[]) => number[]} */
const numbersOf = ({ numbers }, names) => names.map((name) => numbers.get(name ?? "")).filter((one) => one !== undefined);

/** @type {(box: Box, side: BattleSide) => CombatantFact[]} */
function combatants({ data, numbers, titan }, side) {
  /** @type {CombatantFact[]} */
  const rows = [];
  for (const { name, hex, hits = 0, moved, struck } of side.characters) {
    const index = numbers.get(name);
    if (index === undefined) continue;
    const power = name === "Titan" ? titan(side) : data.characters[index][1];
    rows.push([index, hex && data.hexes[hex] ? hex : "", power, hits, (moved ? MOVED : 0) | (struck ? STRUCK : 0)]);
  }
  return rows;
}

/** @type {(box: Box, battle: Battle, land: number | null) => Pick<FactsOfBattle, "B" | "b" | "A" | "D">} */
function battleFacts(box, battle, land) {
  const { attacker, defender, terrain, turn = 2, side = "attacker", phase = "strike" } = battle;
  const acting = phase === "strikeback" ? other(side) : side;
  const says = `The ${side}'s ${PHASES[phase]}: ${battle[acting].player} ${acting === side ? "acts" : "strikes back"}`;
  /** @type {(side: BattleSide) => FactsOfBattle["A"]} */
  const sideFact = (held) => [combatants(box, held), numbersOf(box, held.slain || []), held.score || 0];
  return {
    B: [terrain, land, attacker.player, attacker.legion, defender.player, defender.legion, attacker.entry_side || ""],
    b: [turn, acting, says, phase], A: sideFact(attacker), D: sideFact(defender),
  };
}

/** @type {(box: Box, game: GameDocument) => Facts} */
function gameFacts(box, { active, turn = 1, phase = "setup", roll, engagement, players = [] }) {
  /** @type {Facts} */
  const facts = { t: turn, p: phase, w: `${active ? `${active}'s ` : ""}${capital(phase)} Phase` };
  if (active) facts.a = active;
  if (roll) facts.r = roll;
  if (engagement) facts.e = engagement.land;
  for (const player of players) {
    facts[`P/${player.color}`] = [player.score || 0, box.titan(player), player.out ? 1 : 0, (player.markers || []).length, player.name || ""];
    for (const { legion, land, characters, revealed = [], height, moved, entry_side } of player.legions || []) {
      const known = numbersOf(box, characters || revealed);
      facts[`L/${legion}`] = [player.color, land, characters ? characters.length : height || 0, moved ? MOVED : 0, known, entry_side || ""];
    }
  }
  return facts;
}

// The facts of a document, in the form of the engine's.
/** @type {(data: Data, document: Position) => Facts} */
export function factsOfDocument(data, document) {
  const numbers = new Map(data.characters.map(([name], i) => [name, i]));
  const [power, step] = data.titan;
  const box = { data, numbers, titan: (/** @type {Scored} */ { score = 0 }) => power + Math.floor(score / step) };
  if (document.kind === "battle") {
    const facts = battleFacts(box, document, null);
    return { p: "battle", w: facts.b[2], ...facts };
  }
  const facts = gameFacts(box, document);
  return document.battle ? { ...facts, ...battleFacts(box, document.battle, document.engagement?.land ?? null) } : facts;
}
