// Setting up: a position is a document, and every touch here gives a changed copy of it.
import { BattleSet } from "./battleset.js";
import { button, choice, html, labelled, svg } from "./dom.js";
import { GameSet } from "./gameset.js";
import { ROLES, colorsOf, counterOf } from "./pieces.js";
import { battleIn, copied } from "./places.js";

export class SetupPanel {
  // edit(document): the position becomes this one; position(): the one that is shown; chosen(): the chosen place.
  // fresh(kind, box, count): an empty battle or a new game begins; boxes(): the names of those there are.
  // wrong(): why the position is impossible, in sentences.
  constructor(host, data, { edit, position, chosen, choose, fresh, toPlay, boxes, wrong }) {
    this.host = host;
    this.data = data;
    this.edit = edit;
    this.position = position;
    this.chosen = chosen;
    this.choose = choose;
    this.fresh = fresh;
    this.toPlay = toPlay;
    this.boxes = boxes;
    this.wrong = wrong;
    this.role = "attacker";
    this.armed = null;
    this.battle = new BattleSet(this);
    this.game = new GameSet(this);
  }

  show(document, view) {
    this.view = view;
    const battle = document && view === "battle" ? battleIn(document) : null;
    const parts = [this.beginnings(), this.faults()];
    if (battle) parts.push(...this.battle.parts(battle));
    else if (document) parts.push(...this.game.parts(document));
    const at = this.host.scrollTop;
    const unfolded = [...this.host.querySelectorAll("details[open]")].map((one) => one.id);
    const focused = document && /** @type {HTMLElement} */ (globalThis.document.activeElement)?.dataset?.keep;
    this.host.replaceChildren(...parts.filter(Boolean));
    for (const id of unfolded) this.host.querySelector(`#${id}`)?.setAttribute("open", "");
    this.host.scrollTop = at;
    if (focused) this.host.querySelector(`[data-keep="${focused}"]`)?.focus({ preventScroll: true });
  }

  // Why the position is impossible, where the card is not seen.
  faults() {
    const said = this.wrong();
    return said.length ? html("ul", { class: "faults wrong" }, said.map((one) => html("li", {}, one))) : null;
  }

  change(how) {
    const document = copied(this.position());
    how(battleIn(document) && this.view === "battle" ? battleIn(document) : document, document);
    this.edit(document);
  }

  beginnings() {
    const { box } = this.data;
    const named = typeof box === "string";
    const [least, most] = this.data.players;
    this.count = Math.min(Math.max(this.count || 2, least), most);
    const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    return html("div", { class: "begin" },
      html("div", { class: "row" },
        button("Play on", () => this.toPlay(), { class: "main", id: "to-play" }),
        button("Empty battle", () => this.fresh("battle", box), { id: "new-battle" }),
        button("New game", () => this.fresh("game", box, this.count), { id: "new-game" })),
      html("details", { id: "beginning" }, html("summary", {}, `Box: ${named ? box : box.name}; ${this.count} players in a new game`),
        html("div", { class: "fields" },
          labelled("Box", choice(named ? this.boxes() : [[JSON.stringify(box), box.name], ...this.boxes()], named ? box : JSON.stringify(box), (name) => this.fresh("battle", name), { id: "box", "data-keep": "box" })),
          labelled("Players in a new game", choice(counts, this.count, (count) => {
            this.count = Number(count);
            this.show(this.position(), this.view);
          }, { id: "players", "data-keep": "players" })))));
  }

  palette(side, press) {
    const colors = colorsOf(this.data, side.player, side.legion);
    return html("div", { class: "palette", role: "group", "aria-label": "Characters" }, this.data.characters.map(([name], index) => {
      const { drawing } = counterOf(this.data, index, this.view === "battle" ? this.role : "attacker", colors, {});
      const picture = svg("svg", { viewBox: "-62 -51 124 104", "aria-hidden": "true" }, svg("use", { href: `#${drawing}` }));
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
      /** @type {HTMLElement} */
      const hex = globalThis.document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-hex], [data-at]");
      const label = hex && (hex.dataset.hex || hex.dataset.at);
      if (label && this.data.hexes[label]) this.battle.put(this.role, name, label);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}
