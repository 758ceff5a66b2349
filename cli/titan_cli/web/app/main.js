// The table: what is shown, what is chosen, what a touch does.
import { Board } from "./board.js";
import { cardOfNode } from "./cards.js";
import { Choices, Roster } from "./choices.js";
import { Choosing } from "./choosing.js";
import { Controls } from "./controls.js";
import { announce, byId } from "./dom.js";
import { Engine, keepOffline, post } from "./engine.js";
import { FilePanel, readLink } from "./files.js";
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

class Table {
  constructor(data) {
    this.data = data;
    this.view = null;
    this.moved = false;
    this.store = new Store((done) => this.changed(done));
    const ask = (question) => this.ask(question);
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
      go: (node) => node && this.visit(node), comment: (words) => this.comment(words),
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
      edit: (document) => this.edit(document), position, chosen: () => this.choosing.chosen,
      choose: (key) => {
        this.choosing.chosen = key;
        this.render();
      },
      fresh: (kind, box, count) => this.fresh(kind, box, count), toPlay: () => this.panel("moves"), boxes: () => [...data.shipped, ...Object.keys(this.kits.files)],
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
      perform: (text) => this.perform(text), analyse: async () => {
        if (await this.hold(this.store.node)) this.render();
      },
    });
    this.choosing = new Choosing(this);
    this.controls = new Controls(this);
    this.engine = new Engine(data.engine, (state, words) => this.engineIs(state, words));
    addEventListener("pagehide", () => this.store.keep());
  }

  get mode() {
    return document.body.dataset.panel === "setup" ? "setup" : "play";
  }

  // Every question carries the boxes of one's own; what an answer shows can be drawn once it is here.
  async ask(question) {
    const found = await this.engine.ask({ ...question, boxes: this.kits.held });
    const box = found.kind === "record" ? found.box : found.position?.box;
    const error = box && (await this.kits.fetch(box));
    return error ? { error } : found;
  }

  engineIs(state, words) {
    document.body.dataset.engine = state;
    byId("state").textContent = words || SAID[state];
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
    const link = location.hash.length > 1 ? await readLink(location.hash).catch(() => "bad") : null;
    if (link === "bad") this.message("This link cannot be read.");
    let kept = data.record || data.first?.opened ? null : Store.kept();
    if (kept && (await this.kits.fetch(boxOf(kept)))) kept = null;
    if (data.record) {
      const root = treeOf(data.record);
      const line = pathTo(endOf(root));
      this.store.visit(line[Math.min(link?.step ?? data.open ?? 0, line.length - 1)]);
      this.panel("moves");
    } else if (kept && !link?.text && !link?.game) {
      this.store.visit(kept);
      this.panel("moves");
    } else {
      this.store.visit(newNode(null, { held: data.first.held }));
      this.panel(data.first.opened ? "moves" : "setup");
    }
    if (link?.text) await this.openText(link);
    else if (link?.game) await this.openGame(link.game);
    else this.hold(this.store.node).then((held) => held && this.render());
    document.body.removeAttribute("aria-busy");
    addEventListener("hashchange", async () => {
      const found = await readLink(location.hash).catch(() => null);
      if (found?.step !== undefined && this.store.root.changes) this.goto(found.step);
      else if (found?.text) this.openText(found);
      else if (found?.game) this.openGame(found.game);
    });
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
      node.asked = this.ask(question).then((found) => {
        node.asked = null;
        if (found.error) this.message(found.error.message);
        else node.held = found;
        return node.held || null;
      });
    }
    return node.asked;
  }

  visit(node) {
    this.leave();
    this.store.visit(node);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.settle(node), 300);
  }

  settle(node) {
    if (this.store.node !== node) return;
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
    if (done) {
      clearTimeout(this.keeping);
      this.keeping = setTimeout(() => this.store.keep(), 400);
    }
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
    if (found.kind === "record") this.store.enter(treeOf(found));
    else this.store.enter(newNode(null, { held: found }));
    if (found.remarks?.length) this.message(found.remarks.slice(0, MOST_REMARKS).map(sentenceOf).join(" "));
    if (this.mode === "setup" || document.body.dataset.panel === "files") this.panel("moves");
  }

  async edit(position) {
    const asked = (this.editing = this.ask({ ask: "draw", position }));
    const found = await asked;
    if (this.editing !== asked) return;
    if (found.error) {
      this.message(sentenceOf(found.error.message));
      this.render();
      return;
    }
    const { chosen } = this.choosing;
    this.leave();
    this.choosing.chosen = chosen;
    this.store.enter(newNode(null, { held: found }));
  }

  async fresh(kind, box, count = 2) {
    this.leave();
    this.view = null;
    this.setup.armed = null;
    const found = await this.ask({ ask: "new", kind, box, players: PLAYERS.slice(0, count), seed: Math.floor(Math.random() * 1e9) });
    if (found.error) this.message(sentenceOf(found.error.message));
    else this.store.enter(newNode(null, { held: found }));
  }

  comment(words) {
    this.store.node.comment = words;
    this.sheet.show(this.store.node, true);
    this.store.keep();
  }

  async perform(text, dice = [], carry = []) {
    const from = this.store.node;
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
    byId("show-board").hidden = !(facts.B && facts.t !== undefined);
    byId("show-board").textContent = view === "battle" ? "Masterboard" : "Battle";
    const line = byId("position");
    if (document.activeElement !== line) line.value = this.viewing.viewer ? "" : node.held?.line || "";
    byId("undo").disabled = !this.store.past.length;
    byId("redo").disabled = !this.store.future.length;
    this.roster.show(facts, view);
    this.viewing.show(facts, Boolean(node.parent || this.store.root.record || this.store.root.changes));
    this.choices.show({ node, facts, chosen, able: this.engine.able });
    this.ruling.show(card || cardOfNode(this.viewing.heard(node), this.hint()));
    if (this.mode === "setup") this.setup.show(node.held?.position || null, view);
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
