// Changing the position that is set up: each change makes a document of its own.
import { button, group, h } from "./dom.js";
import { dragged } from "./gestures.js";
import { colorsOf, counterOf } from "./pieces.js";
import { battleIn, copied } from "./places.js";
import { inBattle } from "./state.js";

/** @import { Table } from "./main.js" */
/** @import { Battle, GameDocument, Position } from "./protocol" */
/** @import { OpenTable, View } from "./types" */

/** @typedef {{ chosen?: string | null, made?: string | null }} Chosen */

// The position that is set up becomes another one.
/** @type {(table: Table, how: (document: Position) => void, more?: Chosen) => void} */
export function change(table, how, more) {
  const { held } = table.open.node;
  if (!held) return;
  const document = copied(held.position);
  how(document);
  table.send("edit", { document, ...more });
}

/** @type {(table: Table, how: (battle: Battle) => void, more?: Chosen) => void} */
export const changeBattle = (table, how, more) => change(table, (document) => {
  const battle = battleIn(document);
  if (battle) how(battle);
}, more);

/** @type {(table: Table, how: (game: GameDocument) => void, more?: Chosen) => void} */
export const changeGame = (table, how, more) => change(table, (document) => {
  if (document.kind === "game") how(document);
}, more);

// The characters of the box as counters, to be touched or dragged onto the board.
// put(name, hex): one was dropped there.
/** @type {(table: OpenTable, side: { player: string, legion: string }, press: (name: string) => void, put?: ((name: string, hex: string) => void) | null) => View} */
export function Palette(table, side, press, put = null) {
  const { state } = table;
  const { data, role, armed } = state;
  const colors = colorsOf(data, side.player, side.legion);
  return group("Characters", data.characters.map(([name], index) => {
    const { drawing } = counterOf(data, index, inBattle(state) ? role : "attacker", colors, {});
    const picture = h("svg", { viewBox: "-62 -51 124 104", "aria-hidden": "true" }, h("use", { href: `#${drawing}` }));
    /** @type {(event: PointerEvent & { currentTarget: Element }) => void} */
    const drag = (event) => dragged(event, /** @type {SVGElement} */ (event.currentTarget.firstChild), (place) => {
      const marked = /** @type {HTMLElement | undefined} */ (place?.closest("[data-hex], [data-at]"))?.dataset;
      const hex = marked?.hex || marked?.at;
      if (put && hex && data.hexes[hex]) put(name, hex);
    });
    return button(picture, () => press(name), { "aria-label": name, "aria-pressed": String(armed === name), "data-name": name, key: name, onPointerDown: drag });
  }), { class: "palette" });
}
