// The page's own controls: tabs, steps, undo, keys, and the browser's Back.
import { all, announce, byId } from "./dom.js";
import { matches } from "./sheet.js";
import { front, isFull } from "./state.js";
import { everyNode, factsOf, isBad, rootOf } from "./tree.js";

const ASIDE = new Set(["setup", "odds", "files"]); // panels that Back closes

export class Controls {
  constructor(table) {
    this.table = table;
    this.depth = history.state?.depth ?? 0; // entries of this page that lie behind
    this.hash = location.hash;
    this.entries = []; // what Back closes: "panel" or "position"
    const steps = { first: () => this.goto(0), back: () => this.step(-1), on: () => this.step(1), last: () => this.goto(Infinity) };
    const on = (id, kind, act) => byId(id).addEventListener(kind, act);
    for (const tab of all("[role=tab]")) tab.addEventListener("click", () => this.open(tab.dataset.for));
    for (const control of all("[data-go]")) control.addEventListener("click", steps[control.dataset.go]);
    for (const which of ["undo", "redo"]) on(which, "click", () => this.undo(which));
    for (const which of ["promote", "remove"]) on(which, "click", () => table.send(which));
    on("tabs", "keydown", (event) => this.tabKey(event));
    on("show-board", "click", () => table.send("turn"));
    on("position", "change", (event) => table.send("load", { text: event.target.value }));
    on("search", "input", (event) => table.send("search", { search: event.target.value.trim().toLowerCase().replace(/\s+/g, " ") }));
    on("comment", "change", (event) => table.send("comment", { words: event.target.value }));
    on("slider", "input", (event) => this.goto(Number(event.target.value)));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", (event) => this.back(event.state?.depth ?? 0));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      table.send("open", { file: event.dataTransfer.files[0] });
    });
  }

  get panel() {
    return this.table.state.panel;
  }

  // Something was opened that Back is to close. The entry of a panel that has been closed since serves again.
  opened(what) {
    if (this.entries.at(-1) === "panel" && !ASIDE.has(this.panel)) this.entries.pop();
    else {
      this.depth += 1;
      history.pushState({ depth: this.depth }, "");
      this.hash = location.hash;
    }
    this.entries.push(what);
  }

  // Back: the panel is closed, or else the position before is opened.
  back(depth) {
    const backwards = depth < this.depth && location.hash === this.hash; // else a link was followed
    this.depth = depth;
    this.hash = location.hash;
    if (!backwards) return;
    const what = this.entries.pop();
    if (ASIDE.has(this.panel)) this.table.send("panel", { name: front() });
    else if (what === "position") this.table.send("reopen");
    else if (what === "panel") history.back(); // it has been closed already
  }

  open(name) {
    if (ASIDE.has(name) && !ASIDE.has(this.panel)) this.opened("panel");
    this.table.send("panel", { name });
  }

  tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const tabs = all("[role=tab]").filter((tab) => tab.offsetParent);
    const next = tabs[(tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + tabs.length) % tabs.length];
    next.focus();
    this.table.send("panel", { name: next.dataset.for });
  }

  undo(which) {
    const { node } = this.table.state;
    this.table.send(which);
    if (this.table.state.node !== node) announce(which === "undo" ? "Undone" : "Redone");
  }

  goto(depth) {
    const { line } = this.table.state;
    this.table.send("visit", { node: line[Math.max(0, Math.min(depth, line.length - 1))] });
  }

  step(by) {
    const { node } = this.table.state;
    const next = by < 0 ? node.parent : node.children[0];
    if (next) this.table.send("visit", { node: next });
  }

  turn(by) {
    const turnOf = (node) => {
      const facts = factsOf(node);
      return `${facts.t}/${facts.a}/${facts.b?.[0]}`;
    };
    let at = this.table.state.node;
    const here = turnOf(at);
    for (let next = at; next && turnOf(at) === here; next = by < 0 ? at.parent : at.children[0]) at = next;
    this.table.send("visit", { node: at });
  }

  // The next step that breaks a rule; back to the first after the last.
  bad() {
    const { node } = this.table.state;
    const nodes = [...everyNode(rootOf(node))];
    const at = nodes.indexOf(node);
    const next = [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)].find(isBad);
    if (next) this.table.send("visit", { node: next });
  }

  key(event) {
    const { state, send } = this.table;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "range";
    if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y", "Z"].includes(event.key)) {
      event.preventDefault();
      this.undo(event.key === "z" ? "undo" : "redo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const open = (name) => send("panel", { name });
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.goto(0), End: () => this.goto(Infinity),
      PageUp: () => this.turn(-1), PageDown: () => this.turn(1), b: () => send("turn"), u: () => this.undo("undo"), r: () => this.undo("redo"),
      s: () => open("setup"), m: () => open("moves"), o: () => open("odds"), f: () => open("files"), i: () => this.bad(),
      n: () => byId("next").querySelector("button")?.focus({ preventScroll: true }),
      "/": () => {
        open("moves");
        byId("search").focus();
      },
      Escape: () => send("pick", { chosen: null, armed: null }),
    };
    if (state.tray && !isFull(state.tray)) for (const face of [1, 2, 3, 4, 5, 6]) keys[face] = () => send("dice", { dice: [face] });
    if (!keys[event.key] || event.target.type === "range") return;
    event.preventDefault();
    keys[event.key]();
  }

  // What the controls show of a state.
  show(state) {
    const { node, line, panel } = state;
    document.body.dataset.panel = panel;
    for (const tab of all("[role=tab]")) {
      tab.setAttribute("aria-selected", String(tab.dataset.for === panel));
      tab.tabIndex = tab.dataset.for === panel ? 0 : -1;
    }
    byId("undo").disabled = !state.past.length;
    byId("redo").disabled = !state.future.length;
    const slider = byId("slider");
    slider.max = line.length - 1;
    slider.value = node.depth;
    slider.setAttribute("aria-valuetext", node.says || "the beginning");
    const comment = byId("comment");
    if (document.activeElement !== comment) comment.value = node.comment || "";
    byId("promote").hidden = !node.parent || Boolean(node.refused) || node.parent.children[0] === node;
    byId("remove").hidden = !node.parent || node.step !== undefined;
    byId("variation").hidden = byId("promote").hidden && byId("remove").hidden;
    byId("found").textContent = state.search && `${[...everyNode(rootOf(node))].filter((one) => matches(state, one)).length} found`;
    byId("sheet").classList.toggle("searched", Boolean(state.search));
  }
}
