// What is chosen, and what a touch on the board means while it is.
import { byId } from "./dom.js";
import { cardOfReach } from "./cards.js";
import { ableOnes, pieceOn, targetsOf } from "./reach.js";
import { sentenceOf } from "./ruling.js";
import { factsOf } from "./store.js";

export class Choosing {
  // table: the page, which is told what is done; its data, its position and its panels are asked.
  constructor(table) {
    this.table = table;
    this.clear();
  }

  // Nothing is chosen: no answer on a piece stays, and no card of its own.
  clear(key = null) {
    this.chosen = key;
    this.reach = null;
    this.card = null;
    this.table.choices.pending = null;
    this.table.moved = false;
  }

  get facts() {
    return factsOf(this.table.store.node);
  }

  get legal() {
    return this.table.store.node.held?.legal || [];
  }

  get battle() {
    return this.table.shownView() === "battle";
  }

  get actor() {
    return this.facts.b?.[1] || "attacker";
  }

  get targets() {
    return targetsOf({ legal: this.legal, reach: this.reach, chosen: this.chosen, battle: this.battle });
  }

  get able() {
    return this.chosen ? new Set() : ableOnes(this.legal, this.actor);
  }

  pieceOn(key) {
    return this.battle ? pieceOn(this.table.data, this.facts, key) : null;
  }

  async touch(place) {
    const { node } = this.table.store;
    if (this.table.mode === "setup" && node.held) {
      if (this.battle) this.table.setup.battle.touchHex(place.key);
      else this.table.setup.game.touchLand(place);
      return;
    }
    if (this.table.engine.state === "loading") this.table.message("The rules are still loading: your touch is answered when they are here.");
    if (!node.held?.legal && !(await this.table.hold(node))) {
      if (place.legion && !this.battle) {
        this.choose(place.legion === this.chosen ? null : place.legion);
        return;
      }
      if (this.table.engine.state === "none") this.table.message("This page shows a recorded game; it has no engine to analyse with.");
      return;
    }
    if (this.table.store.node !== node) return;
    if (this.battle) this.touchHex(place.key);
    else this.touchLand(place);
  }

  touchHex(key) {
    const piece = this.pieceOn(key);
    if (this.table.tray.now && !this.table.tray.now.single) {
      if (piece && piece.role !== this.actor && key !== this.table.tray.now.target && this.table.tray.full) {
        this.table.tray.carry(key, piece.left);
        return;
      }
      this.table.tray.close();
    }
    const target = this.targets.get(key);
    if (this.chosen && target) {
      this.table.perform(target.text);
      return;
    }
    const mine = this.pieceOn(this.chosen);
    const acting = this.actor;
    const strikes = this.facts.b?.[3] !== "maneuver";
    if (this.chosen && mine && key !== this.chosen && mine.role === acting && (!piece || piece.role !== acting)) {
      if (strikes && piece) this.wonder(`${mine.hex} strikes ${key}`);
      else if (!strikes && this.table.data.hexes[key]) this.wonder(mine.hex ? `${mine.name} ${mine.hex}-${key}` : `${mine.name} enters ${key}`);
      else this.choose(null);
      return;
    }
    this.choose(piece && key !== this.chosen ? key : null);
  }

  touchLand({ key, legion }) {
    const target = this.targets.get(key);
    if (target?.all.length && (!legion || this.chosen || target.all[0].action.do === "engage")) {
      if (target.all.length === 1) this.table.perform(target.text);
      else this.table.choices.offer(target.all);
      return;
    }
    const facts = this.facts;
    const mine = this.chosen && facts[`L/${this.chosen}`];
    if (legion && legion !== this.chosen) this.choose(legion);
    else if (mine && facts.p === "movement" && facts.r && String(mine[1]) !== key && mine[0] === facts.a) this.wonder(`${this.chosen} ${key}`);
    else this.choose(null);
  }

  drop(from, to) {
    if (!from || !to) return;
    if (this.table.mode === "setup") {
      if (this.battle && this.table.data.hexes[to.key]) this.table.setup.battle.touchHex(from.key, to.key);
      else if (!this.battle && from.legion) {
        this.chosen = from.legion;
        this.table.setup.game.touchLand({ key: to.key, legion: null });
      }
      return;
    }
    this.chosen = from.legion || from.key;
    this.touch({ key: to.key, legion: null });
  }

  // What a Legion's way would be, when its land is looked at.
  look({ key }) {
    if (this.looked === key || this.battle) return;
    this.looked = key;
    const places = this.reach?.rolls?.[0]?.lands?.[key];
    this.table.board.map.querySelectorAll(".over > .way").forEach((one) => one.remove());
    if (places?.[0].way) this.table.board.marks.way(places[0].way);
  }

  async choose(key) {
    this.clear(key);
    if (key && document.body.dataset.panel !== "talk" && getComputedStyle(byId("talk")).display === "none") this.table.panel("talk");
    const { node } = this.table.store;
    if (key && !this.battle) this.card = this.table.viewing.card(this.table.viewing.seen(node, this.facts), key);
    this.table.render();
    const { held } = node;
    if (!key || !held || (held.faults.length && !held.partial)) return;
    const facts = this.facts;
    const piece = this.battle && this.pieceOn(key);
    const about = piece ? piece.hex || piece.name : key;
    const legion = facts[`L/${key}`];
    if (!this.battle && (legion?.[0] !== facts.a || facts.e || !this.table.viewing.owns(legion))) return;
    const found = await this.table.ask({ ask: "legal", position: held.partial?.position || held.position, about });
    if (this.chosen !== key) return;
    if (found.error) {
      this.card = { title: "", notes: [sentenceOf(found.error.message)] };
    } else {
      this.reach = found;
      const card = cardOfReach(found, this.table.data);
      this.card = { ...card, title: this.card?.title || card.title, lead: this.card?.lead };
    }
    this.table.render();
  }

  // More is known than when the Legion was chosen.
  again() {
    if (this.chosen && !this.battle) this.choose(this.chosen);
    else this.table.render();
  }

  // Why not: the rules on something that was touched and is not legal.
  async wonder(text) {
    const held = this.table.store.node.held;
    const { node } = this.table.store;
    const found = await this.table.ask({ ask: "why", position: held.partial?.position || held.position, action: text });
    if (this.table.store.node !== node) return;
    if (found.error) {
      this.card = { title: text, notes: [sentenceOf(found.error.message)] };
      this.table.render();
      return;
    }
    if (found.verdict !== "illegal") this.table.render();
    else if (!held.partial) await this.table.perform(text);
    else {
      this.card = { title: found.says, text, verdict: "illegal", rulings: found.rulings };
      this.table.render();
    }
  }

  // --- dice

  async openTray(found) {
    const held = this.table.store.node.held;
    const option = this.legal.find((one) => one.text === found.text);
    if (found.do !== "strike") {
      this.table.tray.open({ single: true, says: found.says, text: found.text });
      this.show();
      return;
    }
    const { from, to } = option ? option.action : {};
    const key = from || /^(\w\d)/.exec(found.text)?.[1];
    const aim = to || /strikes (\w\d)/.exec(found.text)?.[1];
    const reach = this.reach?.from === key ? this.reach : await this.table.ask({ ask: "legal", position: held.position, about: key });
    const target = reach.targets?.[aim];
    if (!target) return;
    const index = Math.max(0, target.options.findIndex((one) => one.text === found.text));
    this.table.tray.open({ says: found.says, options: target.options, needs: target.needs, target: aim, option: index });
    this.card = { title: found.says, rulings: target.rulings };
    this.show();
    this.table.render();
    this.table.odds.strike(await this.table.ask({ ask: "odds", position: held.position, from: key, to: aim }));
  }

  // On a small screen the tray and the card come to the front.
  show() {
    if (getComputedStyle(byId("talk")).display === "none") this.table.panel("talk");
  }
}
