// What the text of a link shows at a glance, while nobody is there to read it: its board, and who stands where by full
// names. It is only looked at: what the text means, the engine says.
/** @import { Combatant, Legion, Position } from "./protocol" */
/** @import { Data } from "./types" */

const FORMAT = "titan-rules/1";
const HEX = /^[A-F][1-6]$/;

// The characters in a side of a battle, each by its name and its hex.
/** @type {(data: Data, words: string) => Combatant[]} */
function standing(data, words) {
  const names = new Set(data.characters.map(([name]) => name));
  const said = words.split(/[\s,]+/);
  return said.flatMap((name, i) => (names.has(name) && HEX.test(said[i + 1] ?? "") ? [{ name, hex: /** @type {Combatant["hex"]} */ (said[i + 1]) }] : []));
}

/** @type {(data: Data, marker: string) => string | undefined} */
const colorOf = (data, marker) => Object.keys(data.letters).find((color) => data.letters[color].includes(marker));

// A document of as much as is seen; null where the text is no position that is written out.
/** @type {(data: Data, text: string) => Position | null} */
export function glance(data, text) {
  const [first] = text.split("\n");
  const terrain = data.terrains.find((name) => first.startsWith(name));
  if (terrain) {
    const [attacker, defender = ""] = first.split("|")[0].split("/");
    const [one, two] = [attacker, defender].map((words, i) => {
      const marker = /\b[A-Z][a-z]\d\d\b/.exec(words)?.[0] || ["Bk01", "Rd01"][i];
      return { player: colorOf(data, marker) || "", legion: marker, characters: standing(data, words) };
    });
    return { format: FORMAT, kind: "battle", terrain, attacker: one, defender: two };
  }
  /** @type {Map<string, { color: string, legions: Legion[] }>} */
  const players = new Map();
  for (const [, legion, land] of first.matchAll(/\b([A-Z][a-z]\d\d) (\d{1,4})\b/g)) {
    const color = colorOf(data, legion);
    if (!color || !data.lands[land]) continue;
    const player = players.get(color) || { color, legions: [] };
    player.legions.push({ legion, land: Number(land), characters: null });
    players.set(color, player);
  }
  return players.size ? { format: FORMAT, kind: "game", phase: "movement", players: [...players.values()] } : null;
}
