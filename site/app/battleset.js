// Setting up a battle: who stands where, in which state; the moment; the sides; what may be summoned and mustered.
import { button, choice, count, faint, group, h, toggle } from "./dom.js";
import { ROLES, offKey } from "./pieces.js";
import { battleIn } from "./places.js";
import { Palette, changeBattle } from "./editing.js";
import { Donors, Stock, fit } from "./stock.js";

/** @import { Table } from "./main.js" */
/** @import { Battle, BattleSide, Combatant, hex } from "./protocol" */
/** @import { Chosen } from "./editing.js" */
/** @import { OpenTable, Role, View } from "./types" */

/** @typedef {{ role: Role, i: number, character: Combatant }} Standing */

const ROLE_NAMES = { attacker: "Attacker", defender: "Defender" };
/** @type {[string, string][]} */
const MOMENTS = [
  ["attacker/maneuver", "Attacker's Maneuver Phase"], ["attacker/strike", "Attacker's Strike Phase"],
  ["attacker/strikeback", "Defender strikes back"], ["defender/maneuver", "Defender's Maneuver Phase"],
  ["defender/strike", "Defender's Strike Phase"], ["defender/strikeback", "Attacker strikes back"],
];

/** @type {(battle: Battle, key: string | null) => Standing | null} */
function pieceOf(battle, key) {
  for (const role of key ? ROLES : []) {
    const i = battle[role].characters.findIndex((one) => (one.hex ? one.hex === key : offKey(role, one.name) === key));
    if (i >= 0) return { role, i, character: battle[role].characters[i] };
  }
  return null;
}

// Nobody but this one stands in a hex.
/** @type {(battle: Battle, hex: string, mine?: Combatant | null) => void} */
function clear(battle, hex, mine = null) {
  for (const role of ROLES) battle[role].characters = battle[role].characters.filter((one) => one === mine || one.hex !== hex);
}

/** @type {(table: Table, name: string, hex: string) => void} */
function putCharacter(table, name, hex) {
  changeBattle(table, (battle) => {
    clear(battle, hex);
    battle[table.state.role].characters.push({ name, hex: /** @type {hex} */ (hex) });
    fit(table.state.data, battle);
  });
}

// A hex or a character was touched, or one dragged onto a hex.
/** @type {(table: Table, key: string, to?: string | null) => void} */
export function touchedHex(table, key, to = null) {
  const { chosen, armed, data, node } = table.open;
  const battle = node.held && battleIn(node.held.position);
  if (!battle) return;
  const piece = pieceOf(battle, to ? key : chosen);
  const target = to || key;
  /** @type {(more?: { armed: null }) => void} */
  const pick = (more) => table.send("pick", { chosen: target === chosen ? null : target, ...more });
  if (!data.hexes[target]) pick({ armed: null });
  else if (armed && !to) putCharacter(table, armed, target);
  else if (pieceOf(battle, target) && !to) pick();
  else if (piece) {
    changeBattle(table, (now) => {
      const mine = now[piece.role].characters[piece.i];
      clear(now, target, mine);
      mine.hex = /** @type {hex} */ (target);
    }, { chosen: target });
  }
}

/** @type {(table: OpenTable, standing: Standing) => View} */
function Piece(table, { role, i, character }) {
  /** @type {(how: (one: Combatant) => void, more?: Chosen) => void} */
  const alter = (how, more) => changeBattle(table, (battle) => how(battle[role].characters[i]), more);
  /** @type {(name: "moved" | "struck") => View} */
  const flag = (name) => toggle(name, Boolean(character[name]), () => alter((one) => {
    one[name] = !one[name];
  }));
  /** @type {(by: number) => void} */
  const hits = (by) => alter((one) => {
    one.hits = Math.max(0, (one.hits || 0) + by);
  });
  return h("div", { class: "piece-form" },
    h("b", {}, `${character.name}${character.hex ? ` in ${character.hex}` : ", off the board"}`),
    group("Hits", [button("−", () => hits(-1), { "aria-label": "One hit less" }), h("output", { id: "hits" }, `${character.hits || 0} hits`),
      button("+", () => hits(1), { "aria-label": "One hit more" })], { class: "stepper" }),
    flag("moved"), flag("struck"),
    character.hex && button("Off the board", () => alter((one) => {
      one.hex = null;
    }, { chosen: offKey(role, character.name) })),
    button("Remove", () => changeBattle(table, (battle) => battle[role].characters.splice(i, 1), { chosen: null }), { class: "bad", id: "remove-piece" }));
}

/** @type {(table: OpenTable, battle: Battle, role: Role, own: boolean) => View} */
function Side(table, battle, role, own) {
  const { data } = table.state;
  const held = battle[role];
  /** @type {(more: Partial<BattleSide>) => void} */
  const set = (more) => changeBattle(table, (now) => Object.assign(now[role], more));
  return h("fieldset", {}, h("legend", {}, ROLE_NAMES[role]),
    choice("Player", Object.keys(data.letters), held.player, (player) => set({ player, legion: data.letters[player][0] }), { disabled: !own }),
    choice("Legion", data.letters[held.player] || [held.legion], held.legion, (legion) => set({ legion }), { disabled: !own }),
    count("Score", held.score, 0, (score) => set({ score })),
    role === "attacker" && choice("Enters from the", ["left", "right", "bottom"], held.entry_side, (side) => set({ entry_side: /** @type {BattleSide["entry_side"]} */ (side) })));
}

/** @type {(table: OpenTable, battle: Battle) => View} */
export function BattleFields(table, battle) {
  const { data, role, armed, chosen, node } = table.state;
  const own = node.held?.position.kind === "battle";
  const piece = pieceOf(battle, chosen);
  /** @type {(more: Partial<Battle>) => void} */
  const set = (more) => changeBattle(table, (now) => Object.assign(now, more));
  const others = (data.letters[battle.attacker.player] || []).filter((marker) => marker !== battle.attacker.legion);
  return [
    group("Whose characters", ROLES.map((one) => toggle(`${ROLE_NAMES[one]}: ${battle[one].player}`, one === role, () => table.send("side", { role: one }), { id: `side-${one}` })), { class: "switch wide" }),
    Palette(table, battle[role], (name) => table.send("arm", { name }), (name, hex) => putCharacter(table, name, hex)),
    piece ? Piece(table, piece) : faint(armed ? `Touch the hexes where ${role}'s ${armed} stands, or touch it again to stop.`
      : "Touch a character, then its hex; or drag it there. Touch one on the board to change it."),
    h("div", { class: "fields" },
      choice("Battleland", data.terrains, battle.terrain, (terrain) => set({ terrain }), { id: "terrain", disabled: !own }),
      choice("Battle turn", [1, 2, 3, 4, 5, 6, 7], battle.turn, (turn) => set({ turn: Number(turn) })),
      choice("Moment", MOMENTS, `${battle.side}/${battle.phase}`, (value) => {
        const [side, phase] = value.split("/");
        set({ side: /** @type {Battle["side"]} */ (side), phase: /** @type {Battle["phase"]} */ (phase) });
      }, { id: "moment" }),
      ROLES.map((one) => Side(table, battle, one, own))),
    own && [ // what stands outside the map
      Donors(data, battle.donors || {}, others, (donors) => changeBattle(table, (now) => {
        now.donors = donors;
        fit(data, now);
      })),
      Stock(data, battle, (caretaker) => set({ caretaker })),
    ],
  ];
}
