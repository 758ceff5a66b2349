// Pieces: counters and Legions, each drawn once aside and used wherever it stands.
import { byId, copyOf, counted, svg } from "./dom.js";
import { isBattle, legionsIn } from "./facts.js";

/** @import { BoardMap, Colors, CombatantFact, Data, Facts, FactsOfBattle, LegionFact, Point, Role } from "./types" */

/** @type {[number, string][]} */
const STATES = [[4, "slain"], [1, "moved"], [2, "struck"]];
const WAITING = 0.62;
const GAP = 13; // between two of those that wait
const NAME = 19; // the size of a name
const NAME_ROOM = 190; // a name's letters times their size: what fits on a counter
const STATE_ROOM = 130; // a state's letters times their size: what fits beside the marks of a counter

/** @type {Role[]} */
export const ROLES = ["attacker", "defender"];
export const SIDES = /** @type {const} */ ({ attacker: "A", defender: "D" });

/** @type {(role: string, name: string) => string} */
export const offKey = (role, name) => `${role}:${name}`;

// The colours of a side: its player's, or where that is no colour its marker's.
/** @type {(data: Data, player: string, marker: string) => Colors} */
export function colorsOf(data, player, marker) {
  const own = data.colors[player];
  if (own) return own;
  const color = Object.keys(data.letters).find((one) => data.letters[one].includes(marker));
  return data.colors[color || ""] || ["#555555", "#ffffff"];
}

// Each different piece is drawn once, aside, and used wherever it stands; the id of its drawing.
/** @type {(name: string, draw: () => Element) => string} */
function drawnOnce(name, draw) {
  const id = `piece-${name.replace(/[^\w-]/g, "_")}`;
  if (!document.getElementById(id)) {
    const made = draw();
    made.setAttribute("id", id);
    document.querySelector("svg.drawings")?.append(svg("defs", {}, made));
  }
  return id;
}

// A copy of a blank piece, and its parts by their names.
/** @type {(selector: string) => { made: Element, part: (name: string) => Element } | null} */
function blank(selector) {
  const original = byId("blanks").content.querySelector(selector);
  if (!original) return null;
  const made = document.importNode(original, true);
  return { made, part: (name) => /** @type {Element} */ (made.querySelector(`[data-part=${name}]`)) };
}

// The places that drawings were moved to.
/** @type {(drawing: Element) => number[]} */
export const movedTo = (drawing) => (drawing.getAttribute("transform")?.match(/-?[\d.]+/g) || []).map(Number);

// The drawing of a counter, what its piece carries, and what happened to it, in words.
/** @typedef {{ power?: number, hits?: number, marks?: number, least?: number }} Look */
/** @type {(data: Data, index: number, role: Role, colors: Colors, look: Look) => { drawing: string, attributes: Record<string, string | number>, states: string[] }} */
export function counterOf(data, index, role, colors, { power, hits = 0, marks = 0, least = 0 }) {
  const [name, printed] = data.characters[index];
  const shown = power ?? printed;
  const states = STATES.filter(([bit]) => marks & bit).map(([, words]) => words);
  const draw = () => {
    const { made, part } = (shown > 9 && blank(`#counter-${index}-wide`)) || /** @type {NonNullable<ReturnType<typeof blank>>} */ (blank(`#counter-${index}`));
    const shape = data.shapes[role];
    for (const which of ["body", "shadow"]) part(which).setAttribute("rx", shape.rx);
    part("body").setAttribute("stroke", colors[0]);
    part("band").setAttribute("d", shape.d);
    part("band").setAttribute("fill", colors[0]);
    part("name").setAttribute("fill", colors[1]);
    if (least > NAME) part("name").setAttribute("font-size", String(Math.min(least, NAME_ROOM / name.length)));
    part("power").textContent = String(shown);
    if (!(marks & 4)) {
      part("body").setAttribute("fill", "#ffffff");
      part("cross").remove();
    }
    const told = marks & 4 ? states[0] : states.join(", ");
    part("state").textContent = told;
    part("state").setAttribute("font-size", String(Math.min(16, STATE_ROOM / told.length)));
    const number = part("hits").querySelector("text");
    if (hits && number) number.textContent = String(hits);
    else part("hits").remove();
    return made;
  };
  const key = `${index}-${role}-${colors[0]}-${shown}-${hits}-${marks}${least > NAME ? `-${Math.round(least)}` : ""}`;
  return { drawing: drawnOnce(key, draw), attributes: { "data-character": name, "data-hits": hits, "data-side": role }, states };
}

/** @type {(map: BoardMap, key: string | number) => SVGElement} */
const homeOf = (map, key) => map.places.get(String(key)) || layerOf(map, "pieces");
/** @type {(map: BoardMap, what: "under" | "pieces" | "over" | "entries") => SVGGElement} */
export const layerOf = (map, what) => /** @type {SVGGElement} */ (map.querySelector(`.${what}`));

export class Pieces {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.map = /** @type {BoardMap} */ (svg("svg", {})); // none is shown yet
    /** @type {BoardMap["standing"]} */
    this.stood = new Map();
    /** @type {Map<string, [right: boolean, low: boolean]>} */
    this.corners = new Map();
    this.least = 0; // the size of the smallest letters
  }

  // Puts the pieces of a position onto a map, those that stand there already stay; place → who stands there, in words.
  // least: the size of the smallest letters.
  /** @type {(map: BoardMap, facts: Facts, view: "battle" | "board", least?: number) => Map<string, string>} */
  show(map, facts, view, least = 0) {
    this.map = map;
    this.least = least;
    this.stood = map.standing;
    map.standing = new Map();
    const here = view === "battle" && isBattle(facts) ? this.battle(facts) : this.legions(facts);
    for (const piece of this.stood.values()) piece.remove();
    return here;
  }

  // A piece in a place: the one that is there if it is drawn the same, with the same attributes.
  /** @type {(home: SVGElement, drawing: string, attributes: Record<string, string | number>, ...more: SVGElement[]) => SVGElement} */
  put(home, drawing, attributes, ...more) {
    const key = JSON.stringify([drawing, attributes]);
    const stood = this.stood.get(key);
    const piece = stood || svg("g", { class: "piece", ...attributes }, ...more, svg("use", { href: `#${drawing}` }));
    this.stood.delete(key);
    this.map.standing.set(key, piece);
    if (!stood) home.append(piece);
    return piece;
  }

  /** @param {FactsOfBattle} facts */
  battle(facts) {
    const [terrain, , attacker, marker, defender, other, side] = facts.B;
    const entries = layerOf(this.map, "entries");
    const wanted = this.data.entries[terrain]?.[side] || "";
    const owners = { attacker: colorsOf(this.data, attacker, marker), defender: colorsOf(this.data, defender, other) };
    if (entries.dataset.drawn !== wanted) {
      entries.dataset.drawn = wanted;
      entries.replaceChildren(...(wanted ? copyOf(wanted).children : []));
    }
    for (const role of ROLES) for (const band of entries.querySelectorAll(`:scope > [data-entry=${role}]`)) band.setAttribute("color", owners[role][0]);
    /** @type {Map<string, string>} */
    const here = new Map();
    /** @type {Map<string, number>} */
    const taken = new Map();
    for (const role of ROLES) {
      /** @type {CombatantFact[]} */
      const waiting = [];
      for (const combatant of facts[SIDES[role]][0]) {
        if (!combatant[1]) {
          waiting.push(combatant);
          continue;
        }
        const [index, hex, power, hits, marks] = combatant;
        const [x, y] = this.data.hexes[hex];
        const aside = 12 * (taken.get(hex) || 0);
        taken.set(hex, (taken.get(hex) || 0) + 1);
        const { drawing, attributes, states } = counterOf(this.data, index, role, owners[role], { power, hits, marks, least: this.least });
        this.put(homeOf(this.map, hex), drawing, {
          ...attributes, transform: `translate(${x + aside},${y + aside + 2})`, "data-at": hex, "aria-hidden": "true", // its hex says who stands there
        });
        const said = [`${this.data.characters[index][0]}${hits ? ` with ${hits} hit${hits > 1 ? "s" : ""}` : ""}`, ...states, role];
        here.set(hex, (here.has(hex) ? `${here.get(hex)}, ` : "") + said.join(", "));
      }
      this.wait(waiting, role, owners[role]);
    }
    return here;
  }

  // Those off the board stand in a corner, beside the edge over which they will come.
  /** @type {(waiting: CombatantFact[], role: Role, colors: Colors) => void} */
  wait(waiting, role, colors) {
    const [wide, high, , edge] = this.data.size;
    const [right, low] = waiting.length ? this.corner(role, wide, high) : [false, false];
    const scale = Math.min(Math.max(WAITING, (24.5 * this.least / 9.2 - 16) / (96 - GAP)), 1); // so that a finger finds it
    const step = [118 * scale + 6, 96 * scale + 16];
    const [wideTouch, highTouch] = [step[0] / scale, step[1] / scale];
    const columns = 3;
    waiting.forEach(([index, , power, hits, marks], i) => {
      const [name] = this.data.characters[index];
      const column = i % columns;
      const row = Math.floor(i / columns);
      const x = right ? wide - step[0] * (column + 0.5) - 2 : step[0] * (column + 0.5) + 2;
      const y = low ? high + edge - 6 - step[1] * (row + 0.5) : -edge + 8 + step[1] * (row + 0.5);
      const { drawing, attributes } = counterOf(this.data, index, role, colors, { power, hits, marks });
      this.put(layerOf(this.map, "pieces"), drawing, {
        ...attributes, transform: `translate(${x},${y}) scale(${scale})`, "data-off": offKey(role, name), role: "button",
        "aria-label": `${name}, off the board, ${role}`,
      }, svg("rect", { x: (GAP - wideTouch) / 2, y: (GAP - highTouch) / 2, width: wideTouch - GAP, height: highTouch - GAP, fill: "transparent" })); // all of its place is touched
    });
  }

  // The places of those off the board that a selector names.
  /** @type {(selector: string) => Point[]} */
  standing(selector) {
    return [...this.map.querySelectorAll(selector)].map(movedTo).map(([x, y]) => [x, y]);
  }

  // Where a character waits, if it is off the board.
  /** @param {string} key */
  waitingAt(key) {
    return this.standing(`[data-off="${key}"]`);
  }

  // The places of those of a side who wait, and of the edge over which they come.
  /** @type {(role: string) => Point[]} */
  entering(role) {
    const waiting = this.standing(`[data-off][data-side=${role}]`);
    const edge = waiting.length ? this.entry(role)?.getBBox() : null;
    return edge ? [...waiting, [edge.x, edge.y], [edge.x + edge.width, edge.y + edge.height]] : waiting;
  }

  // Whether a side enters at the right, and whether below: measured once for each drawing of the entry sides.
  /** @type {(role: Role, wide: number, high: number) => [right: boolean, low: boolean]} */
  corner(role, wide, high) {
    const key = `${layerOf(this.map, "entries").dataset.drawn}/${role}`;
    const box = this.corners.has(key) ? null : this.entry(role)?.getBBox();
    const corner = this.corners.get(key) || (box?.width ? [box.x + box.width / 2 > wide / 2, box.y + box.height / 2 > high / 2] : [role === "defender", role === "attacker"]);
    this.corners.set(key, corner);
    return corner;
  }

  // The edge over which a side enters.
  /** @type {(role: string) => SVGGraphicsElement | null} */
  entry(role) {
    return layerOf(this.map, "entries").querySelector(`[data-entry=${role}]`);
  }

  /** @param {Facts} facts */
  legions(facts) {
    /** @type {Map<number, [marker: string, legion: LegionFact][]>} */
    const stacks = new Map();
    for (const [marker, legion] of legionsIn(facts)) stacks.set(legion[1], [...(stacks.get(legion[1]) || []), [marker, legion]]);
    /** @type {Map<string, string>} */
    const here = new Map();
    for (const [land, stack] of [...stacks].sort((one, two) => one[0] - two[0])) {
      const owners = new Set(stack.map(([, legion]) => legion[0]));
      if (owners.size > 1) this.engagement(land, facts.e === land);
      const [, x, y, inverted] = this.data.lands[land];
      const places = this.data.stacks[Math.min(stack.length, this.data.stacks.length) - 1];
      stack.forEach(([marker, legion], i) => {
        const [aside, down, scale] = places[i % places.length];
        this.legion(marker, legion, [x + aside, y + (inverted ? -down : down), scale], stack.length > 1);
      });
      const said = stack.map(([marker, legion]) => this.legionWords(marker, legion)).join("; ");
      here.set(String(land), owners.size > 1 ? `Engagement: ${said}` : said);
    }
    return here;
  }

  /** @type {(marker: string, legion: LegionFact) => string} */
  legionWords(marker, [color, , height, , known]) {
    const names = known.map((index) => this.data.characters[index][0]);
    const said = names.length >= height ? counted(names) : names.length ? `among them ${counted(names)}` : "content not known";
    return `${color}'s Legion ${marker}, height ${height}: ${said}`;
  }

  /** @type {(marker: string, legion: LegionFact, place: [x: number, y: number, scale: number], card: boolean) => void} */
  legion(marker, [color, land, height, marks, known], [x, y, scale], card) {
    const colors = colorsOf(this.data, color, marker);
    const titan = known.some((index) => this.data.characters[index][0] === "Titan");
    const draw = () => {
      const { made, part } = /** @type {NonNullable<ReturnType<typeof blank>>} */ (blank(`#legion${card ? "-card" : ""}${titan ? "-titan" : ""}`));
      part("body").setAttribute("fill", colors[0]);
      part("name").setAttribute("fill", colors[1]);
      part("name").textContent = marker;
      part("height").textContent = String(height);
      return made;
    };
    const drawing = drawnOnce(`${marker}-${colors[0]}-${height}-${titan}-${card}`, draw);
    this.put(homeOf(this.map, land), drawing, {
      class: marks & 1 ? "piece moved" : "piece", "data-legion": marker, transform: `translate(${x},${y}) scale(${scale})`,
      "data-at": land, "aria-hidden": "true",
    });
  }

  /** @type {(land: number, now: boolean) => void} */
  engagement(land, now) {
    const outline = this.data.lands[land][4];
    layerOf(this.map, "under").append(svg("polygon", { points: outline, class: now ? "engaged now" : "engaged" }));
  }
}
