// Setting up: a position is a document, and every touch here gives a changed copy of it.
import { BattleFields } from "./battleset.js";
import { button, choice, folded, h, list, row } from "./dom.js";
import { GameFields } from "./gameset.js";
import { battleIn } from "./places.js";
import { faultsOf } from "./ruling.js";
import { front, inBattle } from "./state.js";

function Beginnings({ state, send, kits }) {
  const { box, shipped, players: [least, most] } = state.data;
  const named = typeof box === "string";
  const boxes = [...shipped, ...Object.keys(kits.files)];
  const players = Math.min(Math.max(state.players, least), most);
  const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return h("div", { class: "begin" },
    row(button("Play on", () => send("panel", { name: front() }), { class: "main", id: "to-play" }),
      button("Empty battle", () => send("fresh", { kind: "battle", box }), { id: "new-battle" }),
      button("New game", () => send("fresh", { kind: "game", box, count: players }), { id: "new-game" })),
    folded(`Box: ${named ? box : box.name}; ${players} players in a new game`, h("div", { class: "fields" },
      choice("Box", named ? boxes : [[JSON.stringify(box), box.name], ...boxes], named ? box : JSON.stringify(box), (name) => send("fresh", { kind: "battle", box: name }), { id: "box" }),
      choice("Players in a new game", counts, players, (count) => send("side", { players: Number(count) }), { id: "players" })), { id: "beginning" }));
}

export function SetUp(table) {
  const { state } = table;
  const document = state.node.held?.position;
  const battle = document && inBattle(state) && battleIn(document);
  const faults = faultsOf(state.node); // the card that tells them is not seen on a phone
  return [
    Beginnings(table), faults.length > 0 && list(faults, { class: "faults wrong" }),
    battle ? BattleFields(table, battle) : document && GameFields(table, document),
  ];
}
