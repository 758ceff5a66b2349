// Setting up a game: players and their Legions, whose turn it is, the Movement Roll, the caretaker's stock.
import { button, choice, html, labelled } from "./dom.js";
import { stock } from "./stock.js";

const PHASES = [["commencement", "Commencement"], ["movement", "Movement"], ["engagement", "Engagement"], ["enlistment", "Enlistment"]];

// Whoever comes into a Legion is taken from the caretaker's stock, whoever leaves one goes back there.
function take(document, name, count) {
  if (document.caretaker && name in document.caretaker) document.caretaker[name] = Math.max(0, document.caretaker[name] - count);
}

export class GameSet {
  // panel: the panel for setting up, which holds what is chosen and changes the position.
  constructor(panel) {
    this.panel = panel;
    this.color = null;
  }

  legionOf(document, marker) {
    for (const player of document.players || []) {
      const legion = player.legions.find((one) => one.legion === marker);
      if (legion) return { player, legion };
    }
    return null;
  }

  parts(game) {
    const colors = (game.players || []).map((player) => player.color);
    if (!colors.includes(this.color)) this.color = game.active && colors.includes(game.active) ? game.active : colors[0];
    const found = this.legionOf(game, this.panel.chosen());
    return [
      html("div", { class: "switch wide", role: "group", "aria-label": "Whose Legions" }, colors.map((color) => button(color, () => {
        this.color = color;
        this.panel.show(this.panel.position(), this.panel.view);
      }, { "aria-pressed": String(color === this.color) }))),
      found ? this.legionForm(found) : html("p", { class: "faint" }, "Touch an empty land to put a Legion there, or a Legion to change it."),
      found ? this.panel.palette({ player: found.player.color, legion: found.legion.legion }, (name) => this.changeLegion((legion, _, document) => {
        legion.characters = [...(legion.characters || []), name];
        delete legion.height;
        take(document, name, 1);
      })) : null,
      this.fields(game), this.players(game), this.stocks(game),
    ];
  }

  changeLegion(how) {
    const marker = this.panel.chosen();
    this.panel.change((_, document) => {
      const found = this.legionOf(document, marker);
      if (found) how(found.legion, found.player, document);
    });
  }

  legionForm({ player, legion }) {
    const chips = (legion.characters || []).map((name, i) => button(`${name} ✕`, () => this.changeLegion((one, _, document) => take(document, ...one.characters.splice(i, 1), -1)), { class: "chip", "aria-label": `Take ${name} out` }));
    return html("div", { class: "piece-form" },
      html("b", {}, `${player.color}'s Legion ${legion.legion} in ${legion.land}`),
      html("div", { class: "row" }, legion.characters ? chips : html("span", {}, `${legion.height} characters, not known`)),
      button("moved", () => this.changeLegion((one) => {
        one.moved = !one.moved;
      }), { "aria-pressed": String(Boolean(legion.moved)) }),
      labelled("Enters from the", choice([["", "–"], "left", "right", "bottom"], legion.entry_side || "", (side) => this.changeLegion((one) => {
        one.entry_side = side || null;
      }))),
      button("Content not known", () => this.changeLegion((one) => {
        one.height = (one.characters || []).length || one.height || 2;
        one.characters = null;
      })),
      button("Remove", () => {
        this.changeLegion((one, owner) => owner.legions.splice(owner.legions.indexOf(one), 1));
        this.panel.choose(null);
      }, { class: "bad" }));
  }

  // A land or a Legion was touched while setting up a game.
  touchLand({ key, legion }) {
    if (legion && (legion !== this.panel.chosen() || legion === this.made)) {
      this.made = null; // touched by itself, it may be moved by the next touch
      this.panel.choose(legion);
    }
    else if (this.panel.chosen() !== this.made && this.legionOf(this.panel.position(), this.panel.chosen())) {
      const land = Number(key);
      this.changeLegion((one) => {
        one.land = land;
      });
    } else {
      const game = this.panel.position();
      const taken = new Set(game.players.flatMap((player) => player.legions.map((one) => one.legion)));
      const marker = this.panel.data.letters[this.color].find((one) => !taken.has(one));
      if (!marker) return;
      this.made = marker;
      this.panel.choose(marker);
      this.panel.change((_, document) => {
        const player = document.players.find((one) => one.color === this.color);
        player.legions.push({ legion: marker, land: Number(key), characters: [] });
        delete player.markers;
        delete document.caretaker;
      });
    }
  }

  fields(game) {
    /** @type {(key: string, make?: (value: string) => unknown) => (value: string) => void} */
    const set = (key, make = String) => (value) => this.panel.change((_, document) => {
      document[key] = make(value);
    });
    return html("div", { class: "fields" },
      labelled("Turn", html("input", { type: "number", min: 1, value: game.turn, change: (event) => set("turn", (value) => Math.max(1, Number(value) || 1))(event.target.value) })),
      labelled("Whose turn", choice((game.players || []).map((player) => player.color), game.active, set("active"))),
      labelled("Phase", choice(PHASES, game.phase, set("phase"), { id: "phase" })),
      labelled("Movement Roll", choice([["", "none"], 1, 2, 3, 4, 5, 6], game.roll || "", (value) => this.panel.change((_, document) => {
        if (value) document.roll = Number(value);
        else delete document.roll;
      }), { id: "movement-roll" })),
      labelled("Ruleset", choice(this.panel.data.rulesets, game.ruleset, set("ruleset"))));
  }

  players(game) {
    return html("div", { class: "fields" }, (game.players || []).map((player, i) => labelled(`${player.color}'s score`,
      html("input", { type: "number", min: 0, value: player.score, change: (event) => this.panel.change((_, document) => {
        document.players[i].score = Math.max(0, Math.round(Number(event.target.value)) || 0);
      }) }))));
  }

  stocks(game) {
    return stock(this.panel.data, game, game.caretaker, (found) => this.panel.change((_, document) => {
      if (found) document.caretaker = found;
      else delete document.caretaker;
    }));
  }
}
