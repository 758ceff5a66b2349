// The page's own controls: tabs, steps, undo, keys, and the browser's Back.
import { all, announce, byId } from "./dom.js";
import { matches } from "./sheet.js";
import { front, isFull, lineOn, redone, undone } from "./state.js";
import { everyNode, factsOf, isBad, rootOf } from "./tree.js";

/** @import { Table } from "./main.js" */
/** @import { Node, Panel, State } from "./types" */

const ASIDE = new Set(["setup", "odds", "files", "rules"]); // panels that Back closes
const TYPED = "titan-typed";
const MOST_TYPED = 20_000;
const MOST_SHOWN = 5_000; // letters that the field holds

/** @type {(tab: HTMLElement) => Panel} */
const panelOf = (tab) => /** @type {Panel} */ (tab.dataset.for);

export class Controls {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.guarded = Boolean(history.state?.open); // whether an entry stands for what is open
    this.hash = location.hash;
    const steps = { first: () => this.goto(0), back: () => this.step(-1), on: () => this.step(1), last: () => this.goto(Infinity) };
    /** @type {<Kind extends keyof HTMLElementEventMap>(id: string, kind: Kind, act: (event: HTMLElementEventMap[Kind]) => void) => void} */
    const on = (id, kind, act) => byId(id).addEventListener(kind, act);
    for (const tab of all("[role=tab]")) tab.addEventListener("click", () => table.send("panel", { name: panelOf(tab) }));
    byId("ask").value = sessionStorage.getItem(TYPED) || "";
    this.fit();
    for (const control of all("[data-go]")) control.addEventListener("click", steps[/** @type {keyof typeof steps} */ (control.dataset.go)]);
    for (const which of /** @type {const} */ (["undo", "redo"])) on(which, "click", () => this.undo(which));
    for (const which of /** @type {const} */ (["promote", "remove"])) on(which, "click", () => table.send(which));
    on("tabs", "keydown", (event) => this.tabKey(event));
    on("show-board", "click", () => table.send("turn"));
    on("home", "click", () => table.send("home"));
    on("file", "change", async () => {
      await table.send("open", { file: byId("file").files?.[0] });
      byId("file").value = ""; // so that the same file, edited, can be opened again
    });
    on("ask", "keydown", (event) => this.typed(event));
    on("ask", "paste", (event) => this.pasted(event));
    on("ask", "input", () => this.fit());
    on("ask", "blur", () => {
      byId("ask").scrollTop = 0;
    });
    on("ask-it", "click", () => table.send("ask", { text: byId("ask").value }));
    on("cancel", "click", () => table.cancel());
    on("search", "input", () => table.send("search", { search: byId("search").value.trim().toLowerCase().replace(/\s+/g, " ") }));
    on("comment", "change", () => table.send("comment", { words: byId("comment").value }));
    on("slider", "input", () => this.goto(Number(byId("slider").value)));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", (event) => this.back(event));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      table.send("open", { file: event.dataTransfer?.files[0] });
    });
  }

  // Whether something is open that Back closes.
  get open() {
    const { panel, tray, pending } = this.table.state;
    return ASIDE.has(panel) || Boolean(tray || pending);
  }

  // While something is open, an entry of the browser's history stands for it.
  guard() {
    if (!this.open || history.state?.open) return;
    history.pushState({ open: true }, "");
    this.guarded = true;
    this.hash = location.hash;
  }

  // Back: what is open is closed, the nearest first; where nothing is open any more, it leaves.
  /** @param {PopStateEvent} event */
  back(event) {
    const leaving = this.guarded && !event.state?.open && location.hash === this.hash; // else a link was followed
    this.guarded = Boolean(event.state?.open);
    this.hash = location.hash;
    if (!leaving) return;
    const { panel, tray, pending } = this.table.state;
    if (!this.open) history.back(); // what it stood for has been closed already
    else if (tray) this.table.send("close");
    else if (pending) this.table.send("offer", { actions: null });
    else if (ASIDE.has(panel)) this.table.send("panel", { name: front() });
  }

  // What is typed is kept, and there on return; Enter asks.
  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.key === "Escape") byId("ask").blur();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.table.send("ask", { text: byId("ask").value });
  }

  // A long text is asked at once: a field is slow to show it.
  /** @param {ClipboardEvent} event */
  pasted(event) {
    const text = event.clipboardData?.getData("text") || "";
    if (text.length <= MOST_SHOWN) return;
    event.preventDefault();
    this.table.send("ask", { text });
  }

  /** @param {string} text */
  type(text) {
    byId("ask").value = text;
    this.fit();
  }

  fit() {
    const field = byId("ask");
    sessionStorage.setItem(TYPED, field.value.slice(0, MOST_TYPED));
    field.rows = Math.min(field.value.split("\n").length, 3);
  }

  /** @param {KeyboardEvent} event */
  tabKey(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const tabs = all("[role=tab]").filter((tab) => tab.offsetParent);
    const next = tabs[(tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + tabs.length) % tabs.length];
    next.focus();
    this.table.send("panel", { name: panelOf(next) });
  }

  /** @param {"undo" | "redo"} which */
  undo(which) {
    const { node } = this.table.state;
    this.table.send(which);
    if (this.table.state.node !== node) announce(which === "undo" ? "Undone" : "Redone");
  }

  /** @param {number} depth */
  goto(depth) {
    const line = lineOn(this.table.open);
    this.table.send("visit", { node: line[Math.max(0, Math.min(depth, line.length - 1))] });
  }

  /** @param {1 | -1} by */
  step(by) {
    this.goto(this.table.open.node.depth + by);
  }

  /** @param {1 | -1} by */
  turn(by) {
    /** @type {(node: Node) => string} */
    const turnOf = (node) => {
      const facts = factsOf(node);
      return `${facts.t}/${facts.a}/${facts.b?.[0]}`;
    };
    const line = lineOn(this.table.open);
    const here = turnOf(this.table.open.node);
    let { depth } = this.table.open.node;
    while (line[depth + by] && turnOf(line[depth]) === here) depth += by;
    this.goto(depth);
  }

  // The next step that breaks a rule; back to the first after the last.
  bad() {
    const { node } = this.table.open;
    const nodes = [...everyNode(rootOf(node))];
    const at = nodes.indexOf(node);
    const next = [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)].find(isBad);
    if (next) this.table.send("visit", { node: next });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { state, send } = this.table;
    if (!state.node) return;
    const on = /** @type {HTMLInputElement} */ (event.target);
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName) && on.type !== "range";
    if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y", "Z"].includes(event.key)) {
      event.preventDefault();
      this.undo(event.key === "z" ? "undo" : "redo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    /** @type {(name: Panel) => void} */
    const open = (name) => send("panel", { name });
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.goto(0), End: () => this.goto(Infinity),
      PageUp: () => this.turn(-1), PageDown: () => this.turn(1), b: () => send("turn"), u: () => this.undo("undo"), r: () => this.undo("redo"),
      s: () => open("setup"), m: () => open("moves"), o: () => open("odds"), f: () => open("files"), i: () => this.bad(),
      a: () => byId("ask").focus(),
      n: () => byId("next").querySelector("button")?.focus({ preventScroll: true }),
      "/": () => {
        open("moves");
        byId("search").focus();
      },
      Escape: () => send("pick", { chosen: null, armed: null }),
    };
    if (state.tray && !isFull(state.tray)) for (const face of [1, 2, 3, 4, 5, 6]) keys[face] = () => send("dice", { dice: [face] });
    if (!keys[event.key] || on.type === "range") return;
    event.preventDefault();
    keys[event.key]();
  }

  // What the controls show of a state.
  /** @param {State} state */
  show(state) {
    const { node, panel } = state;
    this.guard();
    byId("undo").disabled = !undone(state);
    byId("redo").disabled = !redone(state);
    if (!node) return;
    for (const tab of all("[role=tab]")) {
      tab.setAttribute("aria-selected", String(tab.dataset.for === panel));
      tab.tabIndex = tab.dataset.for === panel ? 0 : -1;
    }
    const slider = byId("slider");
    slider.max = String(lineOn(state).length - 1);
    slider.value = String(node.depth);
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
