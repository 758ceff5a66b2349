// A recorded game as one of its players sees it: what is known, and beside it what can be deduced.
import { choice, counted, html, labelled } from "./dom.js";
import { lineOf } from "./store.js";

const NOBODY = "nobody";

export class Viewing {
  // ask(question); changed(): everything is to be shown anew; message(words); able(): there is an engine.
  constructor(host, data, { ask, changed, message, able }) {
    this.host = host;
    this.data = data;
    this.ask = ask;
    this.changed = changed;
    this.message = message;
    this.able = able;
    this.viewer = data.viewer || "";
  }

  // Whose eyes there are to see with: those of the players, and of somebody who only watches.
  // played: there is a line of play, so there is something to deduce from.
  show(facts, played) {
    const players = Object.keys(facts).filter((key) => key.startsWith("P/")).map((key) => key.slice(2));
    if (this.viewer && this.viewer !== NOBODY && !players.includes(this.viewer)) this.viewer = "";
    this.host.hidden = !players.length || !played;
    const drawn = [this.viewer, ...players].join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const options = [["", "everything"], ...players.map((color) => [color, `what ${color} knows`]), [NOBODY, "what onlookers know"]];
    this.host.replaceChildren(labelled("The Legions show", choice(options, this.viewer, (viewer) => this.look(viewer), { id: "viewer" })));
  }

  look(viewer) {
    const absent = viewer && viewer !== this.data.viewer && !this.able();
    if (absent) this.message(`What ${viewer} can know takes an engine: titan serve, the site, or a page made with titan replay --as ${viewer}.`);
    else this.viewer = viewer;
    this.drawn = null;
    this.changed();
  }

  // Ask what the viewer can deduce here, once; true if that is news.
  async settle(node) {
    if (!this.viewer || this.viewer === this.data.viewer || node.known?.viewer === this.viewer || !this.able()) return false;
    const known = { viewer: this.viewer, facts: {} };
    node.known = known;
    const found = await this.ask({ ask: "deduce", ...lineOf(node), as: this.viewer });
    if (found.error) this.message(`What ${known.viewer} can know is not to be told here: ${found.error.message}.`);
    else known.facts = found.known;
    return true;
  }

  // The facts as the viewer knows them: of the others' Legions no more than is certain.
  seen(node, facts) {
    if (!this.viewer) return facts;
    const shown = { ...facts, ...(node.known?.viewer === this.viewer ? node.known.facts : {}) };
    for (const [key, legion] of Object.entries(facts)) {
      if (key.startsWith("L/") && legion[0] !== this.viewer) shown[key] = [...legion.slice(0, 4), shown[`K/${key.slice(2)}`]?.[0] || [], legion[5]];
    }
    return shown;
  }

  // Whether the viewer knows all that a Legion holds and may do.
  owns(legion) {
    return !this.viewer || legion?.[0] === this.viewer;
  }

  // A step as the viewer hears of it.
  heard(node) {
    const secret = this.viewer && node.hidden && node.hidden[0] !== this.viewer;
    return secret ? { ...node, says: node.hidden[1], text: "", events: [], because: [] } : node;
  }

  card(facts, marker) {
    const legion = facts[`L/${marker}`];
    if (!legion) return null;
    const [color, , height, , known] = legion;
    const words = (indexes) => counted(indexes.map((index) => this.data.characters[index][0]));
    const [, bounds = [], contents = [], others = 0, rulings = []] = facts[`K/${marker}`] || [];
    const card = { title: `${color}'s Legion ${marker}, height ${height}`, lead: [], rulings };
    if (known.length >= height) card.lead.push(`${words(known)}.`);
    else if (known.length) card.lead.push(`For certain: ${words(known)}.`);
    else card.lead.push(contents.length ? "Nothing in it is certain." : "Its characters are not known.");
    if (bounds.length) {
      card.lead.push(html("details", { open: true }, html("summary", {}, "What it may hold"),
        html("ul", {}, bounds.map(([index, least, most]) => html("li", {}, `${this.data.characters[index][0]}: ${least} to ${most}`)))));
      card.lead.push(html("details", { open: true }, html("summary", {}, "Likeliest"),
        html("ul", {}, contents.map(([weight, indexes]) => html("li", {}, `${words(indexes)} (${weight})`)), others ? html("li", {}, others > 1 ? `${others} others` : "one other") : null)));
    }
    return card;
  }
}
