// The table: one state, one function that draws it, one queue to the engine. Whatever happens is sent here as an event.
import { empties } from "./beginning.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { byId } from "./dom.js";
import { playersIn } from "./facts.js";
import { Cancelled, Engine, keepOffline } from "./engine.js";
import { Keep } from "./keep.js";
import { Kits } from "./kits.js";
import { begun, front, isAble, update } from "./state.js";
import { TASKS } from "./tasks.js";
import { boxOf, endOf, factsOf, forget, newNode, news, nodesOf, rootOf, trailTo, treeOf } from "./tree.js";
import { draw } from "./view.js";

/** @import { Answer, Question, Questions } from "./protocol" */
/** @import { Data, Event, Events, Held, Line, Node, Open, State } from "./types" */

/** @typedef {"page" | "place" | "piece"} Scope */

const KEEPS_NOTHING = "This browser keeps nothing: save what you do as a file before you leave.";
const READ_FOR = 8000; // milliseconds that a message stays
const REST = 300; // milliseconds after which a step is looked at, not passed

// Which page's work this is: that of a table, or of the game or position that the page was made with.
/** @type {(data: Data) => string} */
function pageOf(data) {
  const own = (data.record ? byId("data").textContent : data.first?.opened ? data.first.held.line : "") || "";
  let sum = 0x811c9dc5;
  for (let i = 0; i < own.length; i++) sum = Math.imul(sum ^ own.charCodeAt(i), 0x01000193);
  return own && `${own.length}-${(sum >>> 0).toString(36)}`;
}

export class Table {
  /** @param {Data} data */
  constructor(data) {
    this.send = this.send.bind(this);
    /** @type {State} */
    this.state = begun(data);
    this.began = false;
    /** @type {Promise<Answer<Questions["at" | "draw"]>> | null} */
    this.holding = null;
    /** @type {Node | null} */
    this.savedAt = null;
    this.scopes = { page: new AbortController(), place: new AbortController(), piece: new AbortController() };
    this.page = pageOf(data);
    this.keep = new Keep(() => this.tell(KEEPS_NOTHING));
    this.kits = new Kits(data, (question) => this.ask(question, "page"));
    this.board = new Board(byId("board"), data, this.send, () => this.again());
    this.controls = new Controls(this);
    this.engine = new Engine(data.engine, (engine, words) => {
      this.send("engine", { engine, words });
      if (data.worker && engine === "ready") keepOffline(); // what has been fetched by then is not fetched again
    }, (working) => this.send("working", { working }));
  }

  // A game that begins now: the one of this page's own document, or a new one.
  newGame() {
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  }

  // An event: what it changes is changed and drawn at once; if it starts a task, a promise of its end.
  /** @type {(...event: Event) => Promise<unknown> | undefined} */
  send(...[type, event]) {
    const before = this.state;
    this.state = update(before, type, event);
    if (this.state !== before) {
      this.left(before);
      draw(this);
    }
    const task = /** @type {((table: Table, event: Event[1]) => Promise<unknown>) | undefined} */ (TASKS[type]);
    return task?.(this, event).catch((error) => {
      if (!(error instanceof Cancelled)) throw error;
    });
  }

  // The state while a game is open; what is about a game that has been left ends here.
  get open() {
    if (!this.state.node) throw new Cancelled();
    return this.state;
  }

  // Another size: the board comes as near as is needed there.
  again() {
    cancelAnimationFrame(this.drawing || 0);
    this.drawing = requestAnimationFrame(() => draw(this));
  }

  // Nothing more is waited for.
  cancel() {
    for (const scope of /** @type {Scope[]} */ (Object.keys(this.scopes))) this.renew(scope);
  }

  // Questions on a place or piece that is no longer looked at are not asked.
  /** @param {State} before */
  left(before) {
    const { node, chosen, version } = this.state;
    const moved = node !== before.node;
    if (moved) this.renew("place");
    if (moved || chosen !== before.chosen) this.renew("piece");
    if (version !== before.version) this.save();
    if (!moved && version === before.version) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send("settle"), version === before.version ? REST : 0);
  }

  /** @param {Scope} scope */
  renew(scope) {
    this.scopes[scope].abort();
    this.scopes[scope] = new AbortController();
    this.holding = null;
  }

  /** @param {string} message */
  tell(message) {
    clearTimeout(this.telling);
    if (message) this.telling = setTimeout(() => this.tell(""), READ_FOR);
    this.send("tell", { message });
  }

  /**
   * An answer of the engine, in the name of a scope. Every question carries the boxes of one's own; what an answer
   * shows can be drawn once it is here.
   * @template {Question} Q
   * @param {Q} question
   * @param {Scope} scope
   * @returns {Promise<Answer<Q>>}
   */
  async ask(question, scope = "place") {
    const { signal } = this.scopes[scope];
    /** @type {any} */
    const answer = await this.engine.ask(Object.assign({ boxes: this.kits.held }, question), signal);
    const box = answer.kind === "record" ? answer.box : answer.position?.box;
    const error = box && (await this.kits.fetch(box));
    if (signal.aborted) throw new Cancelled();
    return error ? /** @type {any} */ ({ error }) : answer;
  }

  // The engine's answer on the position that is shown, asked for once; null where there is none.
  /** @returns {Promise<Held | null>} */
  async hold() {
    const { node } = this.state;
    if (!node || node.glanced) return null;
    const { record } = rootOf(node);
    if (node.held?.legal) return node.held;
    if (!isAble(this.state) || !(node.held || record)) return node.held || null;
    this.holding ||= this.ask(node.held ? { ask: "draw", position: node.held.position } : { ask: "at", record: record || "", step: node.step || 0 });
    const answer = await this.holding;
    if (!node.held?.legal) this.send("held", { node, answer });
    return node.held || null;
  }

  // A position as a file, or with a line of play all that was played.
  /** @type {(form: string, line?: Line | null) => Promise<string | undefined>} */
  async exported(form, line = null) {
    const answer = await this.ask({ ask: "export", as: form, ...(line || { position: (await this.hold())?.position }) });
    if (answer.error) this.tell(answer.error.message);
    return answer.text;
  }

  async save() {
    const { node, trail, game } = this.state;
    if (!node || !game) return;
    this.savedAt = node;
    this.keep.tab = this.page ? "" : game;
    const facts = factsOf(node);
    const says = node.held?.next.says || facts.w || "";
    const { again, ...done } = news();
    const kept = await this.keep.write(done, { id: game, at: node.id, end: trail[trail.length - 1].id, facts, says, title: titleOf(node), box: boxOf(node) });
    if (!kept) again();
  }

  // The board is drawn before anything else happens: what was kept, or what the page holds; else the front door.
  /** @param {Data} data */
  async begin(data) {
    let ready = false;
    let asked = false; // for a step, while the page begins
    addEventListener("hashchange", () => (ready ? this.send("follow") : (asked = true)));
    const step = /^#step-(\d{1,9})$/.exec(location.hash);
    this.send("door");
    if (data.record) {
      const line = trailTo(endOf(treeOf(data.record)));
      this.send("enter", { node: line[Math.min(Number(step?.[1] ?? data.open ?? 0), line.length - 1)], game: this.page, panel: "moves" });
    } else if (data.first?.opened) this.send("enter", { node: newNode(null, { held: data.first.held }), game: this.page, panel: front() });
    else if (data.first) empties.set(data.first.held.position.box ?? "standard", data.first.held);
    const adopted = location.hash.length > 1 && !step ? false : await this.adopt(this.page || this.keep.tab);
    const followed = (adopted || !step) && (await this.send("follow"));
    if (!followed && this.state.node) this.hold().catch(() => {});
    this.began = true;
    draw(this);
    ready = true;
    if (asked) this.send("follow");
  }

  // Go on in a game that is kept, where one stood; whether there is one.
  /** @param {string} id */
  async adopt(id) {
    const { version } = this.state;
    const kept = await this.keep.read(id);
    if (!kept) return false;
    const nodes = nodesOf(kept.rows);
    const node = nodes.get(kept.game.at) ?? [...nodes.values()][0]; // another tab may have removed what this one was at
    const end = nodes.get(kept.game.end);
    if (!node || this.state.version > version + 1 || (await this.kits.fetch(boxOf(node)))) return false;
    forget();
    const trail = end ? trailTo(end) : [];
    this.send("adopt", { node, trail: trail.includes(node) ? trail : trailTo(endOf(node)), game: id });
    this.keep.tab = this.page ? "" : id;
    return true;
  }
}

// What a game is called until somebody names it.
/** @type {(node: Node) => string} */
function titleOf(node) {
  const root = rootOf(node);
  if (root.title) return root.title;
  const facts = factsOf(root);
  if (facts.B) return `${facts.B[0]}: ${facts.B[2]} against ${facts.B[4]}`;
  return playersIn(facts).map(([color, player]) => player[4] || color).join(", ") || "A game";
}

/** @type {Data} */
const page = JSON.parse(byId("data").textContent);
new Table(page).begin(page);
