// What is marked on the board: what may be done with the chosen piece, the way of a move, what has just been done.
import { still, svg } from "./dom.js";
import { layerOf, movedTo } from "./pieces.js";
import { sketch } from "./sketch.js";

/** @import { Arrow, BoardMap, Data, Facts, Point, Shown, Targets } from "./types" */

const OVER_A_NAME = 78; // as wide as the longest name of a land

export class Marks {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.map = /** @type {BoardMap} */ (svg("svg", {})); // none is shown yet
    this.facts = /** @type {Facts} */ ({ p: "", w: "" });
    /** @type {Shown["view"]} */
    this.view = "board";
    this.least = 0; // the size of the smallest letters
  }

  /** @type {(map: BoardMap, least: number, shown: Shown) => void} */
  show(map, least, { facts, view, chosen, legal, able, arrow, way, moved, rulings }) {
    this.map = map;
    this.facts = facts;
    this.view = view;
    this.least = least;
    this.marks(chosen, legal, able);
    if (way) this.way(way, arrow?.[1]);
    else if (arrow && !arrow[0].endsWith("told")) this.arrow(arrow);
    if (view === "battle") sketch(this, rulings, arrow);
    if (moved && arrow) this.animate(arrow);
  }

  /** @param {string | null} marker */
  landOf(marker) {
    const legion = this.facts[`L/${marker}`];
    return legion ? legion[1] : null;
  }

  /** @type {(key: string, attributes: Record<string, string>) => SVGElement | null} */
  shape(key, attributes) {
    if (this.view === "battle") {
      const place = this.data.hexes[key];
      if (!place) return null;
      return svg("polygon", { points: this.data.hex, transform: `translate(${place[0]},${place[1]}) scale(0.93)`, ...attributes });
    }
    return this.data.lands[key] ? svg("polygon", { points: this.data.lands[key][4], ...attributes }) : null;
  }

  /** @type {(chosen: string | null, legal: Targets, able: Set<string>) => void} */
  marks(chosen, legal, able) {
    const under = layerOf(this.map, "under");
    const over = layerOf(this.map, "over");
    for (const piece of /** @type {NodeListOf<SVGElement>} */ (this.map.querySelectorAll(".piece"))) {
      const key = piece.dataset.legion || piece.dataset.off || piece.dataset.at || "";
      piece.classList.toggle("chosen", key === chosen);
      piece.classList.toggle("able", able.has(key));
    }
    for (const [key, { chip, how, muster }] of legal) {
      const shape = this.shape(key, { class: `may ${how || ""}` });
      if (!shape) continue;
      under.append(shape);
      if (chip || muster !== undefined) over.append(this.chip(key, chip, muster));
    }
    const shape = chosen && this.shape(this.view === "battle" ? chosen : String(this.landOf(chosen) ?? ""), { class: "chosen-place" });
    if (shape) under.append(shape);
  }

  // What is written on a place: in its middle; if somebody stands there, in a hex below its counter, in a land over its name.
  /** @type {(key: string, words?: string, muster?: string) => SVGElement} */
  chip(key, words, muster) {
    const battle = this.view === "battle";
    const held = this.held(key);
    const [x, y] = (battle || !held ? this.centre(key) : this.footOf(key)) || [0, 0];
    const lines = words ? words.split("\n") : [];
    const size = Math.max(battle ? 17 : 13, this.least);
    const over = held && !battle;
    const wide = Math.max(...lines.map((line) => line.length * size * 0.56 + 12), over ? OVER_A_NAME : size * 1.6);
    const high = Math.max(lines.length, 1) * size * 1.06 + 5;
    const down = battle && held ? 81 - high / 2 : 0;
    const aside = muster && lines.length ? 13 : 0;
    const made = svg("g", { class: "chip", transform: `translate(${x - aside},${y + down})` });
    if (lines.length || over) {
      made.append(svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: Math.min(high / 2, 9) }));
      lines.forEach((line, i) => made.append(svg("text", {
        y: (i - (lines.length - 1) / 2) * size * 1.06 + size * 0.36, "font-size": size, "text-anchor": "middle", "font-weight": "bold",
      }, line)));
    }
    if (muster) {
      const side = 22;
      const dx = lines.length ? wide / 2 + 13 : 0;
      made.append(
        svg("circle", { cx: dx, r: 12.5, class: "muster" }),
        svg("use", { href: `#titan-figure-${this.data.figures[muster]}`, transform: `translate(${dx - side / 2},${-side / 2}) scale(${side / 512})` }),
      );
    }
    return made;
  }

  // A note on a place.
  /** @type {(key: string, words: string) => void} */
  note(key, words) {
    this.over(this.chip(key, words));
  }

  // The labels of hexes, above what is drawn through them.
  /** @param {string[]} keys */
  label(keys) {
    const group = svg("g", { class: "labels", "aria-hidden": "true" });
    for (const word of this.map.ground.querySelectorAll(".map text")) {
      if (!keys.includes(word.textContent || "")) continue;
      const parts = [word.previousElementSibling, word];
      for (let next = word.nextElementSibling; next?.tagName === "polygon"; next = next.nextElementSibling) parts.push(next);
      group.append(...parts.flatMap((part) => (part ? [part.cloneNode(true)] : [])));
    }
    this.under(group);
  }

  /** @param {SVGElement} drawn */
  over(drawn) {
    layerOf(this.map, "over").append(drawn);
  }

  /** @param {SVGElement} drawn */
  under(drawn) {
    layerOf(this.map, "under").append(drawn);
  }

  /** @type {(key: string) => SVGElement | null} */
  held(key) {
    return this.map.querySelector(`.pieces [data-at="${key}"]`);
  }

  // Where what is marked on a land stands, if a Legion has its middle.
  /** @type {(key: string) => Point} */
  footOf(key) {
    const land = this.data.lands[key];
    return [land[1], land[5]];
  }

  /** @type {(key: string) => Point | null} */
  centre(key) {
    if (this.view === "battle") return this.data.hexes[key] || null;
    const land = this.data.lands[key];
    return land ? [land[1], land[2]] : null;
  }

  // From hex to hex beside the labels, which stand above and below the counters; from land to land between their Legions.
  /** @param {Arrow} arrow */
  arrow([kind, from, to]) {
    const one = this.centre(from);
    const two = this.centre(to);
    if (!one || !two) return;
    const far = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
    const [ux, uy] = [(two[0] - one[0]) / far, (two[1] - one[1]) / far];
    const battle = this.view === "battle";
    const beside = !battle ? 0 : Math.abs(ux) < 0.5 ? 46 : kind.startsWith("carry") ? 28 : 0; // hits stand in a corner
    const [short, size] = battle ? [56, 18] : [18, 9];
    /** @type {(place: Point, along: number) => Point} */
    const put = ([x, y], along) => [x - uy * beside + ux * along, y + ux * beside + uy * along];
    const end = put(two, -short);
    const head = `translate(${end[0]},${end[1]}) rotate(${(Math.atan2(uy, ux) * 180) / Math.PI})`;
    const made = this.line(kind, [put(one, short), end]);
    made.append(svg("path", { d: `M${size * 0.4},0L${-size},${-size * 0.7}V${size * 0.7}Z`, transform: head, class: "head" }));
    layerOf(this.map, "over").append(made);
  }

  /** @type {(kind: string, places: Point[]) => SVGElement} */
  line(kind, places) {
    const d = `M${places.map((place) => place.join(",")).join("L")}`;
    return svg("g", { class: `arrow ${kind}`, "aria-hidden": "true" }, svg("path", { d, class: "halo" }), svg("path", { d }));
  }

  // The way of a move, from land to land, with numbered dots beside the Legions and a line under them.
  // enough: how many may be taken; the others are marked as too many.
  /** @type {(lands: (string | number)[], from?: string | null, enough?: number) => void} */
  way(lands, from = null, enough = Infinity) {
    const battle = this.view === "battle";
    /** @type {(key: string) => Point | null} */
    const at = (key) => (battle || !this.held(key) ? this.centre(key) : this.data.lands[key] && this.footOf(key));
    const places = lands.map((land) => at(String(land))).filter((place) => place !== null);
    const start = from && this.centre(String(from));
    if (start && places.length) layerOf(this.map, "under").append(this.line("move", [start, ...places]));
    const group = svg("g", { class: "way", "aria-hidden": "true" });
    places.forEach(([x, y], i) => {
      group.append(svg("g", { transform: `translate(${x},${y})`, class: i >= enough ? "beyond" : null },
        svg("circle", { r: Math.max(battle ? 20 : 9.5, 0.73 * this.least) }),
        svg("text", { y: Math.max(battle ? 8 : 4.5, 0.35 * this.least), "font-size": Math.max(battle ? 24 : 13, this.least), "text-anchor": "middle", "font-weight": "bold" }, i + 1)));
    });
    layerOf(this.map, "over").append(group);
  }

  /** @param {Arrow} arrow */
  animate([, from, to]) {
    if (still()) return;
    const one = this.centre(from);
    const two = this.centre(to);
    const piece = this.held(to);
    if (!one || !two || !piece || !piece.animate) return;
    const at = movedTo(piece);
    const scale = at.length > 2 ? ` scale(${at[2]})` : "";
    /** @type {(x: number, y: number) => Keyframe} */
    const put = (x, y) => ({ transform: `translate(${x}px,${y}px)${scale}` });
    piece.animate([put(at[0] + one[0] - two[0], at[1] + one[1] - two[1]), put(at[0], at[1])], { duration: 150, easing: "ease-out" });
  }
}
