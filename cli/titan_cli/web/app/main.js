// The table: what is shown, what is chosen, what a touch does.
import { Board, ROLES, SIDES, offKey } from "./board.js";
import { announce, button, byId, html } from "./dom.js";
import { Engine, keepOffline, post } from "./engine.js";
import { FilePanel, readLink } from "./files.js";
import { OddsPanel } from "./odds.js";
import { RulingCard, sentenceOf } from "./ruling.js";
import { SetupPanel, emptyBattle, placeOf } from "./setup.js";
import { Sheet } from "./sheet.js";
import { Store, endOf, factsOf, newNode, pathTo, treeOf } from "./store.js";
import { Tray } from "./tray.js";

const BY_TOUCH = new Set(["maneuver", "strike", "move", "engage", "split"]);
const ROLLED = new Set(["roll", "mulligan", "tower"]);
const MOST_BUTTONS = 40;
const SAID = { loading: "The rules are loading …", ready: "", failed: "The rules could not be loaded", none: "" };

class Table {
  constructor(data) {
    this.data = data;
    this.chosen = null;
    this.reach = null;
    this.card = null;
    this.view = null;
    this.moved = false;
    this.store = new Store((done) => this.changed(done));
    this.board = new Board(byId("board"), data, {
      touch: (place) => this.touch(place), drop: (from, to) => this.drop(from, to), look: (place) => this.look(place),
    });
    this.ruling = new RulingCard(byId("ruling"), {
      ask: (question) => this.ask(question), act: (action) => this.perform(action.text), read: (rule) => data.laws?.[rule],
    });
    this.tray = new Tray(byId("tray"), {
      done: ({ text, dice, carry }) => this.perform(text, dice, carry), closed: () => {
        this.tray.close();
        this.render();
      },
    });
    this.sheet = new Sheet(byId("sheet"), {
      go: (node) => node && this.visit(node), comment: (words) => this.comment(words),
      remove: (node) => this.store.remove(node), promote: (node) => this.store.promote(node),
    });
    this.setup = new SetupPanel(byId("setup"), data, {
      edit: (document) => this.edit(document), position: () => this.store.node?.held?.position, chosen: () => this.chosen,
      choose: (key) => {
        this.chosen = key;
        this.render();
      },
      fresh: (kind) => this.fresh(kind), toPlay: () => this.panel("moves"),
    });
    this.odds = new OddsPanel(byId("odds-panel"), { ask: (question) => this.ask(question), position: () => this.store.node?.held?.position });
    this.files = new FilePanel(byId("files"), {
      ask: (question) => this.ask(question), load: (text) => this.load(text), node: () => this.store.node,
      held: () => this.hold(this.store.node), message: (words) => this.message(words), linkable: () => this.engine.able,
      saved: data.saved, keep: (question) => post("save", question),
    });
    this.engine = new Engine(data.engine, (state, words) => this.engineIs(state, words));
    this.listen();
  }

  get mode() {
    return document.body.dataset.panel === "setup" ? "setup" : "play";
  }

  ask(question) {
    return this.engine.ask(question);
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
    const kept = data.record || data.first?.opened ? null : Store.kept();
    if (data.record) {
      const root = treeOf(data.record);
      const line = pathTo(endOf(root));
      this.store.visit(line[Math.min(link?.step ?? data.open ?? 0, line.length - 1)]);
      this.panel("moves");
    } else if (kept && !link?.position && !link?.game) {
      this.store.visit(kept);
      this.panel("moves");
    } else {
      this.store.visit(newNode(null, { held: data.first.held }));
      this.panel(data.first.opened ? "moves" : "setup");
    }
    if (link?.position) await this.openPosition(link);
    else if (link?.game) await this.openGame(link.game);
    else this.hold(this.store.node).then((held) => held && this.render());
    document.body.removeAttribute("aria-busy");
    addEventListener("hashchange", async () => {
      const found = await readLink(location.hash).catch(() => null);
      if (found?.step !== undefined && this.store.root.changes) this.goto(found.step);
      else if (found?.position) this.openPosition(found);
      else if (found?.game) this.openGame(found.game);
    });
  }

  async openPosition({ position, tried }) {
    await this.load(position);
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
    if (node.held && !node.held.legal) this.hold(node).then((held) => held && this.store.node === node && this.render());
  }

  goto(depth) {
    const line = this.sheet.main || [];
    if (line.length) this.visit(line[Math.max(0, Math.min(depth, line.length - 1))]);
  }

  // Nothing stays from the position that is left: no answer, no tray, no choice.
  leave() {
    this.chosen = null;
    this.reach = null;
    this.card = null;
    this.moved = false;
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

  async load(text) {
    const found = await this.ask({ ask: "load", text });
    if (found.error) {
      const { message, line, hint } = found.error;
      this.message(`${sentenceOf(message)}${line ? ` Line ${line}.` : ""}${hint ? ` ${sentenceOf(hint)}` : ""}`);
      return;
    }
    this.message("");
    this.leave();
    this.view = null;
    if (found.kind === "record") this.store.enter(treeOf(found));
    else this.store.enter(newNode(null, { held: found }));
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
    const { chosen } = this;
    this.leave();
    this.chosen = chosen;
    this.store.enter(newNode(null, { held: found }));
  }

  async fresh(kind) {
    this.leave();
    this.view = null;
    this.setup.armed = null;
    if (kind === "battle") {
      this.edit(emptyBattle());
      return;
    }
    const found = await this.ask({ ask: "new", players: ["Ann", "Ben"], seed: Math.floor(Math.random() * 1e9) });
    if (found.error) this.message(found.error.message);
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
      this.openTray(found);
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

  // --- touching

  legalNow() {
    const held = this.store.node.held;
    return held?.legal || [];
  }

  ofChosen(key = this.chosen) {
    return this.legalNow().filter(({ action }) => {
      if (action.do === "maneuver") return action.from ? action.from === key : key?.endsWith(`:${action.character}`);
      if (action.do === "strike") return action.from === key;
      return action.do === "move" && action.legion === key;
    });
  }

  // Where the chosen piece may go or strike: place → what a touch there does.
  targets() {
    const legal = new Map();
    const battle = this.shownView() === "battle";
    for (const one of this.ofChosen()) {
      const key = String(one.action.to);
      if (!legal.has(key)) legal.set(key, { text: one.text, label: one.says, all: [], ...this.chipOf(key) });
      legal.get(key).all.push(one);
      if (one.action.how) legal.get(key).how = "teleport";
    }
    if (!battle && !this.chosen) {
      for (const one of this.legalNow()) {
        if (one.action.do === "engage") legal.set(String(one.action.land), { text: one.text, label: one.says, all: [one] });
      }
    }
    if (!battle && this.chosen && !legal.size && this.reach?.rolls?.length > 1) {
      for (const { roll, lands } of this.reach.rolls) {
        for (const [land, places] of Object.entries(lands)) {
          const found = legal.get(land) || { rolls: [], all: [], muster: this.bestMuster(places) };
          if (!found.rolls.includes(roll)) found.rolls.push(roll);
          legal.set(land, { ...found, label: `with a roll of ${found.rolls.join(", ")}`, chip: found.rolls.join(" ") });
        }
      }
    }
    return legal;
  }

  chipOf(key) {
    const { reach } = this;
    const target = reach?.targets?.[key];
    if (target) {
      const [one] = target.options;
      const plus = one.strike_number < 6 ? "+" : "";
      return { chip: `${one.dice}×${one.strike_number}${plus} ${Math.round(parseFloat(one.slays))} %`, label: `${one.dice} dice, hits on ${one.strike_number}${plus}, slays in ${one.slays}` };
    }
    const cost = reach?.to?.[key]?.cost;
    if (cost) return { chip: String(cost), label: `costs ${cost}` };
    const places = reach?.rolls?.length === 1 && reach.rolls[0].lands[key];
    if (!places) return {};
    const musters = this.mustersOf(places);
    return { muster: this.bestMuster(places), label: musters.length ? `may muster ${musters.join(", ")}` : "no muster there" };
  }

  mustersOf(places) {
    return (places[0].musters || []).filter((one) => one.left !== 0).map((one) => one.muster);
  }

  bestMuster(places) {
    return this.mustersOf(places).at(-1);
  }

  able() {
    const able = new Set();
    for (const { action } of this.legalNow()) {
      if (action.do === "strike" || (action.do === "maneuver" && action.from)) able.add(action.from);
      else if (action.do === "maneuver") able.add(offKey(this.actingRole(), action.character));
      else if (["move", "split", "muster"].includes(action.do)) able.add(action.legion);
    }
    return able;
  }

  actingRole() {
    return factsOf(this.store.node).b?.[1] || "attacker";
  }

  pieceOn(key) {
    const facts = factsOf(this.store.node);
    if (this.shownView() !== "battle") return null;
    for (const role of ["attacker", "defender"]) {
      const found = facts[SIDES[role]][0].find(([index, hex]) => (hex ? hex === key : offKey(role, this.data.characters[index][0]) === key));
      if (found) return { role, hex: found[1], name: this.data.characters[found[0]][0], left: found[2] - found[3] };
    }
    return null;
  }

  async touch(place) {
    const { node } = this.store;
    if (this.mode === "setup" && node.held) {
      if (this.shownView() === "battle") this.setup.touchHex(place.key);
      else this.setup.touchLand(place);
      return;
    }
    if (!node.held?.legal && !(await this.hold(node))) {
      if (this.engine.state === "none") this.message("This page shows a recorded game; it has no engine to analyse with.");
      return;
    }
    if (this.store.node !== node) return;
    if (this.shownView() === "battle") this.touchHex(place.key);
    else this.touchLand(place);
  }

  touchHex(key) {
    const piece = this.pieceOn(key);
    if (this.tray.now && !this.tray.now.single) {
      if (piece && piece.role !== this.actingRole() && key !== this.tray.now.target && this.tray.full) {
        this.tray.carry(key, piece.left);
        return;
      }
      this.tray.close();
    }
    const target = this.targets().get(key);
    if (this.chosen && target) {
      this.perform(target.text);
      return;
    }
    const mine = this.pieceOn(this.chosen);
    const acting = this.actingRole();
    const strikes = factsOf(this.store.node).b?.[3] !== "maneuver";
    if (this.chosen && mine && key !== this.chosen && mine.role === acting && (!piece || piece.role !== acting)) {
      if (strikes && piece) this.wonder(`${mine.hex} strikes ${key}`);
      else if (!strikes && this.data.hexes[key]) this.wonder(mine.hex ? `${mine.name} ${mine.hex}-${key}` : `${mine.name} enters ${key}`);
      else this.choose(null);
      return;
    }
    this.choose(piece && key !== this.chosen ? key : null);
  }

  touchLand({ key, legion }) {
    const target = this.targets().get(key);
    if (target?.all.length && (!legion || this.chosen)) {
      if (target.all.length === 1) this.perform(target.text);
      else {
        this.pending = target.all;
        this.next();
        byId("next").querySelector("button")?.focus({ preventScroll: true });
      }
      return;
    }
    const facts = factsOf(this.store.node);
    const mine = this.chosen && facts[`L/${this.chosen}`];
    if (legion && legion !== this.chosen) this.choose(legion);
    else if (mine && facts.p === "movement" && facts.r && String(mine[1]) !== key && mine[0] === facts.a) this.wonder(`${this.chosen} ${key}`);
    else this.choose(null);
  }

  drop(from, to) {
    if (!from || !to) return;
    if (this.mode === "setup") {
      if (this.shownView() === "battle" && this.data.hexes[to.key]) this.setup.touchHex(from.key, to.key);
      else if (this.shownView() === "board" && from.legion) {
        this.chosen = from.legion;
        this.setup.touchLand({ key: to.key, legion: null });
      }
      return;
    }
    this.chosen = from.legion || from.key;
    this.touch({ key: to.key, legion: null });
  }

  // What a Legion's way would be, when its land is looked at.
  look({ key }) {
    if (this.looked === key || this.shownView() === "battle") return;
    this.looked = key;
    const places = this.reach?.rolls?.[0]?.lands?.[key];
    this.board.map.querySelectorAll(".over > .way").forEach((one) => one.remove());
    if (places?.[0].way) this.board.way(places[0].way);
  }

  async choose(key) {
    this.chosen = key;
    this.reach = null;
    this.card = null;
    this.pending = null;
    this.moved = false;
    if (key && document.body.dataset.panel !== "talk" && getComputedStyle(byId("talk")).display === "none") this.panel("talk");
    this.render();
    const held = this.store.node.held;
    if (!key || !held || held.faults.length) return;
    const facts = factsOf(this.store.node);
    const about = this.shownView() === "battle" ? (this.pieceOn(key)?.hex || this.pieceOn(key)?.name) : key;
    if (this.shownView() === "board" && (facts[`L/${key}`]?.[0] !== facts.a || facts.e)) return;
    const found = await this.ask({ ask: "legal", position: held.position, about });
    if (this.chosen !== key) return;
    if (found.error) {
      this.card = { title: "", notes: [sentenceOf(found.error.message)] };
    } else {
      this.reach = found;
      this.card = this.cardOf(found);
    }
    this.render();
  }

  cardOf(reach) {
    const who = reach.character ? `${reach.character}${reach.from ? ` in ${reach.from}` : ", off the board"}` : `Legion ${reach.about}`;
    const card = { title: who, rulings: reach.rulings || [], notes: [] };
    if (reach.to && Object.keys(reach.to).length) card.notes.push(`It may go to ${Object.keys(reach.to).join(", ")}; the numbers are what the way costs.`);
    if (reach.targets && Object.keys(reach.targets).length) {
      card.notes.push(`It ${reach.must ? "must" : "may"} strike: touch whom.`);
      for (const target of Object.values(reach.targets)) {
        card.notes.push(`${target.character} in ${target.to}: ${target.options.map((one) => `${one.dice} dice at ${one.strike_number}, slays in ${one.slays}`).join("; or ")}`);
      }
    }
    for (const { roll, lands, rulings, missing } of reach.rolls || []) {
      const said = Object.entries(lands).map(([land, places]) => {
        const musters = this.mustersOf(places);
        return `${land} ${this.data.lands[land][0]}${places[0].engages ? ` against ${places[0].engages}` : ""}${musters.length ? ` (${musters.join(", ")})` : ""}`;
      });
      card.notes.push(`With a ${roll}: ${said.join(", ") || "nowhere"}.`);
      if (rulings && reach.rolls.length === 1) card.rulings = rulings;
      if (missing) card.notes.push(`Not known: ${missing}.`);
    }
    return card;
  }

  // Why not: the rules on something that was touched and is not legal.
  async wonder(text) {
    const held = this.store.node.held;
    const { node } = this.store;
    const found = await this.ask({ ask: "why", position: held.position, action: text });
    if (this.store.node !== node) return;
    if (found.error) {
      this.card = { title: text, notes: [sentenceOf(found.error.message)] };
      this.render();
      return;
    }
    if (found.verdict === "illegal") await this.perform(text);
    else this.render();
  }

  // --- dice

  async openTray(found) {
    const held = this.store.node.held;
    const option = this.legalNow().find((one) => one.text === found.text);
    if (found.do !== "strike") {
      this.tray.open({ single: true, says: found.says, text: found.text });
      this.show();
      return;
    }
    const { from, to } = option ? option.action : {};
    const key = from || /^(\w\d)/.exec(found.text)?.[1];
    const aim = to || /strikes (\w\d)/.exec(found.text)?.[1];
    const reach = this.reach?.from === key ? this.reach : await this.ask({ ask: "legal", position: held.position, about: key });
    const target = reach.targets?.[aim];
    if (!target) return;
    const index = Math.max(0, target.options.findIndex((one) => one.text === found.text));
    this.tray.open({ says: found.says, options: target.options, needs: target.needs, target: aim, option: index });
    this.card = { title: found.says, rulings: target.rulings };
    this.show();
    this.render();
    this.odds.strike(await this.ask({ ask: "odds", position: held.position, from: key, to: aim }));
  }

  // On a small screen the tray and the card come to the front.
  show() {
    if (getComputedStyle(byId("talk")).display === "none") this.panel("talk");
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
    const facts = factsOf(node);
    const view = this.shownView();
    const passed = !this.chosen && !node.refused && node.because?.find((one) => one.facts?.way)?.facts.way;
    const way = Array.isArray(passed) ? passed : null;
    this.board.show({
      facts, view, chosen: this.chosen, legal: this.mode === "play" ? this.targets() : new Map(),
      able: this.mode === "play" && !this.chosen ? this.able() : new Set(),
      arrow: this.chosen || node.refused ? null : node.arrow, way, moved: this.moved,
    });
    this.moved = false;
    byId("show-board").hidden = !(facts.B && facts.t !== undefined);
    byId("show-board").textContent = view === "battle" ? "Masterboard" : "Battle";
    const line = byId("position");
    if (document.activeElement !== line) line.value = node.held?.line || "";
    byId("undo").disabled = !this.store.past.length;
    byId("redo").disabled = !this.store.future.length;
    this.roster(facts, view);
    this.next();
    this.ruling.show(this.card || this.cardOfNode(node));
    if (this.mode === "setup") this.setup.show(node.held?.position || null, view);
  }

  cardOfNode(node) {
    const faults = (node.held?.faults || []).map((one) => `${sentenceOf(one.message)}${one.pointer ? ` – ${placeOf(one.pointer, node.held.position)}` : ""}`);
    if (!node.parent) {
      const owed = node.held?.owed || [];
      return { title: node.title || (faults.length ? "Not a possible position yet" : "The position"), faults, rulings: owed, notes: faults.length || owed.length ? [] : [this.hint()], comment: node.comment };
    }
    if (node.refused) {
      return { title: node.says, text: node.text, verdict: "illegal", rulings: node.refused.rulings, instead: node.refused.instead, notes: this.troubles(node), comment: node.comment };
    }
    return { title: node.says, text: node.text, verdict: "legal", rulings: node.because, events: node.events, notes: this.troubles(node), faults, comment: node.comment };
  }

  troubles(node) {
    return (node.problems || []).filter((one) => !one.startsWith("ILLEGAL"));
  }

  hint() {
    if (this.engine.state === "none") return "Leaf through the game with the arrow keys, the slider, or a touch on a move.";
    return this.mode === "setup" ? "Set the position up, then play on." : "Touch a character or a Legion: what it may do lights up.";
  }

  roster(facts, view) {
    const parts = [];
    if (view === "battle") {
      const [, , attacker, marker, defender, other] = facts.B;
      for (const [role, player, legion] of [["attacker", attacker, marker], ["defender", defender, other]]) {
        parts.push(this.chip(player, legion, [legion, role, player, String(facts[SIDES[role]][2])], facts.b[1] === role, false));
      }
    } else {
      for (const [key, [score, power, out, , name]] of Object.entries(facts).filter(([one]) => one.startsWith("P/"))) {
        const color = key.slice(2);
        parts.push(this.chip(color, "", [name ? `${color}: ${name}` : color, String(score), out ? "out" : `Titan ${power}`], facts.a === color, out));
      }
    }
    byId("roster").replaceChildren(...parts);
  }

  chip(player, legion, [who, ...more], acts, out) {
    const made = html("li", { class: `${acts ? "acts" : ""} ${out ? "gone" : ""}`.trim() || null, "aria-current": acts ? "true" : null });
    const badge = html("b", {}, who);
    const color = this.data.colors[player] ? player : Object.keys(this.data.letters).find((one) => this.data.letters[one].includes(legion));
    const [ground, letters] = this.data.colors[color] || ["#555555", "#ffffff"];
    badge.style.background = ground;
    badge.style.color = letters;
    made.append(badge, ...more.map((words) => html("span", { class: ROLES.includes(words) ? "role" : null }, words)));
    return made;
  }

  // Whose choice it is, with a button for everything that no touch on the board does.
  next() {
    const { node } = this.store;
    const held = node.held;
    const facts = factsOf(node);
    const says = held?.next?.says || facts.w || "";
    const host = byId("next");
    const parts = [html("p", { class: "says" }, html("b", {}, says))];
    if (this.pending) {
      parts.push(html("div", { class: "row" }, this.pending.map((one) => button(one.says, () => this.perform(one.text))),
        button("Cancel", () => {
          this.pending = null;
          this.next();
        })));
    } else if (held?.legal) {
      for (const one of held.next.otherwise || []) parts.push(html("p", { class: "faint" }, `If nobody concedes: ${one.text}.`));
      if (held.missing) parts.push(html("p", {}, sentenceOf(`Not known: ${held.missing}`)));
      if (facts.p === "commencement" && this.chosen) parts.push(this.splitter(facts));
      const others = held.legal.filter((one) => !BY_TOUCH.has(one.action.do));
      const mine = others.filter((one) => !this.chosen || one.action.do !== "muster" || one.action.legion === this.chosen);
      parts.push(html("div", { class: "row" }, mine.slice(0, MOST_BUTTONS).map((one) => this.actionButton(one))));
    } else if (node.changes && this.engine.able) {
      parts.push(html("div", { class: "row" }, button("Analyse from here", async () => {
        if (await this.hold(node)) this.render();
      }, { id: "analyse", class: "main" })));
    }
    host.replaceChildren(...parts);
  }

  actionButton({ text, says, action }) {
    const quiet = ["concede", "withdraw", "attempt-concession"].includes(action.do);
    return button(says, () => this.perform(text), { title: text, "data-legal": text, class: quiet ? "quiet" : ROLLED.has(action.do) || action.do.startsWith("end") ? "main" : null });
  }

  // Who leaves a Legion: touched one by one.
  splitter(facts) {
    const legion = facts[`L/${this.chosen}`];
    const splits = this.legalNow().filter((one) => one.action.do === "split" && one.action.legion === this.chosen);
    if (!legion || !splits.length) return "";
    if (this.splitting?.legion !== this.chosen) this.splitting = { legion: this.chosen, out: new Set() };
    const { out } = this.splitting;
    const names = legion[4].map((index) => this.data.characters[index][0]);
    const leaving = names.filter((_, i) => out.has(i));
    const same = (one) => [...one].sort().join() === [...leaving].sort().join();
    const legal = splits.find((one) => same(one.action.characters));
    const into = splits[0].action.into;
    return html("div", { class: "splitter" }, html("p", {}, `Who leaves ${this.chosen} for ${into}?`),
      html("div", { class: "row" }, names.map((name, i) => button(name, () => {
        if (!out.delete(i)) out.add(i);
        this.next();
      }, { class: "chip", "aria-pressed": String(out.has(i)) }))),
      button("Split", () => this.perform(legal ? legal.text : `${this.chosen}/${into} ${leaving.join(" ")}`), { class: "main", disabled: !leaving.length, "data-legal": legal?.text }));
  }

  // --- the page's own controls

  panel(name) {
    document.body.dataset.panel = name;
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const mine = tab.dataset.for === name;
      tab.setAttribute("aria-selected", String(mine));
      tab.tabIndex = mine ? 0 : -1;
    }
    if (this.store.node) {
      if (name === "setup") {
        this.leave();
        this.hold(this.store.node).then(() => this.render());
      } else this.setup.armed = null;
      this.render();
    }
  }

  listen() {
    const tabs = [...document.querySelectorAll("[role=tab]")];
    for (const tab of tabs) tab.addEventListener("click", () => this.panel(tab.dataset.for));
    byId("tabs").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.stopPropagation();
      const seen = tabs.filter((tab) => tab.offsetParent);
      const next = seen[(seen.indexOf(document.activeElement) + step + seen.length) % seen.length];
      next.focus();
      this.panel(next.dataset.for);
    });
    const steps = { first: () => this.goto(0), back: () => this.step(-1), on: () => this.step(1), last: () => this.goto(Infinity) };
    for (const control of document.querySelectorAll("[data-go]")) control.addEventListener("click", steps[control.dataset.go]);
    byId("undo").addEventListener("click", () => this.undo("undo"));
    byId("redo").addEventListener("click", () => this.undo("redo"));
    byId("show-board").addEventListener("click", () => this.turnBoard());
    byId("position").addEventListener("change", (event) => this.load(event.target.value));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("pagehide", () => this.store.keep());
  }

  undo(which) {
    this.leave();
    if (this.store[which]()) announce(which === "undo" ? "Undone" : "Redone");
  }

  turnBoard() {
    this.view = this.shownView() === "battle" ? "board" : "battle";
    this.leave();
    this.render();
  }

  step(by) {
    const { node } = this.store;
    const next = by < 0 ? node.parent : node.children[0];
    if (next) this.visit(next);
  }

  turn(by) {
    const turnOf = (node) => {
      const facts = factsOf(node);
      return `${facts.t}/${facts.a}/${facts.b?.[0]}`;
    };
    let at = this.store.node;
    const here = turnOf(at);
    do {
      const next = by < 0 ? at.parent : at.children[0];
      if (!next) break;
      at = next;
    } while (turnOf(at) === here);
    this.visit(at);
  }

  key(event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "range";
    if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y", "Z"].includes(event.key)) {
      event.preventDefault();
      this.undo(event.key === "z" ? "undo" : "redo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const digit = /^[1-6]$/.test(event.key) && this.tray.now && !this.tray.full;
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.goto(0), End: () => this.goto(Infinity),
      PageUp: () => this.turn(-1), PageDown: () => this.turn(1), b: () => this.turnBoard(), u: () => this.undo("undo"), r: () => this.undo("redo"),
      s: () => this.panel("setup"), m: () => this.panel("moves"), o: () => this.panel("odds"), f: () => this.panel("files"),
      "/": () => {
        this.panel("moves");
        byId("search").focus();
      },
      i: () => this.visit(this.sheet.nextOf((node) => node.refused || node.problems?.length) || this.store.node),
      n: () => byId("next").querySelector("button")?.focus(),
      Escape: () => {
        this.tray.close();
        this.setup.armed = null;
        this.choose(null);
      },
    };
    if (digit) {
      event.preventDefault();
      this.tray.add([Number(event.key)]);
    } else if (keys[event.key] && event.target.type !== "range") {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

const table = new Table(JSON.parse(byId("data").textContent));
table.begin();
if (table.data.worker) keepOffline();
