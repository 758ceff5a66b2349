// Setting up a battle: who stands where, in which state; the moment; the sides; what may be summoned and mustered.
import { button, choice, html, labelled } from "./dom.js";
import { ROLES, offKey } from "./pieces.js";
import { battleIn } from "./places.js";
import { donors, fit, stock } from "./stock.js";

const ROLE_NAMES = { attacker: "Attacker", defender: "Defender" };
const MOMENTS = [
  ["attacker/maneuver", "Attacker's Maneuver Phase"], ["attacker/strike", "Attacker's Strike Phase"],
  ["attacker/strikeback", "Defender strikes back"], ["defender/maneuver", "Defender's Maneuver Phase"],
  ["defender/strike", "Defender's Strike Phase"], ["defender/strikeback", "Attacker strikes back"],
];

export class BattleSet {
  // panel: the panel for setting up, which holds what is chosen and changes the position.
  constructor(panel) {
    this.panel = panel;
  }

  parts(battle) {
    const chosen = this.pieceOf(battle, this.panel.chosen());
    return [
      this.roles(battle), this.panel.palette(battle[this.panel.role], (name) => this.panel.arm(name)),
      chosen ? this.piece(chosen) : html("p", { class: "faint" }, this.panel.armed
        ? `Touch the hexes where ${ROLE_NAMES[this.panel.role].toLowerCase()}'s ${this.panel.armed} stands, or touch it again to stop.`
        : "Touch a character, then its hex; or drag it there. Touch one on the board to change it."),
      this.fields(battle), ...this.stocks(battle),
    ];
  }

  roles(battle) {
    return html("div", { class: "switch wide", role: "group", "aria-label": "Whose characters" }, ROLES.map((role) =>
      button(`${ROLE_NAMES[role]}: ${battle[role].player}`, () => {
        this.panel.role = role;
        this.panel.show(this.panel.position(), this.panel.view);
      }, { "aria-pressed": String(role === this.panel.role), "data-keep": role, id: `side-${role}` })));
  }

  pieceOf(battle, key) {
    if (!key) return null;
    for (const role of ROLES) {
      const i = battle[role].characters.findIndex((one) => (one.hex ? one.hex === key : offKey(role, one.name) === key));
      if (i >= 0) return { role, i, character: battle[role].characters[i] };
    }
    return null;
  }

  piece({ role, i, character }) {
    const change = (how) => this.panel.change((battle) => how(battle[role].characters[i], battle));
    const flag = (name) => button(name, () => change((one) => {
      one[name] = !one[name];
    }), { "aria-pressed": String(Boolean(character[name])), "data-keep": name });
    const hits = (by) => change((one) => {
      one.hits = Math.max(0, (one.hits || 0) + by);
    });
    return html("div", { class: "piece-form" },
      html("b", {}, `${character.name}${character.hex ? ` in ${character.hex}` : ", off the board"}`),
      html("span", { class: "stepper", role: "group", "aria-label": "Hits" }, button("−", () => hits(-1), { "aria-label": "One hit less", "data-keep": "less" }),
        html("output", { id: "hits" }, `${character.hits || 0} hits`), button("+", () => hits(1), { "aria-label": "One hit more", "data-keep": "more" })),
      flag("moved"), flag("struck"),
      character.hex && button("Off the board", () => {
        this.panel.choose(offKey(role, character.name));
        change((one) => {
          one.hex = null;
        });
      }),
      button("Remove", () => {
        this.panel.choose(null);
        this.panel.change((battle) => battle[role].characters.splice(i, 1));
      }, { class: "bad", id: "remove-piece" }));
  }

  put(role, name, hex) {
    this.panel.change((battle) => {
      for (const one of ROLES) battle[one].characters = battle[one].characters.filter((c) => c.hex !== hex);
      battle[role].characters.push({ name, hex });
      fit(this.panel.data, battle);
    });
  }

  // A hex or a character was touched, or one dragged onto a hex, while setting up a battle.
  touchHex(key, to = null) {
    const battle = battleIn(this.panel.position());
    const piece = this.pieceOf(battle, to ? key : this.panel.chosen());
    const target = to || key;
    if (!this.panel.data.hexes[target]) {
      this.panel.armed = null;
      this.panel.choose(target === this.panel.chosen() ? null : target);
    } else if (this.panel.armed && !to) this.put(this.panel.role, this.panel.armed, target);
    else if (this.pieceOf(battle, target) && !to) this.panel.choose(target === this.panel.chosen() ? null : target);
    else if (piece) {
      this.panel.choose(target);
      this.panel.change((now) => {
        const mine = now[piece.role].characters[piece.i];
        for (const one of ROLES) now[one].characters = now[one].characters.filter((c) => c === mine || c.hex !== target);
        mine.hex = target;
      });
    }
  }

  fields(battle) {
    const own = this.panel.position().kind === "battle";
    const side = (role) => {
      const held = battle[role];
      return html("fieldset", {}, html("legend", {}, ROLE_NAMES[role]),
        labelled("Player", choice(Object.keys(this.panel.data.letters), held.player, (color) => this.panel.change((now) => {
          Object.assign(now[role], { player: color, legion: this.panel.data.letters[color][0] });
        }), { disabled: !own, "data-keep": `${role}-player` })),
        labelled("Legion", choice(this.panel.data.letters[held.player] || [held.legion], held.legion, (legion) => this.panel.change((now) => {
          now[role].legion = legion;
        }), { disabled: !own, "data-keep": `${role}-legion` })),
        labelled("Score", html("input", { type: "number", min: 0, step: 1, value: held.score, "data-keep": `${role}-score`, change: (event) => this.panel.change((now) => {
          now[role].score = Math.max(0, Math.round(Number(event.target.value)) || 0);
        }) })),
        role === "attacker" && labelled("Enters from the", choice(["left", "right", "bottom"], held.entry_side, (entry) => this.panel.change((now) => {
          now.attacker.entry_side = entry;
        }), { "data-keep": "entry" })));
    };
    /** @type {(key: string, make?: (value: string) => unknown) => (value: string) => void} */
    const set = (key, make = String) => (value) => this.panel.change((now) => {
      now[key] = make(value);
    });
    return html("div", { class: "fields" },
      labelled("Battleland", choice(this.panel.data.terrains, battle.terrain, set("terrain"), { id: "terrain", disabled: !own, "data-keep": "terrain" })),
      labelled("Battle turn", choice([1, 2, 3, 4, 5, 6, 7], battle.turn, set("turn", Number), { "data-keep": "turn" })),
      labelled("Moment", choice(MOMENTS, `${battle.side}/${battle.phase}`, (value) => this.panel.change((now) => {
        [now.side, now.phase] = value.split("/");
      }), { id: "moment", "data-keep": "moment" })),
      labelled("Ruleset", choice(this.panel.data.rulesets, this.panel.position().ruleset, (value) => this.panel.change((_, document) => {
        document.ruleset = value;
      }), { "data-keep": "ruleset" })),
      side("attacker"), side("defender"));
  }

  // What stands outside the map: the caretaker's stock, and whom the attacker's other Legions might send.
  stocks(battle) {
    if (this.panel.position().kind !== "battle") return [];
    const { data } = this.panel;
    const others = (data.letters[battle.attacker.player] || []).filter((marker) => marker !== battle.attacker.legion);
    return [
      donors(data, battle.donors || {}, others, (found) => this.panel.change((now) => {
        now.donors = found;
        fit(data, now);
      })),
      stock(data, battle, battle.caretaker, (found) => this.panel.change((now) => {
        if (found) now.caretaker = found;
        else delete now.caretaker;
      })),
    ];
  }
}
