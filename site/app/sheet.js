// The score sheet: the moves as a tree with variations and comments, searched and leafed through.
import { button, byId, h, paint } from "./dom.js";
import { factsOf, isBad, rootOf } from "./tree.js";
import { heard } from "./viewing.js";

/** @import { Changes, Node, Open, OpenTable, Send, View } from "./types" */

const PART = 60; // rows
/** @type {(node: Node) => string} */
const rowId = (node) => `row-${node.id}`;
let shown = ""; // what the list was made of: leafing through it changes nothing but one mark

/** @type {(state: Open, node: Node, send: Send) => View} */
function Row(state, node, send) {
  const { says, text } = heard(state, node);
  const bad = isBad(node);
  const out = state.search && !matches(state, node);
  return h("li", { key: node.id, id: rowId(node), class: `move${bad ? " bad" : ""}${out ? " out" : ""}` },
    button([
      bad && h("small", { class: "bad" }, "illegal"),
      node.parent ? says : node.title || "The beginning", node.parent && text && text !== says && !/^[a-z-]+$/.test(text) && h("small", {}, text),
    ], () => send("visit", { node }), { class: "says", tabIndex: -1 }),
    node.comment && h("p", { class: "comment" }, node.comment));
}

/** @type {(node: Node) => string | null} */
function headingOf(node) {
  /** @type {Changes} */
  const now = node.changes || (node.held?.facts ?? {});
  /** @type {Changes} */
  const before = node.changes || !node.parent ? {} : factsOf(node.parent);
  if (now.B && !before.B) return `Battle: ${now.B[0]}`;
  const turn = now.t !== before.t && now.t;
  const active = now.a !== before.a && now.a;
  return turn || active ? `${turn ? `Turn ${turn}` : ""} ${active || ""}`.trim() : null;
}

// A line of play: each row, and after it the variations to it, indented.
/** @type {(state: Open, from: Node, send: Send, items: View[]) => View[]} */
function branch(state, from, send, items) {
  for (let at = from; at.children.length; [at] = at.children) {
    const [first, ...others] = at.children;
    const heading = headingOf(first);
    if (heading) items.push(h("li", { class: "turn", key: `turn-${first.id}` }, heading));
    items.push(Row(state, first, send));
    for (const other of others) {
      const inner = branch(state, other, send, [Row(state, other, send)]);
      items.push(h("li", { class: "branch", key: `branch-${other.id}` }, h("ol", { class: "tree variation" }, inner)));
    }
  }
  return items;
}

// Parts that are out of sight are not laid out.
/** @type {(items: View[]) => View[]} */
function inParts(items) {
  const parts = Array.from({ length: Math.ceil(items.length / PART) }, (_, i) => items.slice(i * PART, (i + 1) * PART));
  return parts.map((part, i) => h("li", { class: "part", key: i }, h("ol", {}, part)));
}

/** @type {(table: OpenTable) => void} */
export function drawSheet({ state, send }) {
  const root = rootOf(state.node);
  const key = [root.id, state.version, state.viewer, state.search, root.held?.line].join("|");
  if (shown !== key) paint("sheet", h("ol", { class: "tree" }, inParts(branch(state, root, send, [Row(state, root, send)]))));
  shown = key;
  mark(state.node);
}

/** @type {(state: Open, node: Node) => boolean} */
export function matches(state, node) {
  const rules = [...(node.events || []), ...(node.because || []), ...(node.refused?.rulings || [])].map((one) => one.rule);
  const { text, says } = heard(state, node);
  const said = [text, says, node.comment, isBad(node) ? "illegal" : "", ...rules].join(" ").toLowerCase();
  return state.search.split(" ").every((word) => said.includes(word));
}

// Marks the row of the step that is shown.
/** @type {(node: Node) => void} */
function mark(node) {
  const before = byId("sheet").querySelector("[aria-current]");
  const row = byId(rowId(node));
  if (before === row) return;
  before?.removeAttribute("aria-current");
  row?.setAttribute("aria-current", "step");
}

// Lets that row be seen.
/** @type {(node: Node) => void} */
export function reveal(node) {
  const box = byId("sheet");
  const row = byId(rowId(node));
  if (!row) return;
  const window = box.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (top < window.top || bottom > window.bottom) box.scrollTop += top - window.top - box.clientHeight / 2;
}
