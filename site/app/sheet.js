// The score sheet: the moves as a tree with variations and comments, searched and leafed through.
import { button, byId, html } from "./dom.js";
import { endOf, everyNode, pathTo, rootOf } from "./store.js";

export class Sheet {
  // heard(node): a step as it is to be told.
  constructor(host, { go, comment, remove, promote, heard }) {
    this.host = host;
    this.go = go;
    this.remove = remove;
    this.promote = promote;
    this.heard = heard;
    this.rows = new Map();
    this.root = null;
    this.size = -1;
    host.addEventListener("click", (event) => {
      const row = event.target.closest("[data-node]");
      if (row) go(this.nodes.get(row.dataset.node));
    });
    byId("search").addEventListener("input", () => this.search());
    byId("comment").addEventListener("change", (event) => comment(event.target.value));
    byId("slider").addEventListener("input", (event) => go(this.main[Number(event.target.value)]));
    byId("remove").addEventListener("click", () => remove(this.node));
    byId("promote").addEventListener("click", () => promote(this.node));
  }

  show(node, anew) {
    this.node = node;
    const root = rootOf(node);
    let size = 0;
    if (anew || root !== this.root) for (const _ of everyNode(root)) size += 1;
    else size = this.size;
    if (root !== this.root || size !== this.size || anew) this.build(root, size);
    const path = pathTo(node);
    if (path.at(-1) !== this.main[node.depth]) this.main = pathTo(endOf(node));
    const slider = byId("slider");
    slider.max = this.main.length - 1;
    slider.value = node.depth;
    slider.setAttribute("aria-valuetext", node.says || "the beginning");
    this.current?.removeAttribute("aria-current");
    this.current = this.rows.get(node);
    this.current?.setAttribute("aria-current", "step");
    const comment = byId("comment");
    if (document.activeElement !== comment) comment.value = node.comment || "";
    byId("promote").hidden = !node.parent || Boolean(node.refused) || node.parent.children[0] === node;
    byId("remove").hidden = !node.parent || node.step !== undefined;
    byId("variation").hidden = byId("promote").hidden && byId("remove").hidden;
    cancelAnimationFrame(this.revealing);
    this.revealing = requestAnimationFrame(() => this.reveal(this.current)); // laid out once, with all that has changed
  }

  reveal(row) {
    if (!row) return;
    const box = this.host;
    const top = row.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }

  build(root, size) {
    this.root = root;
    this.size = size;
    this.rows.clear();
    this.nodes = new Map();
    this.main = pathTo(endOf(root));
    const list = html("ol", { class: "tree" });
    list.append(this.row(root));
    this.branch(root, list);
    this.host.replaceChildren(list);
    this.search();
  }

  // A line of play: each row, and after it the variations to it, indented.
  branch(from, list) {
    let at = from;
    while (at.children.length) {
      const [first, ...others] = at.children;
      const heading = this.heading(first);
      if (heading) list.append(html("li", { class: "turn" }, heading));
      list.append(this.row(first));
      for (const other of others) {
        const inner = html("ol", { class: "tree variation" });
        inner.append(this.row(other));
        this.branch(other, inner);
        list.append(html("li", { class: "branch" }, inner));
      }
      at = first;
    }
  }

  heading(node) {
    const now = node.changes || node.held?.facts || {};
    const before = node.parent.held?.facts || {};
    const turn = node.changes ? now.t : now.t !== before.t ? now.t : undefined;
    const active = node.changes ? now.a : now.a !== before.a ? now.a : undefined;
    if (node.changes ? now.B : now.B && !before.B) return `Battle: ${now.B[0]}`;
    return turn || active ? `${turn ? `Turn ${turn}` : ""} ${active || ""}`.trim() : null;
  }

  row(node) {
    this.nodes.set(node.id, node);
    const bad = node.refused || node.problems?.length;
    const made = html("li", { "data-node": node.id, class: bad ? "move bad" : "move" },
      button("", () => {}, { class: "says", tabindex: "-1" }));
    const words = made.firstChild;
    const { says, text } = this.heard(node);
    words.append(node.parent ? says : node.title || "The beginning");
    if (node.parent && text && text !== says && !/^[a-z-]+$/.test(text)) words.append(html("small", {}, text));
    if (bad) words.append(html("small", { class: "bad" }, "illegal"));
    if (node.comment) made.append(html("p", { class: "comment" }, node.comment));
    this.rows.set(node, made);
    return made;
  }

  search() {
    const wanted = byId("search").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [node, row] of this.rows) {
      const said = !wanted.length || this.holds(node, wanted);
      row.classList.toggle("out", !said);
      found += said && wanted.length ? 1 : 0;
    }
    this.host.classList.toggle("searched", wanted.length > 0);
    byId("found").textContent = wanted.length ? `${found} found` : "";
  }

  holds(node, wanted) {
    const rules = [...(node.events || []), ...(node.because || []), ...(node.refused?.rulings || [])].map((one) => one.rule);
    const bad = node.refused || node.problems?.length ? "illegal" : "";
    const { text, says } = this.heard(node);
    const said = [text, says, node.comment, bad, ...rules].join(" ").toLowerCase();
    return wanted.every((word) => said.includes(word));
  }

  // The next row that a search, or else a word, finds; back to the first after the last.
  nextOf(test) {
    const nodes = [...this.rows.keys()];
    const at = nodes.indexOf(this.node);
    return [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)].find(test) || null;
  }
}
