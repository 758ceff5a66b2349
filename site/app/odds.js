// Chances: battles fought out by policies, as a bar that fills while they run; the exact table of a strike.
import { button, choice, html, labelled } from "./dom.js";
import { OutlookPart } from "./outlook.js";

const CHUNK = 25;
const POLICIES = ["greedy", "foresight", "cautious", "random"];
const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

export class OddsPanel {
  // held(): the engine's answer on the position; facts(): of the position that is shown.
  constructor(host, { ask, held, facts }) {
    this.host = host;
    this.ask = ask;
    this.held = held;
    this.facts = facts;
    this.policies = { attacker: "greedy", defender: "greedy" };
    this.trials = 400;
    this.running = 0;
    this.build();
  }

  build() {
    this.bar = html("div", { class: "chances", role: "img", "aria-label": "No battles fought yet" });
    this.words = html("div", { id: "odds" });
    this.table = html("div", { class: "table" });
    this.go = button("Fight it out", () => (this.running ? this.stop() : this.start()), { id: "simulate", class: "main" });
    const pick = (role) => labelled(`The ${role} plays`, choice(POLICIES, this.policies[role], (value) => {
      this.policies[role] = value;
    }));
    this.fights = html("section", {}, html("h2", {}, "The battle"), html("div", { class: "fields" }, pick("attacker"), pick("defender"),
        labelled("Battles", choice([100, 400, 1000, 5000], this.trials, (value) => {
          this.trials = Number(value);
        }))),
      this.go, this.bar, this.words, html("h2", {}, "A strike"), this.table);
    const engagement = html("section", {});
    this.outlook = new OutlookPart(engagement, { ask: this.ask, held: this.held, facts: this.facts });
    this.none = html("p", { class: "faint" }, "Nobody fights here, and no Engagement waits.");
    this.host.replaceChildren(this.fights, engagement, this.none);
    this.strike(null);
  }

  stop() {
    this.running = 0;
    this.go.textContent = "Fight it out";
  }

  async start() {
    const held = await this.held();
    if (!held) return;
    const { position } = held;
    const mine = (this.running = Date.now());
    this.go.textContent = "Stop";
    let so_far = null;
    for (let first = 0; first < this.trials && this.running === mine; first += CHUNK) {
      const found = await this.ask({ ask: "simulate", position, first, count: CHUNK, ...this.policies, so_far });
      if (this.running !== mine) return;
      if (found.error) {
        this.words.replaceChildren(html("p", { class: "bad" }, found.error.message));
        break;
      }
      so_far = found.so_far;
      this.show(found);
    }
    if (this.running === mine) this.stop();
  }

  show(found) {
    const kinds = [["attacker", found.attacker_wins], ["defender", found.defender_wins], ["nobody", found.mutual]];
    this.bar.replaceChildren(...kinds.map(([who, { p }]) => {
      const part = html("span", { class: who });
      part.style.flexGrow = String(p);
      return part;
    }));
    const progress = html("i", {});
    progress.style.width = `${(100 * found.trials) / this.trials}%`;
    this.bar.append(progress);
    const said = (/** @type {any} */ [who, { p, low, high }]) => `${who} ${percent(p)} (${percent(low)} to ${percent(high)})`;
    this.bar.setAttribute("aria-label", kinds.map(said).join(", "));
    this.words.replaceChildren(
      html("ul", {}, kinds.map((kind) => html("li", { class: kind[0] }, said(kind)))),
      html("p", { class: "faint" }, `${found.trials} battles, in brackets 95 % intervals; ${found.mean_turns.mean.toFixed(1)} turns on average`));
  }

  // found: the exact answer on a strike, or null
  strike(found) {
    if (!found || found.error) {
      this.table.replaceChildren(html("p", { class: "faint" }, found?.error?.message || "Choose a striker and a target."));
      return;
    }
    this.table.replaceChildren(
      html("p", {}, `${found.striker} against ${found.target}: ${found.dice} dice at ${found.strike_number}; slays ${percent(found.slays.p)} (${found.slays.exact})`),
      html("table", {}, html("thead", {}, html("tr", {}, ["hits", "chance", "that many or more"].map((words) => html("th", { scope: "col" }, words)))),
        html("tbody", {}, found.hits.map((row) => html("tr", { class: found.needs !== undefined && row.hits >= found.needs ? "slays" : null },
          html("td", {}, String(row.hits)), html("td", { title: row.exact }, percent(row.p)), html("td", {}, percent(row.at_least)))))));
  }

  changed() {
    if (this.running) this.stop();
    this.bar.replaceChildren();
    this.words.replaceChildren();
    this.outlook.changed();
    this.fights.hidden = !this.facts().B;
    this.none.hidden = !this.fights.hidden || !this.outlook.host.hidden;
  }
}
