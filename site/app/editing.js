// Changing the position that is set up: each change makes a document of its own.
import { button, group, h } from "./dom.js";
import { dragged } from "./gestures.js";
import { colorsOf, counterOf } from "./pieces.js";
import { battleIn, copied } from "./places.js";
import { inBattle } from "./state.js";

// The position that is set up becomes another one: how(battle or game, whole document).
export function change(table, how, more) {
  const { state } = table;
  const document = copied(state.node.held.position);
  const battle = inBattle(state) && battleIn(document);
  how(battle || document, document);
  table.send("edit", { document, ...more });
}

// The characters of the box as counters, to be touched or dragged onto the board.
// put(name, hex): one was dropped there.
/** @type {(table: any, side: any, press: (name: string) => void, put?: ((name: string, hex: string) => void) | null) => any} */
export function Palette(table, side, press, put = null) {
  const { state } = table;
  const { data, role, armed } = state;
  const colors = colorsOf(data, side.player, side.legion);
  return group("Characters", data.characters.map(([name], index) => {
    const { drawing } = counterOf(data, index, inBattle(state) ? role : "attacker", colors, {});
    const picture = h("svg", { viewBox: "-62 -51 124 104", "aria-hidden": "true" }, h("use", { href: `#${drawing}` }));
    const drag = (event) => dragged(event, event.currentTarget.firstChild, (place) => {
      const marked = place?.closest("[data-hex], [data-at]")?.dataset;
      const hex = marked?.hex || marked?.at;
      if (put && data.hexes[hex]) put(name, hex);
    });
    return button(picture, () => press(name), { "aria-label": name, "aria-pressed": String(armed === name), "data-name": name, key: name, onPointerDown: drag });
  }), { class: "palette" });
}
