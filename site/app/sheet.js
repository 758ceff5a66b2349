// The score sheet: the moves as a tree with variations and comments, searched and leafed through.
import { button, byId, h } from "./dom.js";
import { factsOf, isBad, rootOf } from "./tree.js";
import { heard } from "./viewing.js";

const rows = new WeakMap(); // the row of a node, and what it was made for; what stays the same is not made anew

function rowOf(state, node, send, at) {
  const out = state.search && !matches(state, node);
  const key = [state.viewer, node.comment, at, out, node.says].join("|");
  if (rows.get(node)?.key !== key) rows.set(node, { key, row: Row(state, node, send, at, out) });
  return rows.get(node).row;
}

function Row(state, node, send, at, out) {
  const { says, text } = heard(state, node);
  const bad = isBad(node);
  return h("li", { key: node.id, class: `move${bad ? " bad" : ""}${out ? " out" : ""}`, "aria-current": at ? "step" : null },
    button([
      node.parent ? says : node.title || "The beginning", node.parent && text && text !== says && !/^[a-z-]+$/.test(text) && h("small", {}, text),
      bad && h("small", { class: "bad" }, "illegal"),
    ], () => send("visit", { node }), { class: "says", tabIndex: -1 }),
    node.comment && h("p", { class: "comment" }, node.comment));
}

function headingOf(node) {
  const now = node.changes || (node.held?.facts ?? {});
  const before = node.changes ? {} : factsOf(node.parent);
  if (now.B && !before.B) return `Battle: ${now.B[0]}`;
  const turn = now.t !== before.t && now.t;
  const active = now.a !== before.a && now.a;
  return turn || active ? `${turn ? `Turn ${turn}` : ""} ${active || ""}`.trim() : null;
}

// A line of play: each row, and after it the variations to it, indented.
function branch(state, from, send, items) {
  for (let at = from; at.children.length; [at] = at.children) {
    const [first, ...others] = at.children;
    const heading = headingOf(first);
    if (heading) items.push(h("li", { class: "turn", key: `turn-${first.id}` }, heading));
    items.push(rowOf(state, first, send, first === state.node));
    for (const other of others) {
      const inner = branch(state, other, send, [rowOf(state, other, send, other === state.node)]);
      items.push(h("li", { class: "branch", key: `branch-${other.id}` }, h("ol", { class: "tree variation" }, inner)));
    }
  }
  return items;
}

export function Sheet({ state, send }) {
  const root = rootOf(state.node);
  return h("ol", { class: "tree" }, branch(state, root, send, [rowOf(state, root, send, root === state.node)]));
}

export function matches(state, node) {
  const rules = [...(node.events || []), ...(node.because || []), ...(node.refused?.rulings || [])].map((one) => one.rule);
  const { text, says } = heard(state, node);
  const said = [text, says, node.comment, isBad(node) ? "illegal" : "", ...rules].join(" ").toLowerCase();
  return state.search.split(" ").every((word) => said.includes(word));
}

// Lets the row of the step that is shown be seen.
export function reveal() {
  const box = byId("sheet");
  const row = box.querySelector("[aria-current]");
  if (!row) return;
  const top = row.offsetTop;
  if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
}
