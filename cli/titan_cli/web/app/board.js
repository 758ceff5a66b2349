// The board: a Battleland or the Masterboard with its pieces, what may be done with the chosen one, and how one touches it.
import { copyOf, counted, html, still, svg } from "./dom.js";

const STATES = [[4, "slain"], [1, "moved"], [2, "struck"]];
const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const FAR = 8; // pixels that a finger moves before it drags
const WAITING = 0.62;

export const ROLES = ["attacker", "defender"];
export const SIDES = { attacker: "A", defender: "D" };

export const offKey = (role, name) => `${role}:${name}`;

// The colours of a side: its player's, or where that is no colour its marker's.
export function colorsOf(data, player, marker) {
  const own = data.colors[player];
  if (own) return own;
  const color = Object.keys(data.letters).find((one) => data.letters[one].includes(marker));
  return data.colors[color] || ["#555555", "#ffffff"];
}

// Each different piece is drawn once, aside, and used wherever it stands.
function used(name, draw, attributes) {
  const drawn = document.querySelector("svg.drawings");
  const id = `piece-${name.replace(/[^\w-]/g, "_")}`;
  if (!drawn.querySelector(`#${id}`)) {
    const made = draw();
    made.setAttribute("id", id);
    drawn.append(svg("defs", {}, made));
  }
  return svg("g", { class: "piece", ...attributes }, svg("use", { href: `#${id}` }));
}

function blank(selector) {
  const found = document.getElementById("blanks").content.querySelector(selector);
  return found && document.importNode(found, true);
}

export function counterOf(data, index, role, colors, { power, hits = 0, marks = 0 }) {
  const [name, printed] = data.characters[index];
  const shown = power ?? printed;
  const states = STATES.filter(([bit]) => marks & bit).map(([, words]) => words);
  const draw = () => {
    const made = (shown > 9 && blank(`#counter-${index}-wide`)) || blank(`#counter-${index}`);
    const part = (what) => made.querySelector(`[data-part=${what}]`);
    const shape = data.shapes[role];
    part("body").setAttribute("rx", shape.rx);
    part("body").setAttribute("stroke", colors[0]);
    part("band").setAttribute("d", shape.d);
    part("band").setAttribute("fill", colors[0]);
    part("name").setAttribute("fill", colors[1]);
    part("power").textContent = shown;
    if (!(marks & 4)) {
      part("body").setAttribute("fill", "#ffffff");
      part("cross").remove();
    }
    part("state").textContent = states.join(", ");
    if (hits) part("hits").querySelector("text").textContent = hits;
    else part("hits").remove();
    return made;
  };
  const key = `${index}-${role}-${colors[0]}-${shown}-${hits}-${marks}`;
  return [used(key, draw, { "data-character": name, "data-hits": hits, "data-side": role }), states];
}

export class Board {
  // touch(place), drop(from, place), look(place): what the page does when a place is touched, dropped on, looked at.
  constructor(host, data, { touch, drop, look }) {
    this.host = host;
    this.data = data;
    this.touch = touch;
    this.drop = drop;
    this.look = look;
    this.maps = new Map();
    this.focus = null;
    this.zoom = null;
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    host.addEventListener("pointerover", (event) => this.hover(event));
    host.addEventListener("focusin", (event) => this.hover(event));
  }

  // view: "battle" or "board"; chosen: a place; legal: Map of place → {text, label, chip, muster}; changed: keys of facts.
  show({ facts, view, chosen = null, legal = new Map(), able = new Set(), arrow = null, way = null, moved = false }) {
    const name = view === "battle" ? `battleland-${facts.B[0]}` : "the-masterboard";
    if (!this.maps.has(name)) this.maps.set(name, copyOf(name));
    const map = this.maps.get(name);
    if (this.map !== map) {
      this.host.replaceChildren(map);
      this.map = map;
      this.home = map.getAttribute("viewBox").split(" ").map(Number);
      this.focus = null;
      this.setZoom(null);
      map.setAttribute("role", "group");
      if (!map.querySelector(".pieces > *")) this.lay(map);
    }
    this.view = view;
    this.facts = facts;
    this.layer = (what) => map.querySelector(`.${what}`);
    for (const what of ["under", "over"]) this.layer(what).replaceChildren();
    for (const piece of map.querySelectorAll(".piece")) piece.remove();
    map.setAttribute("aria-label", view === "battle" ? `Battleland: ${facts.B[0]}` : "Masterboard");
    const here = view === "battle" ? this.battle(facts) : this.legions(facts);
    this.name(here, chosen, legal);
    this.marks(chosen, legal, able);
    if (arrow) this.arrow(arrow);
    if (way) this.way(way);
    if (moved && arrow) this.animate(arrow);
    this.rove();
  }

  // Every hex or land becomes a place that holds its pieces: whoever touches one of them touches it.
  lay(map) {
    for (const drawn of map.querySelectorAll(".map [data-hex], .map [data-land]")) {
      const place = svg("g", { role: "button" }, svg("polygon", { points: drawn.querySelector("polygon").getAttribute("points"), class: "place" }));
      for (const name of Object.keys(drawn.dataset)) {
        place.dataset[name] = drawn.dataset[name];
        delete drawn.dataset[name];
      }
      map.querySelector(".pieces").append(place);
    }
  }

  places() {
    return [...this.map.querySelectorAll(".pieces > *")];
  }

  homeOf(key) {
    return this.map.querySelector(`.pieces > [data-hex="${key}"], .pieces > [data-land="${key}"]`);
  }

  static key(place) {
    return place.dataset.hex || place.dataset.land || place.dataset.off;
  }

  find(key) {
    return this.places().find((place) => Board.key(place) === key);
  }

  // --- pieces

  battle(facts) {
    const [terrain, , attacker, marker, defender, other, side] = facts.B;
    const entries = this.layer("entries");
    const wanted = side ? `entry-${terrain === "Tower" ? "tower" : "field"}-${side}` : "";
    const owners = { attacker: colorsOf(this.data, attacker, marker), defender: colorsOf(this.data, defender, other) };
    if (entries.dataset.drawn !== wanted) {
      entries.dataset.drawn = wanted;
      entries.replaceChildren(...(wanted ? copyOf(wanted).children : []));
    }
    for (const band of entries.children) band.setAttribute("color", owners[band.dataset.entry][0]);
    const here = new Map();
    const taken = new Map();
    for (const role of ROLES) {
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
        const [made, states] = counterOf(this.data, index, role, owners[role], { power, hits, marks });
        made.setAttribute("transform", `translate(${x + aside},${y + aside + 4})`);
        made.setAttribute("data-at", hex);
        made.setAttribute("aria-hidden", "true"); // its hex says who stands there
        this.homeOf(hex).append(made);
        const said = [`${this.data.characters[index][0]}${hits ? ` with ${hits} hit${hits > 1 ? "s" : ""}` : ""}`, ...states, role];
        here.set(hex, (here.has(hex) ? `${here.get(hex)}, ` : "") + said.join(", "));
      }
      this.wait(waiting, role, owners[role]);
    }
    return here;
  }

  // Those off the board stand in a corner, beside the edge over which they will come.
  wait(waiting, role, colors) {
    const [wide, high, , edge] = this.data.size;
    const band = this.layer("entries").querySelector(`[data-entry=${role}]`);
    const box = band?.getBBox?.();
    const right = box && box.width ? box.x + box.width / 2 > wide / 2 : role === "defender";
    const low = box && box.width ? box.y + box.height / 2 > high / 2 : role === "attacker";
    const step = [118 * WAITING + 6, 96 * WAITING + 8];
    const columns = 3;
    waiting.forEach(([index, , power, hits, marks], i) => {
      const [name] = this.data.characters[index];
      const column = i % columns;
      const row = Math.floor(i / columns);
      const x = right ? wide - step[0] * (column + 0.5) - 2 : step[0] * (column + 0.5) + 2;
      const y = low ? high + edge - 6 - step[1] * (row + 0.5) : -edge + 8 + step[1] * (row + 0.5);
      const [made] = counterOf(this.data, index, role, colors, { power, hits, marks });
      made.setAttribute("transform", `translate(${x},${y}) scale(${WAITING})`);
      made.setAttribute("data-off", offKey(role, name));
      made.setAttribute("role", "button");
      made.setAttribute("aria-label", `${name}, off the board, ${role}`);
      this.layer("pieces").append(made);
    });
  }

  legions(facts) {
    const stacks = new Map();
    for (const [key, legion] of Object.entries(facts)) {
      if (!key.startsWith("L/")) continue;
      if (!stacks.has(legion[1])) stacks.set(legion[1], []);
      stacks.get(legion[1]).push([key.slice(2), legion]);
    }
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

  legionWords(marker, [color, , height, , known]) {
    const names = known.map((index) => this.data.characters[index][0]);
    const said = names.length >= height ? counted(names) : names.length ? `among them ${counted(names)}` : "content not known";
    return `${color}'s Legion ${marker}, height ${height}: ${said}`;
  }

  legion(marker, [color, land, height, marks, known], [x, y, scale], card) {
    const colors = colorsOf(this.data, color, marker);
    const titan = known.some((index) => this.data.characters[index][0] === "Titan");
    const draw = () => {
      const drawn = blank(card ? "#legion-card" : "#legion");
      const part = (what) => drawn.querySelector(`[data-part=${what}]`);
      part("body").setAttribute("fill", colors[0]);
      part("name").setAttribute("fill", colors[1]);
      part("name").textContent = marker;
      part("height").textContent = height;
      if (!titan) part("crown").remove();
      return drawn;
    };
    const made = used(`${marker}-${colors[0]}-${height}-${titan}-${card}`, draw, { "data-legion": marker });
    made.setAttribute("transform", `translate(${x},${y}) scale(${scale})`);
    if (marks & 1) made.classList.add("moved");
    made.setAttribute("data-at", land);
    made.setAttribute("aria-hidden", "true");
    this.homeOf(land).append(made);
  }

  engagement(land, now) {
    const outline = this.data.lands[land][4];
    this.layer("under").append(svg("polygon", { points: outline, class: now ? "engaged now" : "engaged" }));
  }

  // --- what may be done

  name(here, chosen, legal) {
    for (const place of this.places()) {
      const key = Board.key(place);
      if (!place.dataset.off) {
        const { hex, hazard, elevation, land, terrain } = place.dataset;
        const words = hex ? [hex, hazard] : [land, terrain];
        if (Number(elevation)) words.push(`elevation ${elevation}`);
        if (here.has(key)) words.push(here.get(key));
        if (legal.has(key)) words.push(`legal: ${legal.get(key).label}`);
        place.setAttribute("aria-label", words.join(", "));
        place.setAttribute("role", "button");
      }
      if (legal.get(key)?.text) place.setAttribute("data-legal", legal.get(key).text);
      else place.removeAttribute("data-legal");
      if (chosen === null) place.removeAttribute("aria-pressed");
      else place.setAttribute("aria-pressed", String(key === chosen || place.dataset.land === String(this.landOf(chosen))));
    }
  }

  landOf(marker) {
    const legion = this.facts[`L/${marker}`];
    return legion ? legion[1] : null;
  }

  shape(key, attributes) {
    if (this.view === "battle") {
      const place = this.data.hexes[key];
      if (!place) return null;
      return svg("polygon", { points: this.data.hex, transform: `translate(${place[0]},${place[1]}) scale(0.93)`, ...attributes });
    }
    return this.data.lands[key] ? svg("polygon", { points: this.data.lands[key][4], ...attributes }) : null;
  }

  marks(chosen, legal, able) {
    const under = this.layer("under");
    const over = this.layer("over");
    for (const piece of this.map.querySelectorAll(".piece")) {
      const key = piece.dataset.legion || piece.dataset.off || piece.dataset.at;
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

  chip(key, words, muster) {
    const battle = this.view === "battle";
    const [x, y] = battle ? this.data.hexes[key] : this.data.lands[key].slice(1);
    const size = battle ? 22 : 15;
    const wide = Math.max(String(words || "").length * size * 0.56 + 16, words ? size * 1.6 : 0);
    const at = battle ? (this.map.querySelector(`.pieces [data-at="${key}"]`) ? 67 : 0) : 0;
    const made = svg("g", { class: "chip", transform: `translate(${x},${y + at})` });
    if (words) {
      made.append(
        svg("rect", { x: -wide / 2, y: -size * 0.75, width: wide, height: size * 1.5, rx: size * 0.75 }),
        svg("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle", "font-weight": "bold" }, words),
      );
    }
    if (muster) {
      const name = this.data.figures[muster];
      const side = 30;
      const inverted = this.data.lands[key][3];
      const dy = (inverted ? 1 : -1) * (words ? 22 : 0);
      const dx = this.homeOf(key).querySelector(".piece") ? 44 : 0; // beside the Legions that stand there
      made.append(
        svg("circle", { cx: dx, cy: dy, r: 14, class: "muster" }),
        svg("use", { href: `#titan-figure-${name}`, transform: `translate(${dx - side / 2 + 3},${dy - side / 2 + 3}) scale(${(side - 6) / 512})` }),
      );
    }
    return made;
  }

  centre(key) {
    const place = this.view === "battle" ? this.data.hexes[key] : this.data.lands[key]?.slice(1);
    return place ? [place[0], place[1]] : null;
  }

  arrow([kind, from, to]) {
    const one = this.centre(from);
    const two = this.centre(to);
    if (!one || !two) return;
    const far = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
    const short = this.view === "battle" ? 58 : 16;
    const [ux, uy] = [(two[0] - one[0]) / far, (two[1] - one[1]) / far];
    const line = `M${one[0] + ux * short},${one[1] + uy * short}L${two[0] - ux * short},${two[1] - uy * short}`;
    const size = this.view === "battle" ? 18 : 9;
    const head = `translate(${two[0] - ux * short},${two[1] - uy * short}) rotate(${(Math.atan2(uy, ux) * 180) / Math.PI})`;
    this.layer("over").append(
      svg("g", { class: `arrow ${kind}`, "aria-hidden": "true" },
        svg("path", { d: line, class: "halo" }), svg("path", { d: line }),
        svg("path", { d: `M0,0L${-size},${-size * 0.6}V${size * 0.6}Z`, transform: head, class: "head" })),
    );
  }

  // The way of a move as numbered dots.
  way(lands) {
    const group = svg("g", { class: "way", "aria-hidden": "true" });
    lands.forEach((land, i) => {
      const at = this.centre(String(land));
      if (!at) return;
      const battle = this.view === "battle";
      group.append(svg("g", { transform: `translate(${at[0]},${at[1]})` },
        svg("circle", { r: battle ? 20 : 11 }),
        svg("text", { y: battle ? 8 : 5, "font-size": battle ? 24 : 14, "text-anchor": "middle", "font-weight": "bold" }, i + 1)));
    });
    this.layer("over").append(group);
  }

  animate([, from, to]) {
    if (still()) return;
    const one = this.centre(from);
    const two = this.centre(to);
    const piece = this.map.querySelector(`.pieces [data-at="${to}"]`);
    if (!one || !two || !piece || !piece.animate) return;
    const at = piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const scale = at.length > 2 ? ` scale(${at[2]})` : "";
    const put = (x, y) => ({ transform: `translate(${x}px,${y}px)${scale}` });
    piece.animate([put(at[0] + one[0] - two[0], at[1] + one[1] - two[1]), put(at[0], at[1])], { duration: 150, easing: "ease-out" });
  }

  // --- touching

  at(event) {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    return this.of(target);
  }

  of(target) {
    if (!target || !this.map || !this.map.contains(target)) return null;
    const piece = target.closest("[data-off], [data-legion]");
    if (piece) return { key: piece.dataset.off || String(piece.dataset.at), legion: piece.dataset.legion || null };
    const counter = target.closest("[data-at]");
    if (counter) return { key: counter.dataset.at, legion: null };
    const place = target.closest("[data-hex], [data-land]");
    return place ? { key: Board.key(place), legion: null } : null;
  }

  press(event) {
    if (event.button) return;
    this.fingers = this.fingers || new Map();
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) this.startPinch();
    if (this.tracking) return;
    const begun = { x: event.clientX, y: event.clientY, place: this.of(event.target), ghost: null, panned: false };
    this.tracking = begun;
    const move = (now) => {
      this.fingers.set(now.pointerId, [now.clientX, now.clientY]);
      if (this.pinching) {
        this.pinch();
        return;
      }
      const far = Math.hypot(now.clientX - begun.x, now.clientY - begun.y);
      if (far < FAR && !begun.ghost && !begun.panned) return;
      const piece = begun.place && this.pieceAt(begun.place);
      if (piece && !begun.panned) {
        begun.ghost = begun.ghost || this.ghost(piece);
        begun.ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`;
      } else if (this.zoom) {
        this.pan(now.clientX - begun.x, now.clientY - begun.y, begun);
        begun.panned = true;
      }
    };
    const end = (now) => {
      this.fingers.delete(now.pointerId);
      if (this.fingers.size) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.tracking = null;
      const pinched = this.pinching;
      this.pinching = null;
      begun.ghost?.remove();
      if (pinched || begun.panned || now.type === "pointercancel") return;
      if (begun.ghost) {
        const place = this.at(now);
        this.drop(begun.place, place);
      } else if (begun.place) {
        this.setFocus(begun.place.key, false);
        this.touch(begun.place);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  pieceAt({ key, legion }) {
    if (legion) return this.map.querySelector(`.pieces [data-legion="${legion}"]`);
    return this.map.querySelector(`.pieces [data-off="${key}"], .pieces [data-character][data-at="${key}"]`);
  }

  ghost(piece) {
    const box = piece.getBoundingClientRect();
    const copy = piece.cloneNode(true);
    const inner = svg("svg", { viewBox: "-62 -56 124 112", width: box.width * 1.08, height: box.height * 1.08 });
    copy.removeAttribute("transform");
    inner.append(copy);
    const made = html("div", { class: "ghost", "aria-hidden": "true" }, inner);
    document.body.append(made);
    return made;
  }

  hover(event) {
    const place = this.of(event.target);
    if (place) this.look(place);
  }

  // --- keys: one tab stop, arrows within

  rove() {
    const places = this.places();
    const focused = places.find((place) => Board.key(place) === this.focus) || places[0];
    const inside = this.map.contains(document.activeElement);
    for (const place of places) place.setAttribute("tabindex", place === focused ? "0" : "-1");
    this.focus = focused ? Board.key(focused) : null;
    if (inside && focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  setFocus(key, really = true) {
    const place = this.find(key);
    if (!place) return;
    for (const one of this.places()) one.setAttribute("tabindex", one === place ? "0" : "-1");
    this.focus = key;
    if (really) place.focus({ preventScroll: true });
  }

  middle(place) {
    if (place.dataset.off) {
      const [x, y] = place.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      return [x, y];
    }
    return this.centre(Board.key(place));
  }

  key(event) {
    const way = DIRECTIONS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      const place = this.of(event.target);
      if (place) this.touch(place);
      return;
    }
    if (event.key === "+" || event.key === "-") {
      this.zoomBy(event.key === "+" ? 1.25 : 0.8);
      event.stopPropagation();
      return;
    }
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const here = this.find(this.focus);
    if (!here) return;
    const [x, y] = this.middle(here);
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

  // --- how near

  setZoom(zoom) {
    this.zoom = zoom && zoom.k > 1.01 ? zoom : null;
    const [x, y, w, h] = this.home;
    if (!this.zoom) this.map.setAttribute("viewBox", this.home.join(" "));
    else {
      const { k } = this.zoom;
      this.zoom.x = Math.min(Math.max(this.zoom.x, x), x + w - w / k);
      this.zoom.y = Math.min(Math.max(this.zoom.y, y), y + h - h / k);
      this.map.setAttribute("viewBox", `${this.zoom.x} ${this.zoom.y} ${w / k} ${h / k}`);
    }
    this.host.classList.toggle("zoomed", this.zoom !== null);
  }

  point(clientX, clientY) {
    const matrix = this.map.getScreenCTM().inverse();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix);
  }

  zoomBy(factor, clientX, clientY) {
    const [x, y, w, h] = this.home;
    const before = this.zoom || { x, y, k: 1 };
    const k = Math.min(Math.max(before.k * factor, 1), 5);
    const at = clientX === undefined ? { x: before.x + w / before.k / 2, y: before.y + h / before.k / 2 } : this.point(clientX, clientY);
    const fx = (at.x - before.x) / (w / before.k);
    const fy = (at.y - before.y) / (h / before.k);
    this.setZoom({ k, x: at.x - (fx * w) / k, y: at.y - (fy * h) / k });
  }

  wheel(event) {
    if (this.view !== "board" && !event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  pan(dx, dy, begun) {
    begun.from = begun.from || { ...this.zoom };
    const scale = this.home[2] / begun.from.k / this.map.getBoundingClientRect().width;
    this.setZoom({ k: begun.from.k, x: begun.from.x - dx * scale, y: begun.from.y - dy * scale });
  }

  startPinch() {
    this.tracking?.ghost?.remove();
    const [one, two] = [...this.fingers.values()];
    this.pinching = { far: Math.hypot(one[0] - two[0], one[1] - two[1]) || 1 };
  }

  pinch() {
    const [one, two] = [...this.fingers.values()];
    if (!two) return;
    const far = Math.hypot(one[0] - two[0], one[1] - two[1]) || 1;
    this.zoomBy(far / this.pinching.far, (one[0] + two[0]) / 2, (one[1] + two[1]) / 2);
    this.pinching.far = far;
  }
}
