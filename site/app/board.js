// The board: a Battleland or the Masterboard, its places named for whoever cannot see it, one tab stop and arrow keys.
import { copyOf, h, put, svg } from "./dom.js";
import { isBattle } from "./facts.js";
import { Gestures } from "./gestures.js";
import { Marks } from "./marks.js";
import { Pieces, layerOf, movedTo } from "./pieces.js";

/** @import { Kits } from "./kits.js" */
/** @import { BoardMap, Data, Facts, FactsOfBattle, Game, Place, Point, Send, Shown, Targets, View } from "./types" */

const LEGIBLE = 9.2; // pixels that letters are at least high
const ENTRY = 16; // units that the words at an entry side, and of the legend, are high
const AROUND = 130; // units about those who fight, in a small picture
/** @type {Record<string, Point>} */
const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// What never changes lies under the rest in a picture of its own, which is not painted again with it. Every hex or
// land becomes a place that holds its pieces: whoever touches one of them touches it.
/** @type {(name: string) => BoardMap} */
function laid(name) {
  const map = /** @type {BoardMap} */ (copyOf(name));
  map.standing = new Map();
  map.ground = /** @type {BoardMap} */ (map.cloneNode(false));
  map.ground.removeAttribute("id");
  map.ground.setAttribute("aria-hidden", "true");
  map.ground.append(...map.querySelectorAll(":scope > .map, :scope > .legend"));
  map.places = new Map();
  map.words = [...map.ground.querySelectorAll(".map text")].map((word) => [word, Number(word.getAttribute("font-size"))]);
  for (const drawn of /** @type {NodeListOf<SVGElement>} */ (map.ground.querySelectorAll(".map [data-hex], .map [data-land]"))) {
    const place = svg("g", { role: "button" }, svg("polygon", { points: drawn.querySelector("polygon")?.getAttribute("points"), class: "place" }));
    for (const given of Object.keys(drawn.dataset)) {
      place.dataset[given] = drawn.dataset[given];
      delete drawn.dataset[given];
    }
    layerOf(map, "pieces").append(place);
    map.places.set(Board.key(place), place);
  }
  return map;
}

/** @type {(facts: Facts, view: Shown["view"]) => string} */
const nameOf = (facts, view) => (view === "battle" && facts.B ? `battleland-${facts.B[0]}` : "the-masterboard");

// Around those who fight, as much as shows where they are.
/** @type {(data: Data, facts: FactsOfBattle) => string | null} */
function around(data, { A, D }) {
  const places = [...A[0], ...D[0]].map((one) => data.hexes[one[1]]).filter(Boolean);
  const [low, high] = [Math.min, Math.max].map((most) => [0, 1].map((i) => most(...places.map((place) => place[i]))));
  return places.length ? [low[0] - AROUND, low[1] - AROUND, high[0] - low[0] + 2 * AROUND, high[1] - low[1] + 2 * AROUND].join(" ") : null;
}

// A small picture of a position, where the page has what its box is drawn with; near: of those who fight alone.
/** @type {(data: Data, kits: Kits, game: Pick<Game, "id" | "at" | "facts" | "box">, near?: boolean) => View} */
export function Miniature(data, kits, { id, at, facts, box }, near = false) {
  /** @type {(host: HTMLElement | null) => void} */
  const draw = (host) => {
    if (!host || !facts || host.dataset.drawn === `${id}/${at}` || !kits.isNow(box)) return;
    host.dataset.drawn = `${id}/${at}`;
    const view = facts.B ? "battle" : "board";
    const map = laid(nameOf(facts, view));
    map.removeAttribute("id");
    host.replaceChildren(map.ground, map);
    new Pieces(data).show(map, facts, view);
    const window = near && isBattle(facts) && around(data, facts);
    if (window) for (const one of [map, map.ground]) one.setAttribute("viewBox", window);
    for (const place of map.querySelectorAll("[role]")) place.removeAttribute("role");
    for (const one of /** @type {NodeListOf<SVGElement>} */ (map.querySelectorAll("[data-hex], [data-land], [data-character], [data-legion], [data-off]"))) {
      for (const name of Object.keys(one.dataset)) delete one.dataset[name]; // nobody looks for them here
    }
  };
  return h("span", { class: "miniature", "aria-hidden": "true", ref: draw });
}

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {Data} data
   * @param {Send} send touch: a place was touched; drop: a piece was dragged from one onto another
   * @param {() => void} again it has another size, so that all is drawn anew
   */
  constructor(host, data, send, again) {
    this.host = host;
    this.data = data;
    this.send = send;
    /** @type {Map<string, BoardMap>} */
    this.maps = new Map();
    this.map = /** @type {BoardMap} */ (svg("svg", {})); // none is shown yet
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {string | null} */
    this.focus = null;
    /** @type {string | null} */
    this.looked = null;
    this.again = 0;
    this.pieces = new Pieces(data);
    this.marks = new Marks(data);
    this.gestures = new Gestures(this);
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("click", (event) => event.detail === 0 && this.touch(event.target)); // of a screen reader: no pointer was pressed
    host.addEventListener("focusin", (event) => {
      this.focus = this.of(event.target)?.key ?? this.focus;
    });
    new ResizeObserver(() => {
      if (!this.shown) return;
      this.gestures.setZoom(this.gestures.zoom);
      again();
    }).observe(host);
  }

  // Another size, or nearer or farther: what is written stays legible; names for which there is no room are left out.
  resized() {
    const { unit } = this.gestures;
    const { shown } = this;
    if (Math.abs(unit - this.map.unit) < 0.01 * unit) return;
    this.map.unit = unit;
    this.host.classList.toggle("far", unit * ENTRY < LEGIBLE - 0.5);
    for (const [word, size] of this.map.words) {
      const named = this.view === "board" && !/^\d+$/.test(word.textContent || "");
      word.setAttribute("font-size", String(named ? size : Math.max(size, LEGIBLE / unit)));
      word.setAttribute("visibility", named && size * unit < LEGIBLE - 0.5 ? "hidden" : "visible");
    }
    cancelAnimationFrame(this.again);
    if (shown) this.again = requestAnimationFrame(() => this.show(shown));
  }

  /** @param {Shown} shown */
  show(shown) {
    const { facts, view, chosen, legal } = shown;
    this.shown = { ...shown, moved: false };
    const name = nameOf(facts, view);
    const map = this.maps.get(name) || laid(name);
    this.maps.set(name, map);
    if (this.map !== map) {
      const ground = document.createElement("div");
      ground.className = "ground";
      ground.append(map.ground);
      this.host.replaceChildren(map, ground);
      this.map = map;
      this.focus = null;
      this.gestures.begin();
      map.setAttribute("role", "group");
    }
    for (const what of /** @type {const} */ (["under", "over"])) layerOf(map, what).replaceChildren();
    map.setAttribute("aria-label", view === "battle" && facts.B ? `Battleland: ${facts.B[0]}` : "Masterboard");
    const least = LEGIBLE / this.gestures.unit; // units of the smallest letters
    this.name(this.pieces.show(map, facts, view, least), chosen, legal);
    this.marks.show(map, least, shown);
    this.rove();
  }

  get view() {
    return this.shown?.view || "board";
  }

  // The maps are those of another box from now on.
  forget() {
    this.maps.clear();
  }

  /** @returns {SVGElement[]} */
  places() {
    return [.../** @type {NodeListOf<SVGElement>} */ (this.map.querySelectorAll(".pieces > *"))];
  }

  /** @param {SVGElement} place */
  static key(place) {
    return place.dataset.hex || place.dataset.land || place.dataset.off || "";
  }

  /** @param {string | null} key */
  find(key) {
    return this.places().find((place) => Board.key(place) === key);
  }

  // Says of every place what it is, who stands there, and what a touch on it does.
  /** @type {(here: Map<string, string>, chosen: string | null, legal: Targets) => void} */
  name(here, chosen, legal) {
    for (const place of this.places()) {
      const key = Board.key(place);
      if (!place.dataset.off) {
        const { hex, hazard, elevation, land, terrain } = place.dataset;
        const words = hex ? [hex, hazard] : [land, terrain];
        if (Number(elevation)) words.push(`elevation ${elevation}`);
        if (here.has(key)) words.push(here.get(key));
        if (legal.has(key)) words.push(`legal: ${legal.get(key)?.label}`);
        put(place, "aria-label", words.join(", "));
      }
      put(place, "data-legal", legal.get(key)?.text || null);
      put(place, "aria-pressed", chosen === null ? null : String(key === chosen || place.dataset.land === String(this.marks.landOf(chosen))));
    }
  }

  /** @type {(target: EventTarget | null) => Place | null} */
  of(target) {
    if (!(target instanceof Element) || !this.map.contains(target)) return null;
    /** @type {(selector: string) => SVGElement | null} */
    const nearest = (selector) => target.closest(selector);
    const piece = nearest("[data-off], [data-legion]");
    if (piece) return { key: piece.dataset.off || String(piece.dataset.at), legion: piece.dataset.legion || null };
    const counter = nearest("[data-at]");
    if (counter) return { key: String(counter.dataset.at), legion: null };
    const place = nearest("[data-hex], [data-land]");
    return place ? { key: Board.key(place), legion: null } : null;
  }

  // What a Legion's way would be, when its land is looked at.
  /** @param {Place | null} place */
  look(place) {
    if (!place || this.looked === place.key || this.view === "battle") return;
    this.looked = place.key;
    const way = this.shown?.legal.get(place.key)?.way;
    for (const one of this.map.querySelectorAll(".over > .way")) one.remove();
    if (way) this.marks.way(way);
  }

  // --- keys: one tab stop, arrows within

  rove() {
    const places = this.places();
    const focused = places.find((place) => Board.key(place) === this.focus) || places[0];
    const inside = this.map.contains(document.activeElement);
    for (const place of places) put(place, "tabindex", place === focused ? "0" : "-1");
    this.focus = focused ? Board.key(focused) : null;
    if (inside && focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  /** @type {(key: string, really?: boolean) => void} */
  setFocus(key, really = true) {
    const place = this.find(key);
    if (!place) return;
    for (const one of this.places()) one.setAttribute("tabindex", one === place ? "0" : "-1");
    this.focus = key;
    if (really) place.focus({ preventScroll: true });
  }

  /** @type {(place: SVGElement) => Point} */
  middle(place) {
    if (place.dataset.off) {
      const [x, y] = movedTo(place);
      return [x, y];
    }
    return this.marks.centre(Board.key(place)) || [0, 0];
  }

  // What a touch on an element of the board means.
  /** @param {EventTarget | null} target */
  touch(target) {
    const place = this.of(target);
    if (place) this.send("touch", { place });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = DIRECTIONS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.touch(event.target);
      return;
    }
    if (event.key === "+" || event.key === "-") {
      this.gestures.zoomBy(event.key === "+" ? 1.25 : 0.8);
      event.stopPropagation();
      return;
    }
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const here = this.find(this.focus);
    if (!here) return;
    const [x, y] = this.middle(here);
    /** @type {SVGElement | null} */
    let best = null;
    let least = Infinity;
    for (const place of this.places()) {
      if (place === here) continue;
      const [px, py] = this.middle(place);
      const along = (px - x) * way[0] + (py - y) * way[1];
      const across = Math.abs((px - x) * way[1]) + Math.abs((py - y) * way[0]);
      if (along < 4 || across > along * 2.2) continue;
      if (along + across * 1.6 < least) {
        least = along + across * 1.6;
        best = place;
      }
    }
    if (best) this.setFocus(Board.key(best));
  }
}
