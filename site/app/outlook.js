// What an Engagement may come to before it is fought: fight, flight, concessions, agreements, in points.
import { button, html } from "./dom.js";

const ROLES_OF = ["attacker", "defender"];
const ROUNDS = [50, 400]; // battles: a first answer at once, then a sharper one
const points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;

export class OutlookPart {
  // held(): the engine's answer on the position; facts(): of the position that is shown.
  constructor(host, { ask, held, facts }) {
    this.host = host;
    this.ask = ask;
    this.held = held;
    this.facts = facts;
  }

  // The lands where an Engagement waits, or is being resolved.
  lands() {
    const facts = this.facts();
    if (facts.B || facts.p !== "engagement") return [];
    if (facts.e) return [facts.e];
    const owners = new Map();
    for (const [key, legion] of Object.entries(facts)) {
      if (key.startsWith("L/")) owners.set(legion[1], (owners.get(legion[1]) || new Set()).add(legion[0]));
    }
    return [...owners].filter(([, colors]) => colors.size > 1).map(([land]) => land);
  }

  changed() {
    this.running = null;
    const lands = this.lands();
    this.host.hidden = !lands.length;
    this.found = html("div", { id: "outlook", "aria-live": "polite" });
    this.host.replaceChildren(html("h2", {}, "The Engagement"), html("p", { class: "faint" }, "What is it worth to fight, to flee, to concede, to agree?"),
      html("div", { class: "row" }, lands.map((land) => button(`Land ${land}`, () => this.start(land), { class: "main", "data-outlook": land }))), this.found);
  }

  async start(land) {
    const held = await this.held();
    if (!held) return;
    const mine = (this.running = {});
    this.found.replaceChildren(html("p", {}, "Battles are fought out …"));
    for (const trials of ROUNDS) {
      const found = await this.ask({ ask: "outlook", position: held.position, land, trials });
      if (this.running !== mine) return;
      if (found.error) {
        this.found.replaceChildren(html("p", { class: "bad" }, found.error.message));
        return;
      }
      this.show(found);
    }
  }

  show(found) {
    const row = (name, prospects) => html("tr", {}, html("th", { scope: "row" }, name), ROLES_OF.map((role) => {
      const { scores, brings, loses, total, titan_lost: titan } = prospects[role];
      return html("td", { title: `scores ${scores.toFixed(0)}, brings ${brings.toFixed(0)}, loses ${loses.toFixed(0)}` }, html("b", {}, points(total)),
        ` = ${scores.toFixed(0)} + ${brings.toFixed(0)} − ${loses.toFixed(0)}${titan ? `; Titan lost ${Math.round(100 * titan)} %` : ""}`);
    }));
    const named = ({ how, actions }) => (how === "agreement" ? `agree: ${actions.at(-1).replace(/^\w+ accepts /, "")}` : actions.at(-1));
    const { p, low, high } = found.attacker_wins;
    const share = (value) => `${Math.round(100 * value)} %`;
    const sure = found.calibrated ? `; as recorded battles went, ${share(found.calibrated.p)}` : "";
    this.found.replaceChildren(
      html("table", {}, html("thead", {}, html("tr", {}, html("td", {}), ROLES_OF.map((role) => html("th", { scope: "col" }, `${found.players[role]} (${role})`)))),
        html("tbody", {}, row(`fight (${found.trials} battles)`, found.fight), found.endings.map((ending) => row(named(ending), ending.prospects)))),
      html("p", {}, `The attacker wins ${share(p)} of the fights (${share(low)} to ${share(high)})${sure}. Points: scored + acquired or mustered − lost.`),
      html("details", {}, html("summary", {}, "What is counted"), html("ul", {}, found.notes.map((note) => html("li", {}, note)))));
  }
}
