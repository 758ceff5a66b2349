// Who plays, whose choice is next, and a button for everything that no touch on the board does.
import { button, html } from "./dom.js";
import { ROLES, SIDES, colorsOf } from "./pieces.js";
import { sentenceOf } from "./ruling.js";

const BY_TOUCH = new Set(["maneuver", "strike", "move", "split"]);
const ROLLED = new Set(["roll", "mulligan", "tower"]);
const QUIET = new Set(["concede", "withdraw", "attempt-concession"]);
const LEGIONS = new Set(["move", "split", "muster"]);
const MOST_BUTTONS = 40;

export class Roster {
  constructor(host, data) {
    this.host = host;
    this.data = data;
  }

  show(facts, view) {
    const drawn = JSON.stringify([view, view === "battle" ? [facts.B, facts.b[1], facts.A[2], facts.D[2]] : Object.entries(facts).filter(([key]) => key.startsWith("P/") || key === "a")]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const parts = [];
    if (view === "battle") {
      const [, , attacker, marker, defender, other] = facts.B;
      for (const [role, player, legion] of [[ROLES[0], attacker, marker], [ROLES[1], defender, other]]) {
        parts.push(this.chip(player, legion, [legion, role, player, String(facts[SIDES[role]][2])], facts.b[1] === role, false));
      }
    } else {
      for (const [key, [score, power, out, , name]] of Object.entries(facts).filter(([one]) => one.startsWith("P/"))) {
        const color = key.slice(2);
        parts.push(this.chip(color, "", [name ? `${color}: ${name}` : color, String(score), out ? "out" : `Titan ${power}`], facts.a === color, out));
      }
    }
    this.host.replaceChildren(...parts);
  }

  chip(player, legion, [who, ...more], acts, out) {
    const made = html("li", { class: `${acts ? "acts" : ""} ${out ? "gone" : ""}`.trim() || null, "aria-current": acts ? "true" : null });
    const badge = html("b", {}, who);
    [badge.style.background, badge.style.color] = colorsOf(this.data, player, legion);
    made.append(badge, ...more.map((words) => html("span", { class: ROLES.includes(words) ? "role" : null }, words)));
    return made;
  }
}

export class Choices {
  // perform(text): an action is declared; choose(marker): a Legion is; analyse(): a step of a recorded game is to be
  // played on from.
  constructor(host, data, { perform, choose, analyse }) {
    this.host = host;
    this.data = data;
    this.perform = perform;
    this.choose = choose;
    this.analyse = analyse;
    this.pending = null;
  }

  // now: node, facts, chosen, able (whether an engine can be asked)
  show(now) {
    this.now = now;
    const { node, facts, chosen } = now;
    const held = node.held;
    const acts = html("div", { class: "acts" });
    const parts = [];
    const says = html("p", { class: "says" }, html("b", {}, held?.next?.says || facts.w || ""), held?.legal && !chosen && this.prompt(held.legal));
    if (this.pending) parts.push(this.among(this.pending));
    else if (held?.legal) {
      for (const one of held.next.otherwise || []) parts.push(html("p", { class: "faint" }, `If nobody concedes: ${one.text}.`));
      if (held.missing) parts.push(html("p", {}, sentenceOf(`Not known: ${held.missing}`)));
      if (facts.p === "commencement" && chosen) parts.push(this.splitter());
      const others = held.legal.filter((one) => !BY_TOUCH.has(one.action.do));
      const mine = others.filter((one) => !chosen || one.action.do !== "muster" || one.action.legion === chosen);
      const last = (one) => Number(QUIET.has(one.action.do));
      const ordered = mine.slice(0, MOST_BUTTONS).sort((one, two) => last(one) - last(two));
      parts.push(html("div", { class: "row" }, this.legions(held.legal, facts, chosen), ordered.map((one) => this.actionButton(one))));
    } else if (node.changes && now.able) {
      parts.push(html("div", { class: "row" }, button("Analyse from here", () => this.analyse(), { id: "analyse", class: "main" })));
    }
    acts.append(...parts);
    this.host.replaceChildren(says, acts);
  }

  // What a touch on the board does, where one is waited for.
  prompt(legal) {
    const may = new Set(legal.map((one) => one.action.do));
    const all = [may.has("strike") || may.has("maneuver") ? "a glowing character" : "", may.has("move") || may.has("split") ? "a glowing Legion" : ""];
    const said = all.filter(Boolean).join(" or ");
    return said && html("span", { class: "faint" }, ` Touch ${said}.`);
  }

  // The Legions that may do something, to be chosen here as on the board.
  legions(legal, facts, chosen) {
    const markers = new Set(legal.filter((one) => LEGIONS.has(one.action.do)).map((one) => one.action.legion));
    return [...markers].map((marker) => {
      const made = button(marker, () => this.choose(marker === chosen ? null : marker), { class: "legion", "aria-pressed": String(marker === chosen), "aria-label": `Legion ${marker}` });
      [made.style.background, made.style.color] = colorsOf(this.data, facts[`L/${marker}`]?.[0], marker);
      return made;
    });
  }

  // One of several actions that one touch may mean, or one that is to be confirmed.
  offer(actions) {
    this.pending = actions;
    this.show(this.now);
    this.focus();
  }

  focus() {
    this.host.querySelector("button")?.focus({ preventScroll: true });
  }

  among(actions) {
    return html("div", { class: "row" }, actions.map((one) => button(one.says, () => this.perform(one.text))), button("Cancel", () => {
      this.pending = null;
      this.show(this.now);
    }));
  }

  actionButton({ text, says, action }) {
    const act = () => (QUIET.has(action.do) ? this.offer([{ text, says: `Yes: ${says}` }]) : this.perform(text));
    const kind = QUIET.has(action.do) ? "quiet" : ROLLED.has(action.do) || action.do.startsWith("end") ? "main" : null;
    return button(says, act, { title: text, "data-legal": text, class: kind });
  }

  // Who leaves a Legion: touched one by one.
  splitter() {
    const { node, facts, chosen } = this.now;
    const legion = facts[`L/${chosen}`];
    const splits = node.held.legal.filter((one) => one.action.do === "split" && one.action.legion === chosen);
    if (!legion || !splits.length) return "";
    if (this.splitting?.legion !== chosen) this.splitting = { legion: chosen, out: new Set() };
    const { out } = this.splitting;
    const names = legion[4].map((index) => this.data.characters[index][0]);
    const leaving = names.filter((_, i) => out.has(i));
    const same = (one) => [...one].sort().join() === [...leaving].sort().join();
    const legal = splits.find((one) => same(one.action.characters));
    const into = splits[0].action.into;
    return html("div", { class: "splitter" }, html("p", {}, `Who leaves ${chosen} for ${into}?`),
      html("div", { class: "row" }, names.map((name, i) => button(name, () => {
        if (!out.delete(i)) out.add(i);
        this.show(this.now);
      }, { class: "chip", "aria-pressed": String(out.has(i)) }))),
      button("Split", () => this.perform(legal ? legal.text : `${chosen}/${into} ${leaving.join(" ")}`), { class: "main", disabled: !leaving.length, "data-legal": legal?.text }));
  }
}
