// The table: what is shown, what is chosen, what a touch does.
import { Board } from "./board.js";
import { cardOfNode, faultsOf } from "./cards.js";
import { Choices, Roster } from "./choices.js";
import { Choosing } from "./choosing.js";
import { Controls } from "./controls.js";
import { announce, byId } from "./dom.js";
import { Engine, keepOffline, post } from "./engine.js";
import { factsOfDocument } from "./facts.js";
import { FilePanel, readLink } from "./files.js";
import { Keep } from "./keep.js";
import { Kits } from "./kits.js";
import { OddsPanel } from "./odds.js";
import { RulingCard, sentenceOf } from "./ruling.js";
import { SetupPanel } from "./setup.js";
import { Sheet } from "./sheet.js";
import { Store, boxOf, endOf, factsOf, newNode, pathTo, treeOf } from "./store.js";
import { Tray } from "./tray.js";
import { Viewing } from "./viewing.js";

const PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kate", "Leo"];
const MOST_REMARKS = 3; // of what a save of another program leaves out
const SAID = { loading: "The rules are loading …", ready: "", failed: "The rules could not be loaded", none: "" };
const UNREADABLE = { legal: [], owed: [], next: { by: null, says: "This position is not possible", actions: [] } };
const KEEPS_NOTHING = "This browser keeps nothing: save what you do as a file before you leave.";

// Whether only one panel is seen at a time.
const narrow = () => matchMedia("(max-width: 699px), (max-height: 520px)").matches;

// Which page's work this is: that of a table, or of the game or position that the page was made with.
function pageOf(data) {
  const own = data.record ? byId("data").textContent : data.first?.opened ? data.first.held.line : "";
  let sum = 0x811c9dc5;
  for (let i = 0; i < own.length; i++) sum = Math.imul(sum ^ own.charCodeAt(i), 0x01000193);
  return own && `${own.length}-${(sum >>> 0).toString(36)}`;
}

class Table {
  constructor(data) {
    this.data = data;
    this.view = null;
    this.moved = false;
    this.empties = new Map(data.first && !data.first.opened ? [[data.box, data.first.held]] : []); // battles without anybody, by box
    this.store = new Store((done) => this.changed(done), new Keep(pageOf(data), () => this.message(KEEPS_NOTHING)));
    const ask = (question, wanted) => this.ask(question, wanted);
    const position = () => this.store.node?.held?.position;
    this.kits = new Kits(data, ask);
    this.board = new Board(byId("board"), data, {
      touch: (place) => this.choosing.touch(place), drop: (from, to) => this.choosing.drop(from, to), look: (place) => this.choosing.look(place),
    });
    this.ruling = new RulingCard(byId("ruling"), { ask, act: (action) => this.perform(action.text), read: (rule) => data.laws?.[rule] });
    this.tray = new Tray(byId("tray"), {
      done: ({ text, dice, carry }) => this.perform(text, dice, carry), closed: () => {
        this.tray.close();
        this.render();
      },
    });
    this.sheet = new Sheet(byId("sheet"), {
      go: (node) => node && this.visit(node), comment: (words) => this.store.comment(words),
      remove: (node) => this.store.remove(node), promote: (node) => this.store.promote(node), heard: (node) => this.viewing.heard(node),
    });
    this.viewing = new Viewing(byId("viewing"), data, {
      ask, message: (words) => this.message(words), able: () => this.engine.able, changed: () => {
        this.leave();
        this.sheet.show(this.store.node, true);
        this.render();
        this.settle(this.store.node);
      },
    });
    this.setup = new SetupPanel(byId("setup"), data, {
      edit: (document) => this.edit(document), position, wrong: () => faultsOf(this.store.node), chosen: () => this.choosing.chosen,
      choose: (key) => {
        this.choosing.chosen = key;
        this.render();
      },
      fresh: (kind, box, count) => this.fresh(kind, box, count), toPlay: () => this.panel(this.front), boxes: () => [...data.shipped, ...Object.keys(this.kits.files)],
    });
    const held = () => this.hold(this.store.node);
    this.odds = new OddsPanel(byId("odds-panel"), { ask, held, facts: () => factsOf(this.store.node) });
    this.files = new FilePanel(byId("files"), {
      ask, load: (text, name) => this.load(text, name), node: () => this.store.node,
      held, message: (words) => this.message(words), linkable: () => this.engine.able,
      saved: data.saved, keep: (question) => post("save", { ...question, boxes: this.kits.held }), whole: (position) => this.kits.whole(position),
    });
    this.roster = new Roster(byId("roster"), data);
    this.choices = new Choices(byId("next"), data, {
      perform: (text) => this.perform(text), choose: (marker) => this.choosing.choose(marker), analyse: async () => {
        if (await this.hold(this.store.node)) this.render();
      },
    });
    this.choosing = new Choosing(this);
    this.controls = new Controls(this);
    this.engine = new Engine(data.engine, (state, words) => this.engineIs(state, words));
  }

  // The panel that one plays with.
  get front() {
    return narrow() ? "talk" : "moves";
  }

  get mode() {
    return document.body.dataset.panel === "setup" ? "setup" : "play";
  }

  // Every question carries the boxes of one's own; what an answer shows can be drawn once it is here.
  async ask(question, wanted) {
    const found = await this.engine.ask({ ...question, boxes: this.kits.held }, wanted);
    const box = found.kind === "record" ? found.box : found.position?.box;
    const error = box && (await this.kits.fetch(box));
    return error ? { error } : found;
  }

  engineIs(state, words) {
    document.body.dataset.engine = state;
    byId("state").textContent = words || SAID[state];
    if (this.store.node && state !== "loading") this.render();
  }

  message(words) {
    byId("message").textContent = words;
    byId("message").hidden = !words;
    clearTimeout(this.timer);
    if (words) this.timer = setTimeout(() => this.message(""), 8000);
  }

  // --- where one is

  // The board is drawn before anything else happens: what was kept, or what the page holds.
  async begin() {
    const { data } = this;
    const step = /^#step-(\d{1,9})$/.exec(location.hash);
    if (data.record) {
      const line = pathTo(endOf(treeOf(data.record)));
      this.panel("moves");
      this.store.visit(line[Math.min(Number(step?.[1] ?? data.open ?? 0), line.length - 1)]);
    } else {
      this.panel(data.first.opened ? this.front : "setup");
      this.store.visit(newNode(null, { held: data.first.held }));
    }
    const kept = await this.store.kept();
    const adopted = kept && !this.store.past.length && !(await this.kits.fetch(boxOf(kept.node)));
    if (adopted) {
      this.panel("moves");
      this.store.adopt(kept);
    }
    const followed = (adopted || !step) && (await this.follow());
    if (!followed) this.hold(this.store.node).then((held) => held && this.render());
    document.body.removeAttribute("aria-busy");
    addEventListener("hashchange", () => this.follow());
  }

  // Open what stands behind the # of the address; whether anything does.
  async follow() {
    if (location.hash.length < 2) return false;
    const link = await readLink(location.hash).catch(() => null);
    if (link?.step !== undefined && this.store.root.changes) {
      this.sheet.show(this.store.node, true);
      this.goto(link.step);
      return true;
    }
    if (!link || link.step !== undefined) {
      this.message("This link cannot be read: nothing has been opened.");
      return false;
    }
    if (this.engine.state === "loading") this.message("The link is opened as soon as the rules are here.");
    if (link.text !== undefined) await this.openText(link);
    else await this.openGame(link.game);
    history.replaceState(null, "", location.pathname + location.search); // so that a reload keeps what is done from here on
    return true;
  }

  async openText({ text, tried }) {
    await this.load(text);
    if (this.store.root.record) this.visit(endOf(this.store.root));
    if (tried) await this.perform(tried);
  }

  async openGame({ position, played }) {
    await this.load(JSON.stringify(position));
    for (const one of Array.isArray(played) ? played : []) {
      const before = this.store.node;
      await this.perform(String(one.action));
      if (this.store.node === before || this.store.node.refused) break;
      this.store.node.comment = one.comment ? String(one.comment) : "";
    }
    this.sheet.show(this.store.node, true);
  }

  // The engine's answer on a node's position, asked for once.
  async hold(node) {
    if (node.held?.legal) return node.held;
    if (!this.engine.able) return node.held || null;
    if (!node.asked) {
      const root = this.store.root;
      const question = node.held ? { ask: "draw", position: node.held.position }
        : root.record ? { ask: "at", record: root.record, step: node.step || 0 } : null;
      if (!question) return null;
      node.asked = this.ask(question, () => this.store.node === node).then((found) => {
        node.asked = null;
        if (found.dropped) return null;
        if (!found.error) node.held = found;
        else if (node.held) node.held = { ...node.held, ...UNREADABLE, faults: found.faults };
        else this.message(sentenceOf(found.error.message));
        return node.held || null;
      });
    }
    return node.asked;
  }

  // The position or game that was open before this one.
  reopen() {
    const { root } = this.store;
    this.leave();
    while (this.store.root === root && this.store.undo());
  }

  visit(node) {
    this.leave();
    this.store.visit(node);
  }

  settle(node) {
    if (this.store.node !== node) return;
    if (node !== this.store.saved) this.store.save(); // where one stands
    if (this.store.root.changes && !this.engine.able) history.replaceState(null, "", `#step-${node.step || 0}`);
    const again = (news) => news && this.store.node === node && this.render();
    if (node.held && !node.held.legal) this.hold(node).then(again);
    this.viewing.settle(node).then((news) => news && this.store.node === node && this.choosing.again());
  }

  goto(depth) {
    const line = this.sheet.main || [];
    if (line.length) this.visit(line[Math.max(0, Math.min(depth, line.length - 1))]);
  }

  // Nothing stays from the position that is left: no answer, no tray, no choice.
  leave() {
    this.choosing.clear();
    if (this.tray.now) this.tray.close();
  }

  changed(done) {
    this.sheet.show(this.store.node, done);
    this.odds.changed();
    this.render();
    if (done) this.store.save();
    const { node } = this.store;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.settle(node), done ? 0 : 300);
  }

  // --- changing it

  async load(text, name) {
    const found = await this.ask({ ask: "load", text });
    if (found.error) {
      const { message, line, hint } = found.error;
      this.message(`${sentenceOf(message)}${line ? ` Line ${line}.` : ""}${hint ? ` ${sentenceOf(hint)}` : ""}`);
      return;
    }
    this.message("");
    this.leave();
    this.view = null;
    if (found.kind === "box") {
      const file = name?.endsWith(".json") ? name : `${found.name}.json`;
      this.kits.keep(file, found.box);
      this.panel("setup");
      await this.fresh("battle", file);
      this.message(`The box ${found.name} is here: documents name it ${file}.`);
      return;
    }
    if (this.store.root.children.length || this.store.root.record) this.controls.opened("position");
    if (found.kind === "record") this.store.enter(treeOf(found));
    else this.store.enter(newNode(null, { held: found }));
    if (found.remarks?.length) this.message(found.remarks.slice(0, MOST_REMARKS).map(sentenceOf).join(" "));
    if (this.mode === "setup" || document.body.dataset.panel === "files") this.panel(this.front);
  }

  // A position that was edited is drawn at once; what is right and wrong with it is asked behind it.
  edit(position) {
    const { chosen } = this.choosing;
    const { node } = this.store;
    this.leave();
    this.choosing.chosen = chosen;
    const says = this.engine.state === "loading" ? "The rules are still loading." : node.held?.next?.says;
    const held = { position, line: null, facts: factsOfDocument(this.data, position), faults: [], legal: null, owed: [], next: { says, actions: [] } };
    const made = newNode(null, { held });
    this.store.enter(made);
  }

  async fresh(kind, box, count = 2) {
    this.leave();
    this.view = null;
    this.setup.armed = null;
    const empty = kind === "battle" && this.empties.get(box);
    if (empty) {
      this.store.enter(newNode(null, { held: empty })); // at once: the next touch is for it
      return;
    }
    const found = await this.ask({ ask: "new", kind, box, players: PLAYERS.slice(0, count), seed: Math.floor(Math.random() * 1e9) });
    if (found.error) {
      this.message(sentenceOf(found.error.message));
      return;
    }
    if (kind === "battle") this.empties.set(box, found);
    this.store.enter(newNode(null, { held: found }));
  }

  async perform(text, dice = [], carry = []) {
    const from = this.store.node;
    if (this.engine.state === "loading") this.message("The rules are still loading: this is done as soon as they are here.");
    const held = await this.hold(from);
    if (!held || this.store.node !== from) return;
    if (held.faults.length) {
      this.message("This position is not possible yet: see what is wrong with it.");
      return;
    }
    const found = await this.ask({ ask: "act", position: held.position, action: text, dice, carry });
    if (this.store.node !== from) return;
    if (found.error) {
      this.message(sentenceOf(found.error.message));
      return;
    }
    if (found.verdict === "dice") {
      this.choosing.openTray(found);
      return;
    }
    this.leave();
    const base = from.refused ? from.parent : from;
    const same = base.children.find((child) => child.text === found.text && Boolean(child.refused) === (found.verdict === "illegal"));
    const node = same || newNode(base, {
      text: found.text, says: found.says, arrow: found.arrow || null, events: found.events || [], because: found.because || [],
      refused: found.verdict === "illegal" ? { rulings: found.rulings, instead: found.instead } : null,
      held: found.after || held, comment: "",
    });
    if (node.events?.length && found.says) node.says = this.withHits(node);
    this.moved = !node.refused;
    const focused = document.activeElement && byId("board").contains(document.activeElement);
    this.store.enter(node);
    const said = node.refused ? `Illegal: ${node.refused.rulings[0]?.text}` : [node.says, ...node.events.filter((one) => one.verdict === "consequence").map((one) => one.text)].join(". ");
    announce(said);
    if (!focused) byId("ruling").scrollTop = 0;
  }

  withHits(node) {
    const hits = node.events.find((one) => one.facts?.hits !== undefined && one.facts.strike_number)?.facts.hits;
    return hits === undefined ? node.says : `${node.says.replace(/: \d+ hits?$/, "")}: ${hits} hit${hits === 1 ? "" : "s"}`;
  }

  // --- drawing

  shownView() {
    const facts = factsOf(this.store.node);
    if (!facts.B) return "board";
    return this.view === "board" && facts.t !== undefined ? "board" : "battle";
  }

  render() {
    const { node } = this.store;
    if (!node) return;
    if (this.kits.use(boxOf(node))) this.board.forget();
    const facts = this.viewing.seen(node, factsOf(node));
    const view = this.shownView();
    const { chosen, card } = this.choosing;
    const playing = this.mode === "play";
    const passed = !chosen && !node.refused && node.because?.find((one) => one.facts?.way)?.facts.way;
    const way = Array.isArray(passed) ? passed : null;
    this.board.show({
      facts, view, chosen, legal: playing ? this.choosing.targets : new Map(), able: playing ? this.choosing.able : new Set(),
      arrow: chosen || node.refused ? null : node.arrow, way, moved: this.moved,
    });
    this.moved = false;
    if (view === "board" && playing) this.nearEnough(facts, chosen);
    byId("show-board").hidden = !(facts.B && facts.t !== undefined);
    byId("show-board").textContent = view === "battle" ? "Masterboard" : "Battle";
    const judged = !node.held || Boolean(node.held.legal) || !this.engine.able;
    const line = byId("position");
    line.toggleAttribute("aria-busy", !judged);
    if (document.activeElement !== line && judged) line.value = this.viewing.viewer ? "" : node.held?.line || "";
    const only = !node.parent && !node.children.length;
    document.body.dataset.moves = only ? "none" : "some";
    document.querySelector("footer").hidden = this.engine.state === "none";
    byId("undo").disabled = !this.store.past.length;
    byId("redo").disabled = !this.store.future.length;
    this.roster.show(facts, view);
    this.viewing.show(facts, Boolean(node.parent || this.store.root.record || this.store.root.changes));
    if (judged || this.engine.state !== "ready") { // else what was said of the position before stays until this one is judged
      this.choices.show({ node, facts, chosen, able: this.engine.able });
      this.ruling.show(card || cardOfNode(this.viewing.heard(node), this.hint()));
    }
    if (this.mode === "setup") this.setup.show(node.held?.position || null, view);
  }

  // On a small screen the board comes near when Legions are to be chosen, and goes back as far as one of them may go.
  nearEnough(facts, chosen) {
    if (!narrow()) return;
    const { able, targets } = this.choosing;
    const place = (key) => this.board.marks.centre(String(key));
    const now = `${facts.t}/${facts.a}/${facts.p}/${facts.r}`;
    if (chosen && targets.size && this.nearFor !== chosen) {
      this.nearFor = chosen;
      this.board.gestures.seeAll([facts[`L/${chosen}`][1], ...targets.keys()].map(place));
    } else if (!chosen && able.size && this.nearAt !== now) {
      this.nearAt = now;
      this.nearFor = null;
      this.board.gestures.nearTo([...able].map((marker) => place(facts[`L/${marker}`][1])));
    }
  }

  hint() {
    if (this.engine.state === "none") return "Leaf through the game with the arrow keys, the slider, or a touch on a move.";
    return this.mode === "setup" ? "Set the position up, then play on." : "Touch a character or a Legion: what it may do lights up.";
  }

  panel(name) {
    this.controls.shown(name);
    if (!this.store.node) return;
    if (name === "setup") {
      this.leave();
      this.hold(this.store.node).then(() => this.render());
    } else this.setup.armed = null;
    this.render();
  }

  turnBoard() {
    this.view = this.shownView() === "battle" ? "board" : "battle";
    this.leave();
    this.render();
  }
}

const table = new Table(JSON.parse(byId("data").textContent));
table.begin();
if (table.data.worker) keepOffline();
