// The page's own controls: tabs, steps, undo, keys.
import { all, announce, byId } from "./dom.js";
import { factsOf } from "./store.js";

const ASIDE = new Set(["setup", "odds", "files"]); // panels that Back closes

export class Controls {
  constructor(table) {
    this.table = table;
    this.tabs = all("[role=tab]");
    for (const tab of this.tabs) tab.addEventListener("click", () => this.choose(tab.dataset.for));
    byId("tabs").addEventListener("keydown", (event) => this.tabKey(event));
    const steps = { first: () => table.goto(0), back: () => this.step(-1), on: () => this.step(1), last: () => table.goto(Infinity) };
    for (const control of all("[data-go]")) control.addEventListener("click", steps[control.dataset.go]);
    for (const which of ["undo", "redo"]) byId(which).addEventListener("click", () => this.undo(which));
    byId("show-board").addEventListener("click", () => table.turnBoard());
    byId("position").addEventListener("change", (event) => table.load(event.target.value));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", (event) => this.back(event.state?.depth ?? 0));
    this.depth = history.state?.depth ?? 0; // entries of this page that lie behind
    this.hash = location.hash;
    this.entries = []; // what Back closes: "panel" or "position"
  }

  // Something was opened that Back is to close. The entry of a panel that has been closed since serves again.
  opened(what) {
    if (this.entries.at(-1) === "panel" && !ASIDE.has(document.body.dataset.panel)) this.entries.pop();
    else {
      this.depth += 1;
      history.pushState({ depth: this.depth }, "");
      this.hash = location.hash;
    }
    this.entries.push(what);
  }

  // Back: the panel is closed, or else the position before is opened.
  back(depth) {
    const { table } = this;
    const backwards = depth < this.depth && location.hash === this.hash; // else a link was followed
    this.depth = depth;
    this.hash = location.hash;
    if (!backwards) return;
    const what = this.entries.pop();
    if (ASIDE.has(document.body.dataset.panel)) table.panel(table.front);
    else if (what === "position") table.reopen();
    else if (what === "panel") history.back(); // it has been closed already
  }

  choose(name) {
    if (ASIDE.has(name) && !ASIDE.has(document.body.dataset.panel)) this.opened("panel");
    this.table.panel(name);
  }

  shown(name) {
    document.body.dataset.panel = name;
    for (const tab of this.tabs) {
      const mine = tab.dataset.for === name;
      tab.setAttribute("aria-selected", String(mine));
      tab.tabIndex = mine ? 0 : -1;
    }
  }

  tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const seen = this.tabs.filter((tab) => tab.offsetParent);
    const next = seen[(seen.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + seen.length) % seen.length];
    next.focus();
    this.table.panel(next.dataset.for);
  }

  undo(which) {
    this.table.leave();
    if (this.table.store[which]()) announce(which === "undo" ? "Undone" : "Redone");
  }

  step(by) {
    const { node } = this.table.store;
    const next = by < 0 ? node.parent : node.children[0];
    if (next) this.table.visit(next);
  }

  turn(by) {
    const turnOf = (node) => {
      const facts = factsOf(node);
      return `${facts.t}/${facts.a}/${facts.b?.[0]}`;
    };
    let at = this.table.store.node;
    const here = turnOf(at);
    do {
      const next = by < 0 ? at.parent : at.children[0];
      if (!next) break;
      at = next;
    } while (turnOf(at) === here);
    this.table.visit(at);
  }

  key(event) {
    const { table } = this;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "range";
    if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y", "Z"].includes(event.key)) {
      event.preventDefault();
      this.undo(event.key === "z" ? "undo" : "redo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const digit = /^[1-6]$/.test(event.key) && table.tray.now && !table.tray.full;
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => table.goto(0), End: () => table.goto(Infinity),
      PageUp: () => this.turn(-1), PageDown: () => this.turn(1), b: () => table.turnBoard(), u: () => this.undo("undo"), r: () => this.undo("redo"),
      s: () => table.panel("setup"), m: () => table.panel("moves"), o: () => table.panel("odds"), f: () => table.panel("files"),
      "/": () => {
        table.panel("moves");
        byId("search").focus();
      },
      i: () => table.visit(table.sheet.nextOf((node) => node.refused || node.problems?.length) || table.store.node),
      n: () => table.choices.focus(),
      Escape: () => {
        table.tray.close();
        table.setup.armed = null;
        table.choosing.choose(null);
      },
    };
    if (digit) {
      event.preventDefault();
      table.tray.add([Number(event.key)]);
    } else if (keys[event.key] && event.target.type !== "range") {
      event.preventDefault();
      keys[event.key]();
    }
  }
}
