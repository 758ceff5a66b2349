// Setting up: a position is a document, and every touch here gives a changed copy of it.
import { colorsOf, counterOf, offKey } from "./board.js";
import { button, choice, html, labelled, svg } from "./dom.js";

const ROLE_NAMES = { attacker: "Attacker", defender: "Defender" };
const MOMENTS = [
  ["attacker/maneuver", "Attacker's Maneuver Phase"], ["attacker/strike", "Attacker's Strike Phase"],
  ["attacker/strikeback", "Defender strikes back"], ["defender/maneuver", "Defender's Maneuver Phase"],
  ["defender/strike", "Defender's Strike Phase"], ["defender/strikeback", "Attacker strikes back"],
];
const PHASES = [["commencement", "Commencement"], ["movement", "Movement"], ["engagement", "Engagement"], ["enlistment", "Enlistment"]];
const FORMAT = "titan-rules/1";

export const copied = (document) => JSON.parse(JSON.stringify(document));
export const battleIn = (document) => (document.kind === "battle" ? document : document.battle || null);

export function emptyBattle(terrain = "Plains", ruleset = "standard") {
  return {
    format: FORMAT, kind: "battle", ruleset, terrain, turn: 2, side: "attacker", phase: "strike",
    attacker: { player: "Black", legion: "Bk01", entry_side: "left", score: 0, characters: [] },
    defender: { player: "Red", legion: "Rd01", score: 0, characters: [] },
  };
}

// Where a fault is, in words: "the defender's Ogre (hex)", not "/defender/characters/1/hex".
export function placeOf(pointer, document) {
  const parts = pointer.split("/").slice(1);
  let at = document;
  const said = [];
  for (const part of parts) {
    const inner = at?.[part];
    if (part === "attacker" || part === "defender") said.push(`the ${part}'s`);
    else if (inner?.name && inner.hex !== undefined) said.push(`${inner.name}${inner.hex ? ` in ${inner.hex}` : ""}`);
    else if (inner?.color) said.push(`${inner.color}'s`);
    else if (inner?.legion) said.push(`Legion ${inner.legion}`);
    else if (!/^\d+$/.test(part) && !["characters", "players", "legions"].includes(part)) said.push(`(${part.replaceAll("_", " ")})`);
    at = inner;
  }
  return said.join(" ");
}

export class SetupPanel {
  // edit(document): the position becomes this one; position(): the one that is shown; chosen(): the chosen place.
  constructor(host, data, { edit, position, chosen, choose, fresh, toPlay }) {
    Object.assign(this, { host, data, edit, position, chosen, choose, fresh, toPlay });
    this.role = "attacker";
    this.armed = null;
    this.color = null;
  }

  show(document, view) {
    this.view = view;
    const battle = document && view === "battle" ? battleIn(document) : null;
    const parts = [this.beginnings()];
    if (battle) parts.push(...this.battleParts(battle));
    else if (document) parts.push(...this.gameParts(document));
    const at = this.host.scrollTop;
    const focused = document && globalThis.document.activeElement?.dataset?.keep;
    this.host.replaceChildren(...parts);
    this.host.scrollTop = at;
    if (focused) this.host.querySelector(`[data-keep="${focused}"]`)?.focus({ preventScroll: true });
  }

  change(how) {
    const document = copied(this.position());
    how(battleIn(document) && this.view === "battle" ? battleIn(document) : document, document);
    this.edit(document);
  }

  beginnings() {
    return html("div", { class: "row" },
      button("Play on", () => this.toPlay(), { class: "main", id: "to-play" }),
      button("Empty battle", () => this.fresh("battle"), { id: "new-battle" }),
      button("New game", () => this.fresh("game"), { id: "new-game" }));
  }

  // --- a battle

  battleParts(battle) {
    const chosen = this.pieceOf(battle, this.chosen());
    return [
      this.roles(battle), this.palette(battle[this.role], (name) => this.arm(name)),
      chosen ? this.piece(chosen) : html("p", { class: "faint" }, this.armed
        ? `Touch the hexes where ${ROLE_NAMES[this.role].toLowerCase()}'s ${this.armed} stands, or touch it again to stop.`
        : "Touch a character, then its hex; or drag it there. Touch one on the board to change it."),
      this.battleFields(battle),
    ];
  }

  roles(battle) {
    return html("div", { class: "switch wide", role: "group", "aria-label": "Whose characters" }, ["attacker", "defender"].map((role) =>
      button(`${ROLE_NAMES[role]}: ${battle[role].player}`, () => {
        this.role = role;
        this.show(this.position(), this.view);
      }, { "aria-pressed": String(role === this.role), "data-keep": role, id: `side-${role}` })));
  }

  palette(side, press) {
    const colors = colorsOf(this.data, side.player, side.legion);
    return html("div", { class: "palette", role: "group", "aria-label": "Characters" }, this.data.characters.map(([name], index) => {
      const [made] = counterOf(this.data, index, this.view === "battle" ? this.role : "attacker", colors, {});
      made.removeAttribute("data-character");
      const picture = svg("svg", { viewBox: "-62 -51 124 102", "aria-hidden": "true" }, made);
      const one = button("", () => press(name), { "aria-label": name, "aria-pressed": String(this.armed === name), "data-name": name, "data-keep": name });
      one.append(picture);
      one.addEventListener("pointerdown", (event) => this.drag(event, name, picture));
      return one;
    }));
  }

  arm(name) {
    this.armed = this.armed === name ? null : name;
    this.choose(null);
  }

  // A character dragged from the palette onto the board.
  drag(event, name, picture) {
    let ghost = null;
    const begun = [event.clientX, event.clientY];
    const move = (now) => {
      if (!ghost && Math.hypot(now.clientX - begun[0], now.clientY - begun[1]) < 10) return;
      if (!ghost) {
        const box = picture.getBoundingClientRect();
        const copy = picture.cloneNode(true);
        copy.setAttribute("width", box.width);
        ghost = html("div", { class: "ghost", "aria-hidden": "true" }, copy);
        globalThis.document.body.append(ghost);
      }
      ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`;
    };
    const end = (now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      const hex = globalThis.document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-hex], [data-at]");
      const label = hex && (hex.dataset.hex || hex.dataset.at);
      if (label && this.data.hexes[label]) this.put(this.role, name, label);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  pieceOf(battle, key) {
    if (!key) return null;
    for (const role of ["attacker", "defender"]) {
      const i = battle[role].characters.findIndex((one) => (one.hex ? one.hex === key : offKey(role, one.name) === key));
      if (i >= 0) return { role, i, character: battle[role].characters[i] };
    }
    return null;
  }

  piece({ role, i, character }) {
    const change = (how) => this.change((battle) => how(battle[role].characters[i], battle));
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
        this.choose(offKey(role, character.name));
        change((one) => {
          one.hex = null;
        });
      }),
      button("Remove", () => {
        this.choose(null);
        this.change((battle) => battle[role].characters.splice(i, 1));
      }, { class: "bad", id: "remove-piece" }));
  }

  put(role, name, hex) {
    this.change((battle) => {
      for (const one of ["attacker", "defender"]) battle[one].characters = battle[one].characters.filter((c) => c.hex !== hex);
      battle[role].characters.push({ name, hex });
    });
  }

  // A hex or a character was touched, or one dragged onto a hex, while setting up a battle.
  touchHex(key, to = null) {
    const battle = battleIn(this.position());
    const piece = this.pieceOf(battle, to ? key : this.chosen());
    const target = to || key;
    if (!this.data.hexes[target]) {
      this.armed = null;
      this.choose(target === this.chosen() ? null : target);
    } else if (this.armed && !to) this.put(this.role, this.armed, target);
    else if (this.pieceOf(battle, target) && !to) this.choose(target === this.chosen() ? null : target);
    else if (piece) {
      this.choose(target);
      this.change((now) => {
        const mine = now[piece.role].characters[piece.i];
        for (const one of ["attacker", "defender"]) now[one].characters = now[one].characters.filter((c) => c === mine || c.hex !== target);
        mine.hex = target;
      });
    }
  }

  battleFields(battle) {
    const own = this.position().kind === "battle";
    const side = (role) => {
      const held = battle[role];
      return html("fieldset", {}, html("legend", {}, ROLE_NAMES[role]),
        labelled("Player", choice(Object.keys(this.data.letters), held.player, (color) => this.change((now) => {
          Object.assign(now[role], { player: color, legion: this.data.letters[color][0] });
        }), { disabled: !own, "data-keep": `${role}-player` })),
        labelled("Legion", choice(this.data.letters[held.player] || [held.legion], held.legion, (legion) => this.change((now) => {
          now[role].legion = legion;
        }), { disabled: !own, "data-keep": `${role}-legion` })),
        labelled("Score", html("input", { type: "number", min: 0, step: 1, value: held.score, "data-keep": `${role}-score`, change: (event) => this.change((now) => {
          now[role].score = Math.max(0, Math.round(Number(event.target.value)) || 0);
        }) })),
        role === "attacker" && labelled("Enters from the", choice(["left", "right", "bottom"], held.entry_side, (entry) => this.change((now) => {
          now.attacker.entry_side = entry;
        }), { "data-keep": "entry" })));
    };
    const set = (key, make = String) => (value) => this.change((now) => {
      now[key] = make(value);
    });
    return html("div", { class: "fields" },
      labelled("Battleland", choice(this.data.terrains, battle.terrain, set("terrain"), { id: "terrain", disabled: !own, "data-keep": "terrain" })),
      labelled("Battle turn", choice([1, 2, 3, 4, 5, 6, 7], battle.turn, set("turn", Number), { "data-keep": "turn" })),
      labelled("Moment", choice(MOMENTS, `${battle.side}/${battle.phase}`, (value) => this.change((now) => {
        [now.side, now.phase] = value.split("/");
      }), { id: "moment", "data-keep": "moment" })),
      labelled("Ruleset", choice(this.data.rulesets, this.position().ruleset, (value) => this.change((_, document) => {
        document.ruleset = value;
      }), { "data-keep": "ruleset" })),
      side("attacker"), side("defender"));
  }

  // --- a game

  legionOf(document, marker) {
    for (const player of document.players || []) {
      const legion = player.legions.find((one) => one.legion === marker);
      if (legion) return { player, legion };
    }
    return null;
  }

  gameParts(game) {
    const colors = (game.players || []).map((player) => player.color);
    if (!colors.includes(this.color)) this.color = game.active && colors.includes(game.active) ? game.active : colors[0];
    const found = this.legionOf(game, this.chosen());
    return [
      html("div", { class: "switch wide", role: "group", "aria-label": "Whose Legions" }, colors.map((color) => button(color, () => {
        this.color = color;
        this.show(this.position(), this.view);
      }, { "aria-pressed": String(color === this.color) }))),
      found ? this.legionForm(found) : html("p", { class: "faint" }, "Touch an empty land to put a Legion there, or a Legion to change it."),
      found ? this.palette({ player: found.player.color, legion: found.legion.legion }, (name) => this.changeLegion((legion) => {
        legion.characters = [...(legion.characters || []), name];
        delete legion.height;
      })) : null,
      this.gameFields(game), this.players(game),
    ];
  }

  changeLegion(how) {
    const marker = this.chosen();
    this.change((_, document) => {
      const found = this.legionOf(document, marker);
      if (found) how(found.legion, found.player);
    });
  }

  legionForm({ player, legion }) {
    const chips = (legion.characters || []).map((name, i) => button(`${name} ✕`, () => this.changeLegion((one) => one.characters.splice(i, 1)), { class: "chip", "aria-label": `Take ${name} out` }));
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
        this.choose(null);
      }, { class: "bad" }));
  }

  // A land or a Legion was touched while setting up a game.
  touchLand({ key, legion }) {
    if (legion && legion !== this.chosen()) this.choose(legion);
    else if (this.legionOf(this.position(), this.chosen())) {
      const land = Number(key);
      this.changeLegion((one) => {
        one.land = land;
      });
    } else {
      const game = this.position();
      const taken = new Set(game.players.flatMap((player) => player.legions.map((one) => one.legion)));
      const marker = this.data.letters[this.color].find((one) => !taken.has(one));
      if (!marker) return;
      this.choose(marker);
      this.change((_, document) => {
        const player = document.players.find((one) => one.color === this.color);
        player.legions.push({ legion: marker, land: Number(key), characters: ["Ogre", "Ogre"] });
        delete player.markers;
        delete document.caretaker;
      });
    }
  }

  gameFields(game) {
    const set = (key, make = String) => (value) => this.change((_, document) => {
      document[key] = make(value);
    });
    return html("div", { class: "fields" },
      labelled("Turn", html("input", { type: "number", min: 1, value: game.turn, change: (event) => set("turn", (value) => Math.max(1, Number(value) || 1))(event.target.value) })),
      labelled("Whose turn", choice((game.players || []).map((player) => player.color), game.active, set("active"))),
      labelled("Phase", choice(PHASES, game.phase, set("phase"), { id: "phase" })),
      labelled("Movement Roll", choice([["", "none"], 1, 2, 3, 4, 5, 6], game.roll || "", (value) => this.change((_, document) => {
        if (value) document.roll = Number(value);
        else delete document.roll;
      }), { id: "movement-roll" })),
      labelled("Ruleset", choice(this.data.rulesets, game.ruleset, set("ruleset"))));
  }

  players(game) {
    return html("div", { class: "fields" }, (game.players || []).map((player, i) => labelled(`${player.color}'s score`,
      html("input", { type: "number", min: 0, value: player.score, change: (event) => this.change((_, document) => {
        document.players[i].score = Math.max(0, Math.round(Number(event.target.value)) || 0);
      }) }))));
  }
}
