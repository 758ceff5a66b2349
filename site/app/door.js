// The front door: a field, examples, a new game, everything kept, and a file to open. There is no board here.
import { Miniature } from "./board.js";
import { button, byId, choice, faint, folded, group, h, labelled, row, valueTo } from "./dom.js";
import { factsOfDocument } from "./facts.js";
import { glance } from "./glance.js";
import { JapaneseTerms } from "./glossary.js";
import { OptionFields } from "./options.js";

/** @import { Table } from "./main.js" */
/** @import { Begin, Game, Seat, View } from "./types" */

/** @type {[string, string][]} A question in words, and what one types to have it answered. */
export const EXAMPLES = [
  ["May the hits that are left over be carried?", "Plains: Ogre D3 / Lion D4 4 hits, Centaur C3\nOgre strikes Lion with 6 6 5 1 1 2 carrying 2 to Centaur"],
  ["May a Ranger shoot at a Titan?", "Plains: Ranger D2 / Titan F3\nRanger shoots Titan"],
  ["What does the rule say?", "May I shoot over a wall?"],
];

// A game that is kept: its picture, its name, when it was played.
/** @type {(table: Table, game: Game) => View} */
function Kept({ state, send, kits }, game) {
  const { id, name, title, says, time } = game;
  const doomed = state.doomed === id;
  const open = () => send("reopen", { id });
  const words = name || title || "A game";
  return h("li", { class: "kept", key: id },
    button(Miniature(state.data, kits, game), open, { class: "picture", "aria-label": `Open ${words}`, tabIndex: -1 }),
    h("div", {},
      h("input", { value: words, "aria-label": "The name of the game", onChange: valueTo((typed) => send("rename", { id, name: typed })) }),
      faint([says, h("br", {}), new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })]),
      row(button("Open", open, { class: "main" }),
        doomed ? [button("Delete it for good", () => send("erase", { id }), { class: "bad" }), button("Keep it", () => send("doom", { id: null }))]
          : button("Delete", () => send("doom", { id }), { class: "quiet", "aria-label": `Delete ${words}` }))));
}

/** @type {(table: Table) => View} */
function NewGame({ state, send, kits }) {
  const { data, begin } = state;
  const [least, most] = data.players;
  const boxes = [...new Set([typeof data.box === "string" ? data.box : "standard", ...data.shipped, ...Object.keys(kits.files)])];
  /** @type {(more: Partial<Begin>) => void} */
  const set = (more) => send("begin", { begin: { ...begin, ...more } });
  /** @type {(i: number, more: Partial<Seat>) => void} */
  const seat = (i, more) => set({ seats: begin.seats.map((one, k) => (k === i ? { ...one, ...more } : one)) });
  const colors = Object.keys(data.letters);
  return [
    h("div", { class: "seats" }, begin.seats.map(({ name, color }, i) => group(`Player ${i + 1}`, [
      h("input", { value: name, "aria-label": `Name of player ${i + 1}`, onInput: valueTo((typed) => seat(i, { name: typed })) }),
      h("select", { value: color, "aria-label": `Colour of player ${i + 1}`, onChange: valueTo((chosen) => seat(i, { color: chosen })) },
        h("option", { value: "" }, "any colour"), colors.map((one) => h("option", { value: one }, one))),
      button("✕", () => set({ seats: begin.seats.toSpliced(i, 1) }), { "aria-label": `Without ${name}`, disabled: begin.seats.length <= least }),
    ], { class: "seat", key: i }))),
    row(button("One more player", () => set({ seats: [...begin.seats, { name: freeName(begin.seats), color: "" }] }), { disabled: begin.seats.length >= most }),
      button("Begin", () => send("fresh", { kind: "game" }), { class: "main", id: "new-game" })),
    folded(`Box: ${begin.box}. Rules: ${begin.ruleset}`, [
      h("div", { class: "fields" }, choice("Box", boxes, begin.box, (box) => set({ box }), { id: "box" }),
        labelled("Seed of the dice for the Towers", h("input", { value: begin.seed, onInput: valueTo((seed) => set({ seed })), placeholder: "a new one" }))),
      OptionFields(data, begin, set)], { id: "beginning" }),
  ];
}

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kate", "Leo"];
/** @type {(seats: Seat[]) => string} */
const freeName = (seats) => NAMES.find((name) => !seats.some((one) => one.name === name)) || `Player ${seats.length + 1}`;
/** @type {(count: number) => Seat[]} */
export const seatsOf = (count) => NAMES.slice(0, count).map((name) => ({ name, color: "" }));

/** @type {(table: Table) => View} */
export function Door(table) {
  const { state, send, kits } = table;
  const { games } = state;
  /** @type {(one: [string, string]) => View} */
  const example = ([words, text]) => {
    const document = glance(state.data, text);
    const picture = document && Miniature(state.data, kits, { id: "example", at: words, facts: factsOfDocument(state.data, document), box: state.data.box }, true);
    return h("li", { key: words }, button([h("span", {}, h("b", {}, words), h("code", {}, text)), picture], () => send("ask", { text })));
  };
  return [
    h("section", {}, h("h2", {}, "For example"), h("ul", { id: "examples" }, EXAMPLES.map(example))),
    h("section", { id: "beginner" }, h("h2", {}, "New game"), NewGame(table),
      row(button("Set up a battle", () => send("fresh", { kind: "battle" }), { id: "new-battle" }), button("Open a file", () => byId("file").click(), { id: "open-file" }), JapaneseTerms(table))),
    h("section", { id: "games" }, h("h2", {}, "My games"),
      games?.length ? h("ul", {}, games.map((game) => Kept(table, game))) : faint(games ? "What you play or set up is kept here, in this browser." : "…")),
  ];
}
