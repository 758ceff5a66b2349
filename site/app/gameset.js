// Setting up a game: players and their Legions, whose turn it is, the Movement Roll, the caretaker's stock.
import { button, choice, count, faint, group, h, row, toggle } from "./dom.js";
import { Palette, changeGame } from "./editing.js";
import { Stock } from "./stock.js";

/** @import { Table } from "./main.js" */
/** @import { GameDocument, Legion, Player } from "./protocol" */
/** @import { Chosen } from "./editing.js" */
/** @import { Open, OpenTable, Place, View } from "./types" */

/** @typedef {{ player: Player, legion: Legion }} Holding */

/** @type {[string, string][]} */
const PHASES = [["commencement", "Commencement"], ["movement", "Movement"], ["engagement", "Engagement"], ["enlistment", "Enlistment"]];

// Whoever comes into a Legion is taken from the caretaker's stock, whoever leaves one goes back there.
/** @type {(document: GameDocument, name: string, many: number) => void} */
function take(document, name, many) {
  if (document.caretaker && name in document.caretaker) document.caretaker[name] = Math.max(0, document.caretaker[name] - many);
}

/** @type {(document: GameDocument, marker: string | null) => Holding | null} */
function legionOf(document, marker) {
  for (const player of document.players || []) {
    const legion = player.legions?.find((one) => one.legion === marker);
    if (legion) return { player, legion };
  }
  return null;
}

/** @type {(table: Table, marker: string | null, how: (legion: Legion, document: GameDocument, player: Player) => void, more?: Chosen) => void} */
const changeLegion = (table, marker, how, more) => changeGame(table, (document) => {
  const holding = legionOf(document, marker);
  if (holding) how(holding.legion, document, holding.player);
}, more);

// Whose Legions new ones are: those of the colour that was touched, or of whose turn it is.
/** @type {(state: Open, game: GameDocument) => string} */
function colorOf(state, game) {
  const colors = (game.players || []).map((player) => player.color);
  return colors.find((color) => color === state.color) ?? colors.find((color) => color === game.active) ?? colors[0];
}

// A land or a Legion was touched; one just made stays where it is until it is touched by itself.
/** @type {(table: Table, place: Place, chosen?: string | null) => void} */
export function touchedLand(table, { key, legion }, chosen = table.state.chosen) {
  const { open: state } = table;
  const { made, data } = state;
  const game = state.node.held?.position;
  if (game?.kind !== "game") return;
  if (legion && (legion !== chosen || legion === made)) table.send("pick", { chosen: legion, made: null });
  else if (chosen !== made && legionOf(game, chosen)) {
    changeLegion(table, chosen, (one) => {
      one.land = Number(key);
    }, { chosen });
  } else {
    const color = colorOf(state, game);
    const taken = new Set(game.players?.flatMap((player) => (player.legions || []).map((one) => one.legion)));
    const marker = data.letters[color].find((one) => !taken.has(one));
    if (!marker) return;
    changeGame(table, (document) => {
      const player = document.players?.find((one) => one.color === color);
      if (!player) return;
      player.legions = [...(player.legions || []), { legion: marker, land: Number(key), characters: [] }];
      delete player.markers;
      delete document.caretaker;
    }, { chosen: marker, made: marker });
  }
}

/** @type {(table: OpenTable, holding: Holding) => View} */
function LegionForm(table, { player, legion }) {
  /** @type {(how: (legion: Legion, document: GameDocument, player: Player) => void, more?: Chosen) => void} */
  const alter = (how, more) => changeLegion(table, legion.legion, how, more);
  /** @type {(more: Partial<Legion>) => void} */
  const set = (more) => alter((one) => Object.assign(one, more));
  const { characters, height } = legion;
  /** @type {(i: number) => void} */
  const leave = (i) => alter((one, document) => one.characters?.splice(i, 1).forEach((name) => take(document, name, -1)));
  return h("div", { class: "piece-form" },
    h("b", {}, `${player.color}'s Legion ${legion.legion} in ${legion.land}`),
    row(characters ? characters.map((name, i) => button(`${name} ✕`, () => leave(i), { class: "chip", "aria-label": `Take ${name} out` })) : h("span", {}, `${height} characters, not known`)),
    toggle("moved", Boolean(legion.moved), () => set({ moved: !legion.moved })),
    choice("Enters from the", [["", "–"], "left", "right", "bottom"], legion.entry_side || "", (side) => set({ entry_side: /** @type {Legion["entry_side"]} */ (side || null) })),
    button("Content not known", () => set({ height: (characters || []).length || height || 2, characters: null })),
    button("Remove", () => alter((one, _, owner) => Object.assign(owner, { legions: owner.legions?.filter((other) => other !== one) }), { chosen: null }), { class: "bad" }));
}

/** @type {(table: OpenTable, game: GameDocument) => View} */
export function GameFields(table, game) {
  const { state } = table;
  const players = game.players || [];
  const color = colorOf(state, game);
  const holding = legionOf(game, state.chosen);
  /** @type {(more: Partial<GameDocument>) => void} */
  const set = (more) => changeGame(table, (document) => Object.assign(document, more));
  /** @type {(name: string) => void} */
  const join = (name) => changeLegion(table, state.chosen, (legion, document) => {
    legion.characters = [...(legion.characters || []), name];
    delete legion.height;
    take(document, name, 1);
  });
  return [
    group("Whose Legions", players.map((player) => toggle(player.color, player.color === color, () => table.send("side", { color: player.color }))), { class: "switch wide" }),
    holding ? LegionForm(table, holding) : faint("Touch an empty land to put a Legion there, or a Legion to change it."),
    holding && Palette(table, { player: holding.player.color, legion: holding.legion.legion }, join),
    h("div", { class: "fields" },
      count("Turn", game.turn, 1, (turn) => set({ turn })),
      choice("Whose turn", players.map((player) => player.color), game.active, (active) => set({ active })),
      choice("Phase", PHASES, game.phase, (phase) => set({ phase: /** @type {GameDocument["phase"]} */ (phase) }), { id: "phase" }),
      choice("Movement Roll", [["", "none"], 1, 2, 3, 4, 5, 6], game.roll || "", (roll) => set({ roll: Number(roll) || undefined }), { id: "movement-roll" })),
    h("div", { class: "fields" }, players.map((player, i) => count(`${player.color}'s score`, player.score, 0, (score) => changeGame(table, (document) => {
      Object.assign(document.players?.[i] || {}, { score });
    })))),
    Stock(state.data, game, (caretaker) => set({ caretaker })),
  ];
}
