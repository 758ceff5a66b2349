// What a document shows, drawn before the engine has judged it. The engine's own facts take their place when they come.
import { ROLES, SIDES } from "./pieces.js";
import { battleIn } from "./places.js";

const PHASES = { maneuver: "Maneuver Phase", strike: "Strike Phase", strikeback: "Strike Phase" };
const MOVED = 1;
const STRUCK = 2;
const other = (role) => ROLES.find((one) => one !== role);
const capital = (word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

function combatants(data, side, powers) {
  const rows = [];
  for (const { name, hex, hits = 0, moved, struck } of side.characters) {
    const index = data.numbers.get(name);
    if (index === undefined) continue;
    const power = name === "Titan" ? powers(side) : data.characters[index][1];
    rows.push([index, data.hexes[hex] ? hex : "", power, hits, (moved ? MOVED : 0) | (struck ? STRUCK : 0)]);
  }
  return rows;
}

function battleFacts(data, battle, land, powers) {
  const { attacker, defender, terrain, turn = 2, side = "attacker", phase = "strike" } = battle;
  const acting = phase === "strikeback" ? other(side) : side;
  const says = `The ${side}'s ${PHASES[phase]}: ${battle[acting].player} ${acting === side ? "acts" : "strikes back"}`;
  const facts = {
    B: [terrain, land, attacker.player, attacker.legion, defender.player, defender.legion, attacker.entry_side || ""],
    b: [turn, acting, says, phase],
  };
  for (const role of ROLES) {
    const slain = (battle[role].slain || []).map((name) => data.numbers.get(name)).filter((one) => one !== undefined);
    facts[SIDES[role]] = [combatants(data, battle[role], powers), slain, battle[role].score || 0];
  }
  return facts;
}

function gameFacts(data, game) {
  const facts = { t: game.turn || 1, p: game.phase, w: `${game.active ? `${game.active}'s ` : ""}${capital(game.phase)} Phase` };
  if (game.active) facts.a = game.active;
  if (game.roll) facts.r = game.roll;
  if (game.engagement) facts.e = game.engagement.land;
  for (const player of game.players) {
    facts[`P/${player.color}`] = [player.score || 0, data.titan(player), Number(Boolean(player.out)), (player.markers || []).length, player.name || ""];
    for (const { legion, land, characters, revealed = [], height, moved, entry_side } of player.legions) {
      const known = (characters || revealed).map((name) => data.numbers.get(name)).filter((one) => one !== undefined);
      facts[`L/${legion}`] = [player.color, land, characters ? characters.length : height || 0, moved ? MOVED : 0, known, entry_side || ""];
    }
  }
  return facts;
}

// The facts of a document, in the form of the engine's.
export function factsOfDocument(data, document) {
  const numbers = new Map(data.characters.map(([name], i) => [name, i]));
  const [power, step] = data.titan;
  const titan = ({ score = 0 }) => power + Math.floor(score / step);
  const known = { ...data, numbers, titan };
  const battle = battleIn(document);
  const shown = document.kind === "battle" ? { p: "battle" } : gameFacts(known, document);
  if (!battle) return shown;
  const facts = { ...shown, ...battleFacts(known, battle, document.engagement?.land ?? null, titan) };
  return document.kind === "battle" ? { ...facts, w: facts.b[2] } : facts;
}
