// made of site/app by npm run build; sources 6e88c9da27a55b12f39f94a7fbd1035d2b6cccc03a30f2366abfcb424a8cb233

// app/dom.js
var SVG = "http://www.w3.org/2000/svg";
var byId = (id) => document.getElementById(id);
var all = (selector, root = document) => [...root.querySelectorAll(
  /** @type {"div"} */
  selector
)];
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === void 0 || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== void 0 && child !== false));
  return made;
}
function html(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}
function put(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
function button(words2, click, attributes = {}) {
  return html("button", { type: "button", click, ...attributes }, words2);
}
function choice(options, chosen, change, attributes = {}) {
  const made = html("select", { ...attributes, change: () => change(made.value) });
  for (const option of options) {
    const [value, words2] = Array.isArray(option) ? option : [option, option];
    made.append(html("option", { value, selected: String(value) === String(chosen) }, words2));
  }
  return made;
}
function labelled(words2, control) {
  return html("label", { class: "field" }, html("span", {}, words2), control);
}
function copyOf(templateId) {
  return document.importNode(byId(templateId).content, true).firstElementChild;
}
function counted(names) {
  const tally = /* @__PURE__ */ new Map();
  for (const name of names) tally.set(name, (tally.get(name) || 0) + 1);
  return [...tally].map(([name, many]) => many > 1 ? `${name} ×${many}` : name).join(", ");
}
function announce(words2) {
  const live = byId("live");
  live.textContent = live.textContent === words2 ? `${words2} ` : words2;
}
var still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
function saveAs(name, text, type) {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1e4);
}

// app/gestures.js
var FAR = 8;
var TOUCH = 26;
var LEGION = 27;
var NEAREST = 5;
var ROOM = 70;
var Gestures = class {
  // board: whose host and map these are; touch(place), drop(from, place), look(place).
  constructor(board, { touch, drop, look }) {
    this.board = board;
    this.touch = touch;
    this.drop = drop;
    this.look = look;
    this.fingers = /* @__PURE__ */ new Map();
    this.zoom = null;
    const { host } = board;
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const control of all("[data-zoom]")) control.addEventListener("click", () => this.zoomBy(Number(control.dataset.zoom)));
    for (const kind of ["pointerover", "focusin"]) host.addEventListener(kind, (event) => this.hover(event));
  }
  get map() {
    return this.board.map;
  }
  // Another map is shown: it is seen whole.
  begin() {
    this.home = this.map.getAttribute("viewBox").split(" ").map(Number);
    this.setZoom(null);
  }
  at(event) {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    return this.board.of(target);
  }
  press(event) {
    if (event.button) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) this.startPinch();
    if (this.tracking) return;
    const begun = { x: event.clientX, y: event.clientY, place: this.board.of(event.target), ghost: null, panned: false };
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
        this.board.setFocus(begun.place.key, false);
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
    const place = this.board.of(event.target);
    if (place) this.look(place);
  }
  // --- how near
  setZoom(zoom) {
    this.zoom = zoom && zoom.k > 1.01 ? zoom : null;
    const [x, y, w, h] = this.home;
    let seen = this.home;
    if (this.zoom) {
      const { k } = this.zoom;
      this.zoom.x = Math.min(Math.max(this.zoom.x, x), x + w - w / k);
      this.zoom.y = Math.min(Math.max(this.zoom.y, y), y + h - h / k);
      seen = [this.zoom.x, this.zoom.y, w / k, h / k];
    }
    for (const one of [this.map, this.map.ground]) one.setAttribute("viewBox", seen.join(" "));
    this.board.host.classList.toggle("zoomed", this.zoom !== null);
  }
  // How near Legions can be chosen with a finger.
  get touchable() {
    const [, , w, h] = this.home;
    const scale = Math.min(this.board.host.clientWidth / w, this.board.host.clientHeight / h);
    return Math.min(Math.max(TOUCH / (LEGION * scale), 1), NEAREST);
  }
  // So near that these places can be touched: as many of them as are seen at once.
  nearTo(places) {
    const k = this.touchable;
    if (k <= 1 || !places.length) return;
    const [, , w, h] = this.home;
    const seen = ([x, y]) => places.filter(([px, py]) => Math.abs(px - x) < w / k / 2 - ROOM / 2 && Math.abs(py - y) < h / k / 2 - ROOM / 2);
    const best = places.reduce((one, two) => seen(two).length > seen(one).length ? two : one);
    const inside = seen(best);
    const middle = (i) => (Math.min(...inside.map((place) => place[i])) + Math.max(...inside.map((place) => place[i]))) / 2;
    this.setZoom({ k, x: middle(0) - w / k / 2, y: middle(1) - h / k / 2 });
  }
  // So far that all of these places are seen.
  seeAll(places) {
    if (!this.zoom || places.length < 2) return;
    const [, , w, h] = this.home;
    const low = (i) => Math.min(...places.map((place) => place[i])) - ROOM;
    const high = (i) => Math.max(...places.map((place) => place[i])) + ROOM;
    const k = Math.min(this.zoom.k, w / (high(0) - low(0)), h / (high(1) - low(1)));
    this.setZoom({ k, x: (low(0) + high(0)) / 2 - w / k / 2, y: (low(1) + high(1)) / 2 - h / k / 2 });
  }
  point(clientX, clientY) {
    const matrix = this.map.getScreenCTM().inverse();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix);
  }
  zoomBy(factor, clientX, clientY) {
    const [x, y, w, h] = this.home;
    const before = this.zoom || { x, y, k: 1 };
    const k = Math.min(Math.max(before.k * factor, 1), NEAREST);
    const at = clientX === void 0 ? { x: before.x + w / before.k / 2, y: before.y + h / before.k / 2 } : this.point(clientX, clientY);
    const fx = (at.x - before.x) / (w / before.k);
    const fy = (at.y - before.y) / (h / before.k);
    this.setZoom({ k, x: at.x - fx * w / k, y: at.y - fy * h / k });
  }
  wheel(event) {
    if (this.board.view !== "board" && !event.ctrlKey) return;
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
};

// app/pieces.js
var STATES = [[4, "slain"], [1, "moved"], [2, "struck"]];
var WAITING = 0.62;
var ROLES = ["attacker", "defender"];
var SIDES = { attacker: "A", defender: "D" };
var offKey = (role, name) => `${role}:${name}`;
function colorsOf(data, player, marker) {
  const own = data.colors[player];
  if (own) return own;
  const color = Object.keys(data.letters).find((one) => data.letters[one].includes(marker));
  return data.colors[color] || ["#555555", "#ffffff"];
}
function drawnOnce(name, draw) {
  const id = `piece-${name.replace(/[^\w-]/g, "_")}`;
  if (!document.getElementById(id)) {
    const made = draw();
    made.setAttribute("id", id);
    document.querySelector("svg.drawings").append(svg("defs", {}, made));
  }
  return id;
}
function blank(selector) {
  const found = byId("blanks").content.querySelector(selector);
  return found && document.importNode(found, true);
}
function counterOf(data, index, role, colors, { power, hits = 0, marks = 0 }) {
  const [name, printed] = data.characters[index];
  const shown = power ?? printed;
  const states = STATES.filter(([bit]) => marks & bit).map(([, words2]) => words2);
  const draw = () => {
    const made = shown > 9 && blank(`#counter-${index}-wide`) || blank(`#counter-${index}`);
    const part = (what) => made.querySelector(`[data-part=${what}]`);
    const shape = data.shapes[role];
    for (const which of ["body", "shadow"]) part(which).setAttribute("rx", shape.rx);
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
  return { drawing: drawnOnce(key, draw), attributes: { "data-character": name, "data-hits": hits, "data-side": role }, states };
}
var homeOf = (map, key) => map.places.get(String(key));
var layerOf = (map, what) => map.querySelector(`.${what}`);
var Pieces = class {
  constructor(data) {
    this.data = data;
    this.corners = /* @__PURE__ */ new Map();
  }
  // Puts the pieces of a position onto a map, those that stand there already stay; place → who stands there, in words.
  show(map, facts, view) {
    this.map = map;
    this.stood = map.standing || /* @__PURE__ */ new Map();
    map.standing = /* @__PURE__ */ new Map();
    const here = view === "battle" ? this.battle(facts) : this.legions(facts);
    for (const piece of this.stood.values()) piece.remove();
    return here;
  }
  // A piece in a place: the one that is there if it is drawn the same, with the same attributes.
  put(home, drawing, attributes) {
    const key = JSON.stringify([drawing, attributes]);
    const stood = this.stood.get(key);
    const piece = stood || svg("g", { class: "piece", ...attributes }, svg("use", { href: `#${drawing}` }));
    this.stood.delete(key);
    this.map.standing.set(key, piece);
    if (!stood) home.append(piece);
    return piece;
  }
  battle(facts) {
    const [terrain, , attacker, marker, defender, other2, side] = facts.B;
    const entries = layerOf(this.map, "entries");
    const wanted = this.data.entries[terrain]?.[side] || "";
    const owners = { attacker: colorsOf(this.data, attacker, marker), defender: colorsOf(this.data, defender, other2) };
    if (entries.dataset.drawn !== wanted) {
      entries.dataset.drawn = wanted;
      entries.replaceChildren(...wanted ? copyOf(wanted).children : []);
    }
    for (const band of entries.children) band.setAttribute("color", owners[band.dataset.entry][0]);
    const here = /* @__PURE__ */ new Map();
    const taken = /* @__PURE__ */ new Map();
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
        const { drawing, attributes, states } = counterOf(this.data, index, role, owners[role], { power, hits, marks });
        this.put(homeOf(this.map, hex), drawing, {
          ...attributes,
          transform: `translate(${x + aside},${y + aside + 2})`,
          "data-at": hex,
          "aria-hidden": "true"
          // its hex says who stands there
        });
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
    const [right, low] = waiting.length ? this.corner(role, wide, high) : [];
    const step = [118 * WAITING + 6, 96 * WAITING + 8];
    const columns = 3;
    waiting.forEach(([index, , power, hits, marks], i) => {
      const [name] = this.data.characters[index];
      const column = i % columns;
      const row = Math.floor(i / columns);
      const x = right ? wide - step[0] * (column + 0.5) - 2 : step[0] * (column + 0.5) + 2;
      const y = low ? high + edge - 6 - step[1] * (row + 0.5) : -edge + 8 + step[1] * (row + 0.5);
      const { drawing, attributes } = counterOf(this.data, index, role, colors, { power, hits, marks });
      this.put(layerOf(this.map, "pieces"), drawing, {
        ...attributes,
        transform: `translate(${x},${y}) scale(${WAITING})`,
        "data-off": offKey(role, name),
        role: "button",
        "aria-label": `${name}, off the board, ${role}`
      });
    });
  }
  // Whether a side enters at the right, and whether below: measured once for each drawing of the entry sides.
  corner(role, wide, high) {
    const entries = layerOf(this.map, "entries");
    const key = `${entries.dataset.drawn}/${role}`;
    if (!this.corners.has(key)) {
      const box = entries.querySelector(`[data-entry=${role}]`)?.getBBox();
      this.corners.set(key, box?.width ? [box.x + box.width / 2 > wide / 2, box.y + box.height / 2 > high / 2] : [role === "defender", role === "attacker"]);
    }
    return this.corners.get(key);
  }
  legions(facts) {
    const stacks = /* @__PURE__ */ new Map();
    for (const [key, legion] of Object.entries(facts)) {
      if (!key.startsWith("L/")) continue;
      if (!stacks.has(legion[1])) stacks.set(legion[1], []);
      stacks.get(legion[1]).push([key.slice(2), legion]);
    }
    const here = /* @__PURE__ */ new Map();
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
    const drawing = drawnOnce(`${marker}-${colors[0]}-${height}-${titan}-${card}`, draw);
    this.put(homeOf(this.map, land), drawing, {
      class: marks & 1 ? "piece moved" : "piece",
      "data-legion": marker,
      transform: `translate(${x},${y}) scale(${scale})`,
      "data-at": land,
      "aria-hidden": "true"
    });
  }
  engagement(land, now) {
    const outline = this.data.lands[land][4];
    layerOf(this.map, "under").append(svg("polygon", { points: outline, class: now ? "engaged now" : "engaged" }));
  }
};

// app/marks.js
var Marks = class {
  constructor(data) {
    this.data = data;
  }
  show(map, facts, view, { chosen, legal, able, arrow, way, moved }) {
    this.map = map;
    this.facts = facts;
    this.view = view;
    this.marks(chosen, legal, able);
    if (way) this.way(way, arrow?.[1]);
    else if (arrow) this.arrow(arrow);
    if (moved && arrow) this.animate(arrow);
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
    const under = layerOf(this.map, "under");
    const over = layerOf(this.map, "over");
    for (const piece of this.map.querySelectorAll(".piece")) {
      const key = piece.dataset.legion || piece.dataset.off || piece.dataset.at;
      piece.classList.toggle("chosen", key === chosen);
      piece.classList.toggle("able", able.has(key));
    }
    for (const [key, { chip, how, muster }] of legal) {
      const shape2 = this.shape(key, { class: `may ${how || ""}` });
      if (!shape2) continue;
      under.append(shape2);
      if (chip || muster !== void 0) over.append(this.chip(key, chip, muster));
    }
    const shape = chosen && this.shape(this.view === "battle" ? chosen : String(this.landOf(chosen) ?? ""), { class: "chosen-place" });
    if (shape) under.append(shape);
  }
  // What is written on a place: in a hex below its counter, in a land at its wide side, where nothing else stands.
  chip(key, words2, muster) {
    const battle = this.view === "battle";
    const [x, y] = battle ? this.data.hexes[key] : this.footOf(key);
    const lines = words2 ? String(words2).split("\n") : [];
    const size = battle ? 17 : 13;
    const wide = lines.length && Math.max(...lines.map((line) => line.length * size * 0.56 + 12), size * 1.6);
    const high = lines.length * size * 1.06 + 5;
    const down = battle && this.map.querySelector(`.pieces [data-at="${key}"]`) ? 81 - high / 2 : 0;
    const aside = muster && lines.length ? 13 : 0;
    const made = svg("g", { class: "chip", transform: `translate(${x - aside},${y + down})` });
    if (lines.length) {
      made.append(svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: Math.min(high / 2, 9) }));
      lines.forEach((line, i) => made.append(svg("text", {
        y: (i - (lines.length - 1) / 2) * size * 1.06 + size * 0.36,
        "font-size": size,
        "text-anchor": "middle",
        "font-weight": "bold"
      }, line)));
    }
    if (muster) {
      const side = 22;
      const dx = lines.length ? wide / 2 + 13 : 0;
      made.append(
        svg("circle", { cx: dx, r: 12.5, class: "muster" }),
        svg("use", { href: `#titan-figure-${this.data.figures[muster]}`, transform: `translate(${dx - side / 2},${-side / 2}) scale(${side / 512})` })
      );
    }
    return made;
  }
  // Where what is marked on a land stands.
  footOf(key) {
    const land = this.data.lands[key];
    return [land[1], land[5]];
  }
  centre(key) {
    const place = this.view === "battle" ? this.data.hexes[key] : this.data.lands[key]?.slice(1);
    return place ? [place[0], place[1]] : null;
  }
  // Along points, with a head at its end that stops short of the last one.
  arrowAlong(kind, places, short, size) {
    const [one, two] = places.slice(-2);
    const far = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
    const [ux, uy] = [(two[0] - one[0]) / far, (two[1] - one[1]) / far];
    const end = [two[0] - ux * short, two[1] - uy * short];
    const line = `M${[...places.slice(0, -1), end].map((place) => place.join(",")).join("L")}`;
    const head = `translate(${end[0]},${end[1]}) rotate(${Math.atan2(uy, ux) * 180 / Math.PI})`;
    layerOf(this.map, "over").append(
      svg(
        "g",
        { class: `arrow ${kind}`, "aria-hidden": "true" },
        svg("path", { d: line, class: "halo" }),
        svg("path", { d: line }),
        svg("path", { d: `M${size * 0.4},0L${-size},${-size * 0.7}V${size * 0.7}Z`, transform: head, class: "head" })
      )
    );
  }
  // From hex to hex beside the labels, which stand above and below the counters; from land to land between their Legions.
  arrow([kind, from, to]) {
    const one = this.centre(from);
    const two = this.centre(to);
    if (!one || !two) return;
    const far = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
    const [ux, uy] = [(two[0] - one[0]) / far, (two[1] - one[1]) / far];
    const battle = this.view === "battle";
    const beside = battle && Math.abs(ux) < 0.5 ? 46 : 0;
    const short = battle ? 56 : 18;
    const put2 = ([x, y], along) => [x - uy * beside + ux * along, y + ux * beside + uy * along];
    this.arrowAlong(kind, [put2(one, short), put2(two, 0)], short, battle ? 18 : 9);
  }
  // The way of a move, from land to land over their wide sides, with numbered dots there.
  way(lands, from = null) {
    const battle = this.view === "battle";
    const at = (key) => battle ? this.centre(String(key)) : this.data.lands[key] && this.footOf(key);
    const places = lands.map(at).filter(Boolean);
    if (from && places.length) this.arrowAlong("move", [this.centre(from), ...places, this.centre(String(lands.at(-1)))], 12, 9);
    const group = svg("g", { class: "way", "aria-hidden": "true" });
    places.forEach(([x, y], i) => {
      group.append(svg(
        "g",
        { transform: `translate(${x},${y})` },
        svg("circle", { r: battle ? 20 : 9.5 }),
        svg("text", { y: battle ? 8 : 4.5, "font-size": battle ? 24 : 13, "text-anchor": "middle", "font-weight": "bold" }, i + 1)
      ));
    });
    layerOf(this.map, "over").append(group);
  }
  animate([, from, to]) {
    if (still()) return;
    const one = this.centre(from);
    const two = this.centre(to);
    const piece = this.map.querySelector(`.pieces [data-at="${to}"]`);
    if (!one || !two || !piece || !piece.animate) return;
    const at = piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const scale = at.length > 2 ? ` scale(${at[2]})` : "";
    const put2 = (x, y) => ({ transform: `translate(${x}px,${y}px)${scale}` });
    piece.animate([put2(at[0] + one[0] - two[0], at[1] + one[1] - two[1]), put2(at[0], at[1])], { duration: 150, easing: "ease-out" });
  }
};

// app/board.js
var DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
var Board = class _Board {
  // touch(place), drop(from, place), look(place): what the page does when a place is touched, dropped on, looked at.
  constructor(host, data, { touch, drop, look }) {
    this.host = host;
    this.data = data;
    this.touch = touch;
    this.maps = /* @__PURE__ */ new Map();
    this.focus = null;
    this.pieces = new Pieces(data);
    this.marks = new Marks(data);
    this.gestures = new Gestures(this, { touch, drop, look });
    host.addEventListener("keydown", (event) => this.key(event));
  }
  // view: "battle" or "board"; chosen: a place; legal: Map of place → {text, label, chip, muster}; changed: keys of facts.
  show({ facts, view, chosen = null, legal = /* @__PURE__ */ new Map(), able = /* @__PURE__ */ new Set(), arrow = null, way = null, moved = false }) {
    const name = view === "battle" ? `battleland-${facts.B[0]}` : "the-masterboard";
    if (!this.maps.has(name)) this.maps.set(name, this.laid(copyOf(name)));
    const map = this.maps.get(name);
    if (this.map !== map) {
      this.host.replaceChildren(map, html("div", { class: "ground" }, map.ground));
      this.map = map;
      this.focus = null;
      this.gestures.begin();
      map.setAttribute("role", "group");
    }
    this.view = view;
    this.facts = facts;
    for (const what of ["under", "over"]) layerOf(map, what).replaceChildren();
    map.setAttribute("aria-label", view === "battle" ? `Battleland: ${facts.B[0]}` : "Masterboard");
    this.name(this.pieces.show(map, facts, view), chosen, legal);
    this.marks.show(map, facts, view, { chosen, legal, able, arrow, way, moved });
    this.rove();
  }
  // The maps are those of another box from now on.
  forget() {
    this.maps.clear();
  }
  // What never changes lies under the rest in a picture of its own, which is not painted again with it. Every hex or
  // land becomes a place that holds its pieces: whoever touches one of them touches it.
  laid(map) {
    map.ground = map.cloneNode(false);
    map.ground.removeAttribute("id");
    map.ground.setAttribute("aria-hidden", "true");
    map.ground.append(...map.querySelectorAll(":scope > .map, :scope > .legend"));
    map.places = /* @__PURE__ */ new Map();
    for (const drawn of map.ground.querySelectorAll(".map [data-hex], .map [data-land]")) {
      const place = svg("g", { role: "button" }, svg("polygon", { points: drawn.querySelector("polygon").getAttribute("points"), class: "place" }));
      for (const name of Object.keys(drawn.dataset)) {
        place.dataset[name] = drawn.dataset[name];
        delete drawn.dataset[name];
      }
      map.querySelector(".pieces").append(place);
      map.places.set(_Board.key(place), place);
    }
    return map;
  }
  places() {
    return [...this.map.querySelectorAll(".pieces > *")];
  }
  static key(place) {
    return place.dataset.hex || place.dataset.land || place.dataset.off;
  }
  find(key) {
    return this.places().find((place) => _Board.key(place) === key);
  }
  // Says of every place what it is, who stands there, and what a touch on it does.
  name(here, chosen, legal) {
    for (const place of this.places()) {
      const key = _Board.key(place);
      if (!place.dataset.off) {
        const { hex, hazard, elevation, land, terrain } = place.dataset;
        const words2 = hex ? [hex, hazard] : [land, terrain];
        if (Number(elevation)) words2.push(`elevation ${elevation}`);
        if (here.has(key)) words2.push(here.get(key));
        if (legal.has(key)) words2.push(`legal: ${legal.get(key).label}`);
        put(place, "aria-label", words2.join(", "));
      }
      put(place, "data-legal", legal.get(key)?.text || null);
      put(place, "aria-pressed", chosen === null ? null : String(key === chosen || place.dataset.land === String(this.marks.landOf(chosen))));
    }
  }
  of(target) {
    if (!target || !this.map || !this.map.contains(target)) return null;
    const piece = target.closest("[data-off], [data-legion]");
    if (piece) return { key: piece.dataset.off || String(piece.dataset.at), legion: piece.dataset.legion || null };
    const counter = target.closest("[data-at]");
    if (counter) return { key: counter.dataset.at, legion: null };
    const place = target.closest("[data-hex], [data-land]");
    return place ? { key: _Board.key(place), legion: null } : null;
  }
  // --- keys: one tab stop, arrows within
  rove() {
    const places = this.places();
    const focused = places.find((place) => _Board.key(place) === this.focus) || places[0];
    const inside = this.map.contains(document.activeElement);
    for (const place of places) put(place, "tabindex", place === focused ? "0" : "-1");
    this.focus = focused ? _Board.key(focused) : null;
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
    return this.marks.centre(_Board.key(place));
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
    if (best) this.setFocus(_Board.key(best));
  }
};

// app/reach.js
function actionsOf(legal, key) {
  return legal.filter(({ action }) => {
    if (action.do === "maneuver") return action.from ? action.from === key : key?.endsWith(`:${action.character}`);
    if (action.do === "strike") return action.from === key;
    return action.do === "move" && action.legion === key;
  });
}
var mustersOf = (places) => (places[0].musters || []).filter((one) => one.left !== 0).map((one) => one.muster);
var bestMuster = (places) => mustersOf(places).at(-1);
function chipOf(reach, key) {
  const target = reach?.targets?.[key];
  if (target) {
    const [one] = target.options;
    const plus = one.strike_number < 6 ? "+" : "";
    return { chip: `${one.dice} dice, ${one.strike_number}${plus}
${Math.round(parseFloat(one.slays))} %`, label: `${one.dice} dice, hits on ${one.strike_number}${plus}, slays in ${one.slays}` };
  }
  const cost = reach?.to?.[key]?.cost;
  if (cost) return { chip: String(cost), label: `costs ${cost}` };
  const places = reach?.rolls?.length === 1 && reach.rolls[0].lands[key];
  if (!places) return {};
  const musters = mustersOf(places);
  return { muster: bestMuster(places), label: musters.length ? `may muster ${musters.join(", ")}` : "no muster there" };
}
function targetsOf({ legal, reach, chosen, battle }) {
  const targets = /* @__PURE__ */ new Map();
  for (const one of actionsOf(legal, chosen)) {
    const key = String(one.action.to);
    if (!targets.has(key)) targets.set(key, { text: one.text, label: one.says, all: [], ...chipOf(reach, key) });
    targets.get(key).all.push(one);
    if (one.action.how) targets.get(key).how = "teleport";
  }
  if (battle) return targets;
  if (!chosen) {
    for (const one of legal) {
      if (one.action.do === "engage") targets.set(String(one.action.land), { text: one.text, label: one.says, all: [one] });
    }
  } else if (!targets.size && reach?.rolls?.length > 1) {
    for (const { roll: roll2, lands } of reach.rolls) {
      for (const [land, places] of Object.entries(lands)) {
        const found = targets.get(land) || { rolls: [], all: [], muster: bestMuster(places) };
        if (!found.rolls.includes(roll2)) found.rolls.push(roll2);
        targets.set(land, { ...found, label: `with a roll of ${found.rolls.join(", ")}`, chip: found.rolls.join(" ") });
      }
    }
  }
  return targets;
}
function ableOnes(legal, actor) {
  const able = /* @__PURE__ */ new Set();
  for (const { action } of legal) {
    if (action.do === "strike" || action.do === "maneuver" && action.from) able.add(action.from);
    else if (action.do === "maneuver") able.add(offKey(actor, action.character));
    else if (["move", "split", "muster"].includes(action.do)) able.add(action.legion);
  }
  return able;
}
function pieceOn(data, facts, key) {
  for (const role of ROLES) {
    const named = ([index]) => data.characters[index][0];
    const found = facts[SIDES[role]][0].find((one) => one[1] ? one[1] === key : offKey(role, named(one)) === key);
    if (found) return { role, hex: found[1], name: named(found), left: found[2] - found[3] };
  }
  return null;
}

// app/ruling.js
var SUM = /(\d+(?:\s*[-+−]\s*\d+)+\s*(?:=|is)\s*\d+)/;
function sentenceOf(text) {
  const said = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
function faces(dice, number) {
  return html(
    "p",
    { class: "faces", role: "img", "aria-label": `Dice: ${dice.join(", ")}` },
    dice.map((die) => html("span", { class: number && die >= number ? "face hit" : "face", "aria-hidden": "true" }, String(die)))
  );
}
function diceOf(ruling2) {
  if (ruling2.dice) return [ruling2.dice, ruling2.number];
  const facts = ruling2.facts || {};
  if (typeof facts.dice === "string" && facts.hits !== void 0) return [facts.dice.split(" ").map(Number), facts.strike_number];
  return facts.die ? [[facts.die], 0] : null;
}
function words(text) {
  return sentenceOf(text).split(SUM).map((part, i) => i % 2 ? html("b", { class: "sum" }, part.replaceAll("-", "−")) : part);
}
var RulingCard = class {
  constructor(host, { ask, act, read }) {
    this.host = host;
    this.ask = ask;
    this.act = act;
    this.read = read;
  }
  rule(id) {
    const open = button(id, () => this.open(open), { class: "rule", "aria-expanded": "false", "aria-label": `Rule ${id}` });
    return open;
  }
  async open(pressed) {
    const item = pressed.closest("li");
    const shown = item.querySelector(".law");
    if (shown) {
      shown.remove();
      pressed.setAttribute("aria-expanded", "false");
      return;
    }
    const law = html("div", { class: "law" }, "…");
    item.append(law);
    pressed.setAttribute("aria-expanded", "true");
    const found = await this.ask({ ask: "rules", rule: pressed.textContent });
    if (found.error) {
      law.replaceChildren(this.read(pressed.textContent) || found.error.message);
      return;
    }
    const sources = Object.entries(found.meanings).map(([tag, meaning]) => `${tag}: ${meaning}`).join("; ");
    law.replaceChildren(
      html("p", {}, found.text),
      html("details", {}, html("summary", {}, "Sources"), html("p", { class: "faint" }, `${found.sources}. ${sources}`))
    );
    if (found.cases.length) {
      law.append(html(
        "details",
        {},
        html("summary", {}, `${found.cases.length} cases in the catalogue`),
        html("ul", {}, found.cases.map((one) => html("li", {}, html("b", {}, one.id), ` ${one.question}`)))
      ));
    }
  }
  item(ruling2) {
    const rolled = diceOf(ruling2);
    return html(
      "li",
      { class: ruling2.verdict },
      rolled && faces(...rolled),
      html("span", {}, words(ruling2.text)),
      " ",
      this.rule(ruling2.rule)
    );
  }
  // card: title, text, verdict, lead, rulings, events, instead, notes, comment, faults
  show(card) {
    const parts = [];
    if (card.title) {
      parts.push(html(
        "h2",
        {},
        card.verdict === "illegal" && html("span", { class: "badge bad" }, "Illegal"),
        card.verdict === "legal" && card.asked && html("span", { class: "badge good" }, "Legal"),
        " ",
        card.title
      ));
    }
    if (card.text && card.text !== card.title) parts.push(html("p", { class: "short" }, html("code", {}, card.text)));
    for (const note of card.lead || []) parts.push(html("p", {}, note));
    const seen = /* @__PURE__ */ new Set();
    const once = (ruling2) => !seen.has(ruling2.text + ruling2.rule) && seen.add(ruling2.text + ruling2.rule);
    const plain = (text) => text.toLowerCase().replace(/[.,]/g, "");
    const telling = (event) => diceOf(event) || plain(event.text) !== plain(card.title || "");
    const said = [...card.rulings || [], ...(card.events || []).filter(telling)].filter(once);
    if (said.length) parts.push(html("ul", { class: "rulings" }, said.map((ruling2) => this.item(ruling2))));
    for (const note of card.notes || []) parts.push(html("p", {}, note));
    if (card.faults?.length) parts.push(html("ul", { class: "faults" }, card.faults.map((one) => html("li", {}, one))));
    if (card.comment) parts.push(html("blockquote", { class: "comment" }, card.comment));
    if (card.instead?.length) {
      parts.push(html(
        "details",
        { open: card.instead.length < 9 },
        html("summary", {}, "What would have been legal"),
        html("div", { class: "instead" }, card.instead.map((one) => button(one.says, () => this.act(one), { title: one.text })))
      ));
    }
    this.host.replaceChildren(...parts);
  }
};

// app/places.js
var copied = (document2) => JSON.parse(JSON.stringify(document2));
var battleIn = (document2) => document2.kind === "battle" ? document2 : document2.battle || null;
function elsewhere(document2) {
  const tally = { ...document2.dead };
  const count = (names) => names.forEach((one) => {
    const name = one.name || one;
    tally[name] = (tally[name] || 0) + 1;
  });
  for (const role of ROLES) count([...document2[role]?.characters || [], ...document2[role]?.slain || []]);
  count(Object.values(document2.donors || {}).flat());
  for (const player of document2.players || []) player.legions.forEach((legion) => count(legion.characters || []));
  return tally;
}
function placeOf(pointer, document2) {
  const parts = pointer.split("/").slice(1);
  let at = document2;
  const said = [];
  for (const part of parts) {
    const inner = at?.[part];
    if (part === "attacker" || part === "defender") said.push(`the ${part}'s`);
    else if (inner?.name && inner.hex !== void 0) said.push(`${inner.name}${inner.hex ? ` in ${inner.hex}` : ""}`);
    else if (inner?.color) said.push(`${inner.color}'s`);
    else if (inner?.legion) said.push(`Legion ${inner.legion}`);
    else if (!/^\d+$/.test(part) && !["characters", "players", "legions"].includes(part)) said.push(`(${part.replaceAll("_", " ")})`);
    at = inner;
  }
  return said.join(" ");
}

// app/cards.js
function faultsOf(node) {
  return (node.held?.faults || []).map((one) => {
    const place = one.pointer && placeOf(one.pointer, node.held.position);
    return `${sentenceOf(one.message)}${place ? ` – ${place}` : ""}`;
  });
}
function cardOfNode(node, hint) {
  const faults = faultsOf(node);
  if (!node.parent) {
    const owed = node.held?.owed || [];
    const without = node.held?.partial?.without.map((pointer) => placeOf(pointer, node.held.position)).join(", ");
    const notes2 = without ? [`What may be done is told without ${without}.`] : faults.length || owed.length ? [] : [hint];
    return { title: node.title || (faults.length ? "Not a possible position yet" : "The position"), faults, rulings: owed, notes: notes2, comment: node.comment };
  }
  const notes = (node.problems || []).filter((one) => !one.startsWith("ILLEGAL"));
  const card = { title: node.says, text: node.text, notes, comment: node.comment };
  if (node.refused) return { ...card, verdict: "illegal", rulings: node.refused.rulings, instead: node.refused.instead };
  return { ...card, verdict: "legal", rulings: node.because, events: node.events, faults };
}
function cardOfReach(reach, data) {
  const title = reach.character ? `${reach.character}${reach.from ? ` in ${reach.from}` : ", off the board"}` : `Legion ${reach.about}`;
  const card = { title, rulings: reach.rulings || [], notes: [] };
  if (reach.to && Object.keys(reach.to).length) card.notes.push(`It may go to ${Object.keys(reach.to).join(", ")}; the numbers are what the way costs.`);
  const targets = Object.values(reach.targets || {});
  if (targets.length) card.notes.push(`It ${reach.must ? "must" : "may"} strike: touch whom.`);
  for (const target of targets) {
    card.notes.push(`${target.character} in ${target.to}: ${target.options.map((one) => `${one.dice} dice at ${one.strike_number}, slays in ${one.slays}`).join("; or ")}`);
  }
  for (const { roll: roll2, lands, rulings, missing } of reach.rolls || []) {
    const said = Object.entries(lands).map(([land, places]) => {
      const musters = mustersOf(places);
      return `${land} ${data.lands[land][0]}${places[0].engages ? ` against ${places[0].engages}` : ""}${musters.length ? ` (${musters.join(", ")})` : ""}`;
    });
    card.notes.push(`With a ${roll2}: ${said.join(", ") || "nowhere"}.`);
    if (rulings && reach.rolls.length === 1) card.rulings = rulings;
    if (missing) card.notes.push(`Not known: ${missing}.`);
  }
  return card;
}

// app/choices.js
var BY_TOUCH = /* @__PURE__ */ new Set(["maneuver", "strike", "move", "split"]);
var ROLLED = /* @__PURE__ */ new Set(["roll", "mulligan", "tower"]);
var QUIET = /* @__PURE__ */ new Set(["concede", "withdraw", "attempt-concession"]);
var LEGIONS = /* @__PURE__ */ new Set(["move", "split", "muster"]);
var MOST_BUTTONS = 40;
var Roster = class {
  constructor(host, data) {
    this.host = host;
    this.data = data;
  }
  show(facts, view) {
    const drawn = JSON.stringify([view, view === "battle" ? [facts.B, facts.b[1], facts.A[2], facts.D[2]] : Object.entries(facts).filter(([key]) => key.startsWith("P/") || key === "a")]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const parts = [];
    if (view === "battle") {
      const [, , attacker, marker, defender, other2] = facts.B;
      for (const [role, player, legion] of [[ROLES[0], attacker, marker], [ROLES[1], defender, other2]]) {
        parts.push(this.chip(player, legion, [legion, role, player, String(facts[SIDES[role]][2])], facts.b[1] === role, false));
      }
    } else {
      for (const [key, [score, power, out, , name]] of Object.entries(facts).filter(([one]) => one.startsWith("P/"))) {
        const color = key.slice(2);
        parts.push(this.chip(color, "", [name ? `${color}: ${name}` : color, String(score), out ? "out" : `Titan ${power}`], facts.a === color, out));
      }
    }
    this.host.replaceChildren(...parts);
  }
  chip(player, legion, [who, ...more], acts, out) {
    const made = html("li", { class: `${acts ? "acts" : ""} ${out ? "gone" : ""}`.trim() || null, "aria-current": acts ? "true" : null });
    const badge = html("b", {}, who);
    [badge.style.background, badge.style.color] = colorsOf(this.data, player, legion);
    made.append(badge, ...more.map((words2) => html("span", { class: ROLES.includes(words2) ? "role" : null }, words2)));
    return made;
  }
};
var Choices = class {
  // perform(text): an action is declared; choose(marker): a Legion is; analyse(): a step of a recorded game is to be
  // played on from.
  constructor(host, data, { perform, choose, analyse }) {
    this.host = host;
    this.data = data;
    this.perform = perform;
    this.choose = choose;
    this.analyse = analyse;
    this.pending = null;
  }
  // now: node, facts, chosen, able (whether an engine can be asked)
  show(now) {
    this.now = now;
    const { node, facts, chosen } = now;
    const held = node.held;
    const acts = html("div", { class: "acts" });
    const parts = [];
    const says = html("p", { class: "says" }, html("b", {}, held?.next?.says || facts.w || ""), held?.legal && !chosen && this.prompt(held.legal));
    if (this.pending) parts.push(this.among(this.pending));
    else if (held?.legal) {
      for (const one of held.next.otherwise || []) parts.push(html("p", { class: "faint" }, `If nobody concedes: ${one.text}.`));
      if (held.missing) parts.push(html("p", {}, sentenceOf(`Not known: ${held.missing}`)));
      if (facts.p === "commencement" && chosen) parts.push(this.splitter());
      const others = held.legal.filter((one) => !BY_TOUCH.has(one.action.do));
      const mine = others.filter((one) => !chosen || one.action.do !== "muster" || one.action.legion === chosen);
      const last2 = (one) => Number(QUIET.has(one.action.do));
      const ordered = mine.slice(0, MOST_BUTTONS).sort((one, two) => last2(one) - last2(two));
      parts.push(html("div", { class: "row" }, this.legions(held.legal, facts, chosen), ordered.map((one) => this.actionButton(one))));
    } else if (node.changes && now.able) {
      parts.push(html("div", { class: "row" }, button("Analyse from here", () => this.analyse(), { id: "analyse", class: "main" })));
    }
    acts.append(...parts);
    this.host.replaceChildren(says, acts);
  }
  // What a touch on the board does, where one is waited for.
  prompt(legal) {
    const may = new Set(legal.map((one) => one.action.do));
    const all2 = [may.has("strike") || may.has("maneuver") ? "a glowing character" : "", may.has("move") || may.has("split") ? "a glowing Legion" : ""];
    const said = all2.filter(Boolean).join(" or ");
    return said && html("span", { class: "faint" }, ` Touch ${said}.`);
  }
  // The Legions that may do something, to be chosen here as on the board.
  legions(legal, facts, chosen) {
    const markers = new Set(legal.filter((one) => LEGIONS.has(one.action.do)).map((one) => one.action.legion));
    return [...markers].map((marker) => {
      const made = button(marker, () => this.choose(marker === chosen ? null : marker), { class: "legion", "aria-pressed": String(marker === chosen), "aria-label": `Legion ${marker}` });
      [made.style.background, made.style.color] = colorsOf(this.data, facts[`L/${marker}`]?.[0], marker);
      return made;
    });
  }
  // One of several actions that one touch may mean, or one that is to be confirmed.
  offer(actions) {
    this.pending = actions;
    this.show(this.now);
    this.focus();
  }
  focus() {
    this.host.querySelector("button")?.focus({ preventScroll: true });
  }
  among(actions) {
    return html("div", { class: "row" }, actions.map((one) => button(one.says, () => this.perform(one.text))), button("Cancel", () => {
      this.pending = null;
      this.show(this.now);
    }));
  }
  actionButton({ text, says, action }) {
    const act = () => QUIET.has(action.do) ? this.offer([{ text, says: `Yes: ${says}` }]) : this.perform(text);
    const kind = QUIET.has(action.do) ? "quiet" : ROLLED.has(action.do) || action.do.startsWith("end") ? "main" : null;
    return button(says, act, { title: text, "data-legal": text, class: kind });
  }
  // Who leaves a Legion: touched one by one.
  splitter() {
    const { node, facts, chosen } = this.now;
    const legion = facts[`L/${chosen}`];
    const splits = node.held.legal.filter((one) => one.action.do === "split" && one.action.legion === chosen);
    if (!legion || !splits.length) return "";
    if (this.splitting?.legion !== chosen) this.splitting = { legion: chosen, out: /* @__PURE__ */ new Set() };
    const { out } = this.splitting;
    const names = legion[4].map((index) => this.data.characters[index][0]);
    const leaving = names.filter((_, i) => out.has(i));
    const same = (one) => [...one].sort().join() === [...leaving].sort().join();
    const legal = splits.find((one) => same(one.action.characters));
    const into = splits[0].action.into;
    return html(
      "div",
      { class: "splitter" },
      html("p", {}, `Who leaves ${chosen} for ${into}?`),
      html("div", { class: "row" }, names.map((name, i) => button(name, () => {
        if (!out.delete(i)) out.add(i);
        this.show(this.now);
      }, { class: "chip", "aria-pressed": String(out.has(i)) }))),
      button("Split", () => this.perform(legal ? legal.text : `${chosen}/${into} ${leaving.join(" ")}`), { class: "main", disabled: !leaving.length, "data-legal": legal?.text })
    );
  }
};

// app/store.js
var EVERY = 40;
var MOST_STEPS = 1e3;
var visit = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
var last = 0;
var unsaved = /* @__PURE__ */ new Set();
function newNode(parent, more) {
  last += 1;
  const node = { id: `${visit}-${last}`, rank: Date.now() + last / 1e6, parent, children: [], depth: parent ? parent.depth + 1 : 0, ...more };
  if (parent) parent.children.push(node);
  unsaved.add(node);
  return node;
}
var KEPT = [
  "id",
  "rank",
  "depth",
  "text",
  "says",
  "events",
  "because",
  "refused",
  "comment",
  "arrow",
  "changes",
  "step",
  "problems",
  "hidden",
  "record",
  "title",
  "box"
];
function rowOf(node) {
  const row = Object.fromEntries(KEPT.filter((key) => node[key] !== void 0).map((key) => [key, node[key]]));
  const held = node.held ? { ...node.held, legal: null } : null;
  return { ...row, root: rootOf(node).id, up: node.parent?.id ?? null, held };
}
function rootOf(node) {
  while (node.parent) node = node.parent;
  return node;
}
function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.push(at);
  return path.reverse();
}
function endOf(node) {
  while (node.children.length) node = node.children[0];
  return node;
}
function* everyNode(root) {
  const waiting = [root];
  while (waiting.length) {
    const node = waiting.pop();
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
  }
}
var boxOf = (node) => rootOf(node).box ?? rootOf(node).held?.position.box ?? "standard";
function factsOf(node) {
  const late = [];
  let at = node;
  while (!at.held && !at.facts) {
    late.push(at);
    at = at.parent;
  }
  let facts = at.held ? at.held.facts : at.facts;
  for (const one of late.reverse()) {
    facts = { ...facts };
    for (const [key, value] of Object.entries(one.changes || {})) {
      if (value === null) delete facts[key];
      else facts[key] = value;
    }
    if (one.depth % EVERY === 0 || one === node) one.facts = facts;
  }
  return facts;
}
function lineOf(node) {
  const path = pathTo(node).filter((one) => !one.refused || one.step !== void 0);
  const [root] = path;
  const steps = path.filter((one) => one.step !== void 0).length;
  const played = path.slice(1 + steps).map((one) => ({ action: one.text, comment: one.comment || "" }));
  return root.record ? { record: root.record, step: steps, played } : { position: root.held?.position, played };
}
var VERDICT = { l: "legal", x: "illegal", c: "consequence" };
function ruling([rule, verdict, text, dice, number]) {
  return { rule, verdict: VERDICT[verdict], text, dice, number };
}
function treeOf(record) {
  const root = newNode(null, { facts: record.start, changes: record.start, record: record.record || null, title: record.title, box: record.box });
  let at = root;
  for (const [i, step] of record.steps.entries()) {
    at = newNode(at, {
      text: step.x,
      says: step.s,
      changes: step.d,
      step: i + 1,
      comment: step.c || "",
      arrow: step.k || null,
      events: (step.e || []).map(ruling),
      because: (step.y || []).map(ruling),
      refused: step.f ? { rulings: step.f.map(ruling), instead: i + 1 === record.steps.length ? record.legal.map((text) => ({ text, says: text })) : [] } : null,
      problems: step.p || [],
      hidden: step.h || null
    });
  }
  return root;
}
var Store = class {
  // changed(done): another node is shown, done: because something was done; keep: where it is kept, see keep.js.
  constructor(changed, keep) {
    this.changed = changed;
    this.keep = keep;
    this.node = null;
    this.past = [];
    this.future = [];
    this.gone = [];
    this.read = false;
  }
  get root() {
    return rootOf(this.node);
  }
  // Go to a node without doing anything: no step to undo.
  visit(node) {
    this.node = node;
    this.changed(false);
  }
  // Go to a node that something done has made.
  enter(node) {
    if (this.node) this.past.push(this.node);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    this.node = node;
    this.changed(true);
  }
  undo() {
    if (!this.past.length) return false;
    this.future.push(this.node);
    this.node = this.past.pop();
    this.changed(true);
    return true;
  }
  redo() {
    if (!this.future.length) return false;
    this.past.push(this.node);
    this.node = this.future.pop();
    this.changed(true);
    return true;
  }
  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((one) => one !== node);
    const gone = (one) => pathTo(one).includes(node);
    for (const one of everyNode(node)) {
      unsaved.delete(one);
      this.gone.push(one.id);
    }
    this.past = this.past.filter((one) => !gone(one));
    this.future = this.future.filter((one) => !gone(one));
    this.node = node.parent;
    this.changed(true);
  }
  promote(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    node.rank = siblings[0].rank - 1;
    siblings.unshift(node);
    unsaved.add(node);
    this.changed(true);
  }
  comment(words2) {
    this.node.comment = words2;
    unsaved.add(this.node);
    this.changed(true);
  }
  // Write down what is new since the last time.
  save() {
    if (!this.read) return null;
    const rows = [...unsaved].map(rowOf);
    unsaved.clear();
    this.saved = this.node;
    const ids = (nodes) => nodes.map((node) => node.id);
    const roots = [...new Set([this.node, ...this.past, ...this.future].map((node) => rootOf(node).id))];
    return this.keep.write(rows, this.gone.splice(0), { at: this.node.id, past: ids(this.past), future: ids(this.future), roots });
  }
  // What was kept, with what can be undone; null where there is nothing.
  async kept() {
    const found = await this.keep.read();
    this.read = true;
    if (!found) return null;
    const nodes = /* @__PURE__ */ new Map();
    for (const { up, root, ...row } of found.rows.sort((one, two) => one.depth - two.depth || one.rank - two.rank)) {
      const parent = up === null ? null : nodes.get(up);
      if (parent === void 0) continue;
      const node2 = { ...row, parent, children: [] };
      if (!parent && node2.changes) node2.facts = node2.changes;
      parent?.children.push(node2);
      nodes.set(node2.id, node2);
    }
    const all2 = (ids) => ids.map((id) => nodes.get(id)).filter(Boolean);
    const node = nodes.get(found.place.at);
    return node ? { node, past: all2(found.place.past), future: all2(found.place.future) } : null;
  }
  // Go on where one stood; what the page began with is nothing that was done.
  adopt({ node, past, future }) {
    unsaved.clear();
    this.past = past;
    this.future = future;
    this.visit(node);
  }
};

// app/choosing.js
var Choosing = class {
  // table: the page, which is told what is done; its data, its position and its panels are asked.
  constructor(table2) {
    this.table = table2;
    this.clear();
  }
  // Nothing is chosen: no answer on a piece stays, and no card of its own.
  clear(key = null) {
    this.chosen = key;
    this.reach = null;
    this.card = null;
    this.table.choices.pending = null;
    this.table.moved = false;
  }
  get facts() {
    return factsOf(this.table.store.node);
  }
  get legal() {
    return this.table.store.node.held?.legal || [];
  }
  get battle() {
    return this.table.shownView() === "battle";
  }
  get actor() {
    return this.facts.b?.[1] || "attacker";
  }
  get targets() {
    return targetsOf({ legal: this.legal, reach: this.reach, chosen: this.chosen, battle: this.battle });
  }
  get able() {
    return this.chosen ? /* @__PURE__ */ new Set() : ableOnes(this.legal, this.actor);
  }
  pieceOn(key) {
    return this.battle ? pieceOn(this.table.data, this.facts, key) : null;
  }
  async touch(place) {
    const { node } = this.table.store;
    if (this.table.mode === "setup" && node.held) {
      if (this.battle) this.table.setup.battle.touchHex(place.key);
      else this.table.setup.game.touchLand(place);
      return;
    }
    if (this.table.engine.state === "loading") this.table.message("The rules are still loading: your touch is answered when they are here.");
    if (!node.held?.legal && !await this.table.hold(node)) {
      if (place.legion && !this.battle) {
        this.choose(place.legion === this.chosen ? null : place.legion);
        return;
      }
      if (this.table.engine.state === "none") this.table.message("This page shows a recorded game; it has no engine to analyse with.");
      return;
    }
    if (this.table.store.node !== node) return;
    if (this.battle) this.touchHex(place.key);
    else this.touchLand(place);
  }
  touchHex(key) {
    const piece = this.pieceOn(key);
    if (this.table.tray.now && !this.table.tray.now.single) {
      if (piece && piece.role !== this.actor && key !== this.table.tray.now.target && this.table.tray.full) {
        this.table.tray.carry(key, piece.left);
        return;
      }
      this.table.tray.close();
    }
    const target = this.targets.get(key);
    if (this.chosen && target) {
      this.table.perform(target.text);
      return;
    }
    const mine = this.pieceOn(this.chosen);
    const acting = this.actor;
    const strikes = this.facts.b?.[3] !== "maneuver";
    if (this.chosen && mine && key !== this.chosen && mine.role === acting && (!piece || piece.role !== acting)) {
      if (strikes && piece) this.wonder(`${mine.hex} strikes ${key}`);
      else if (!strikes && this.table.data.hexes[key]) this.wonder(mine.hex ? `${mine.name} ${mine.hex}-${key}` : `${mine.name} enters ${key}`);
      else this.choose(null);
      return;
    }
    this.choose(piece && key !== this.chosen ? key : null);
  }
  touchLand({ key, legion }) {
    const target = this.targets.get(key);
    if (target?.all.length && (!legion || this.chosen || target.all[0].action.do === "engage")) {
      if (target.all.length === 1) this.table.perform(target.text);
      else this.table.choices.offer(target.all);
      return;
    }
    const facts = this.facts;
    const mine = this.chosen && facts[`L/${this.chosen}`];
    if (legion && legion !== this.chosen) this.choose(legion);
    else if (mine && facts.p === "movement" && facts.r && String(mine[1]) !== key && mine[0] === facts.a) this.wonder(`${this.chosen} ${key}`);
    else this.choose(null);
  }
  drop(from, to) {
    if (!from || !to) return;
    if (this.table.mode === "setup") {
      if (this.battle && this.table.data.hexes[to.key]) this.table.setup.battle.touchHex(from.key, to.key);
      else if (!this.battle && from.legion) {
        this.chosen = from.legion;
        this.table.setup.game.touchLand({ key: to.key, legion: null });
      }
      return;
    }
    this.chosen = from.legion || from.key;
    this.touch({ key: to.key, legion: null });
  }
  // What a Legion's way would be, when its land is looked at.
  look({ key }) {
    if (this.looked === key || this.battle) return;
    this.looked = key;
    const places = this.reach?.rolls?.[0]?.lands?.[key];
    this.table.board.map.querySelectorAll(".over > .way").forEach((one) => one.remove());
    if (places?.[0].way) this.table.board.marks.way(places[0].way);
  }
  async choose(key) {
    this.clear(key);
    if (key && document.body.dataset.panel !== "talk" && getComputedStyle(byId("talk")).display === "none") this.table.panel("talk");
    const { node } = this.table.store;
    if (key && !this.battle) this.card = this.table.viewing.card(this.table.viewing.seen(node, this.facts), key);
    this.table.render();
    const { held } = node;
    if (!key || !held || held.faults.length && !held.partial) return;
    const facts = this.facts;
    const piece = this.battle && this.pieceOn(key);
    const about = piece ? piece.hex || piece.name : key;
    const legion = facts[`L/${key}`];
    if (!this.battle && (legion?.[0] !== facts.a || facts.e || !this.table.viewing.owns(legion))) return;
    const found = await this.table.ask({ ask: "legal", position: held.partial?.position || held.position, about });
    if (this.chosen !== key) return;
    if (found.error) {
      this.card = { title: "", notes: [sentenceOf(found.error.message)] };
    } else {
      this.reach = found;
      const card = cardOfReach(found, this.table.data);
      this.card = { ...card, title: this.card?.title || card.title, lead: this.card?.lead };
    }
    this.table.render();
  }
  // More is known than when the Legion was chosen.
  again() {
    if (this.chosen && !this.battle) this.choose(this.chosen);
    else this.table.render();
  }
  // Why not: the rules on something that was touched and is not legal.
  async wonder(text) {
    const held = this.table.store.node.held;
    const { node } = this.table.store;
    const found = await this.table.ask({ ask: "why", position: held.partial?.position || held.position, action: text });
    if (this.table.store.node !== node) return;
    if (found.error) {
      this.card = { title: text, notes: [sentenceOf(found.error.message)] };
      this.table.render();
      return;
    }
    if (found.verdict !== "illegal") this.table.render();
    else if (!held.partial) await this.table.perform(text);
    else {
      this.card = { title: found.says, text, verdict: "illegal", rulings: found.rulings };
      this.table.render();
    }
  }
  // --- dice
  async openTray(found) {
    const held = this.table.store.node.held;
    const option = this.legal.find((one) => one.text === found.text);
    if (found.do !== "strike") {
      this.table.tray.open({ single: true, says: found.says, text: found.text });
      this.show();
      return;
    }
    const { from, to } = option ? option.action : {};
    const key = from || /^(\w\d)/.exec(found.text)?.[1];
    const aim = to || /strikes (\w\d)/.exec(found.text)?.[1];
    const reach = this.reach?.from === key ? this.reach : await this.table.ask({ ask: "legal", position: held.position, about: key });
    const target = reach.targets?.[aim];
    if (!target) return;
    const index = Math.max(0, target.options.findIndex((one) => one.text === found.text));
    this.table.tray.open({ says: found.says, options: target.options, needs: target.needs, target: aim, option: index });
    this.card = { title: found.says, rulings: target.rulings };
    this.show();
    this.table.render();
    this.table.odds.strike(await this.table.ask({ ask: "odds", position: held.position, from: key, to: aim }));
  }
  // On a small screen the tray and the card come to the front.
  show() {
    if (getComputedStyle(byId("talk")).display === "none") this.table.panel("talk");
  }
};

// app/controls.js
var ASIDE = /* @__PURE__ */ new Set(["setup", "odds", "files"]);
var Controls = class {
  constructor(table2) {
    this.table = table2;
    this.tabs = all("[role=tab]");
    for (const tab of this.tabs) tab.addEventListener("click", () => this.choose(tab.dataset.for));
    byId("tabs").addEventListener("keydown", (event) => this.tabKey(event));
    const steps = { first: () => table2.goto(0), back: () => this.step(-1), on: () => this.step(1), last: () => table2.goto(Infinity) };
    for (const control of all("[data-go]")) control.addEventListener("click", steps[control.dataset.go]);
    for (const which of ["undo", "redo"]) byId(which).addEventListener("click", () => this.undo(which));
    byId("show-board").addEventListener("click", () => table2.turnBoard());
    byId("position").addEventListener("change", (event) => table2.load(event.target.value));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", (event) => this.back(event.state?.depth ?? 0));
    this.depth = history.state?.depth ?? 0;
    this.hash = location.hash;
    this.entries = [];
  }
  // Something was opened that Back is to close. The entry of a panel that has been closed since serves again.
  opened(what) {
    if (this.entries.at(-1) === "panel" && !ASIDE.has(document.body.dataset.panel)) this.entries.pop();
    else {
      this.depth += 1;
      history.pushState({ depth: this.depth }, "");
      this.hash = location.hash;
    }
    this.entries.push(what);
  }
  // Back: the panel is closed, or else the position before is opened.
  back(depth) {
    const { table: table2 } = this;
    const backwards = depth < this.depth && location.hash === this.hash;
    this.depth = depth;
    this.hash = location.hash;
    if (!backwards) return;
    const what = this.entries.pop();
    if (ASIDE.has(document.body.dataset.panel)) table2.panel(table2.front);
    else if (what === "position") table2.reopen();
    else if (what === "panel") history.back();
  }
  choose(name) {
    if (ASIDE.has(name) && !ASIDE.has(document.body.dataset.panel)) this.opened("panel");
    this.table.panel(name);
  }
  shown(name) {
    document.body.dataset.panel = name;
    for (const tab of this.tabs) {
      const mine = tab.dataset.for === name;
      tab.setAttribute("aria-selected", String(mine));
      tab.tabIndex = mine ? 0 : -1;
    }
  }
  tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const seen = this.tabs.filter((tab) => tab.offsetParent);
    const next = seen[(seen.indexOf(
      /** @type {HTMLElement} */
      document.activeElement
    ) + step + seen.length) % seen.length];
    next.focus();
    this.table.panel(next.dataset.for);
  }
  undo(which) {
    this.table.leave();
    if (this.table.store[which]()) announce(which === "undo" ? "Undone" : "Redone");
  }
  step(by) {
    const { node } = this.table.store;
    const next = by < 0 ? node.parent : node.children[0];
    if (next) this.table.visit(next);
  }
  turn(by) {
    const turnOf = (node) => {
      const facts = factsOf(node);
      return `${facts.t}/${facts.a}/${facts.b?.[0]}`;
    };
    let at = this.table.store.node;
    const here = turnOf(at);
    do {
      const next = by < 0 ? at.parent : at.children[0];
      if (!next) break;
      at = next;
    } while (turnOf(at) === here);
    this.table.visit(at);
  }
  key(event) {
    const { table: table2 } = this;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "range";
    if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y", "Z"].includes(event.key)) {
      event.preventDefault();
      this.undo(event.key === "z" ? "undo" : "redo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const digit = /^[1-6]$/.test(event.key) && table2.tray.now && !table2.tray.full;
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => table2.goto(0),
      End: () => table2.goto(Infinity),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      b: () => table2.turnBoard(),
      u: () => this.undo("undo"),
      r: () => this.undo("redo"),
      s: () => table2.panel("setup"),
      m: () => table2.panel("moves"),
      o: () => table2.panel("odds"),
      f: () => table2.panel("files"),
      "/": () => {
        table2.panel("moves");
        byId("search").focus();
      },
      i: () => table2.visit(table2.sheet.nextOf((node) => node.refused || node.problems?.length) || table2.store.node),
      n: () => table2.choices.focus(),
      Escape: () => {
        table2.tray.close();
        table2.setup.armed = null;
        table2.choosing.choose(null);
      }
    };
    if (digit) {
      event.preventDefault();
      table2.tray.add([Number(event.key)]);
    } else if (keys[event.key] && event.target.type !== "range") {
      event.preventDefault();
      keys[event.key]();
    }
  }
};

// app/engine.js
var fault = (message) => ({ error: { code: "engine", message, pointer: "", line: null, hint: null }, faults: [] });
async function post(name, question) {
  const token = new URLSearchParams(location.search).get("token") || "";
  const reply = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Titan-Token": token },
    body: JSON.stringify(question)
  });
  return reply.json();
}
var policy = null;
function trusted(address) {
  policy ||= globalThis.trustedTypes?.createPolicy("titan", { createScriptURL: (given) => given });
  return policy ? policy.createScriptURL(address) : address;
}
function keepOffline() {
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
    navigator.serviceWorker.register(trusted("worker.js")).catch(() => {
    });
  }
}
async function workerScript() {
  const held = document.getElementById("engine");
  if (held) return held.textContent;
  const reply = await fetch("engine.js.gz");
  if (!reply.ok) throw new Error(`engine.js.gz: ${reply.status}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (bytes[0] !== 31 || bytes[1] !== 139) return new TextDecoder().decode(bytes);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
async function startedWorker(told) {
  const script = new Blob([await workerScript()], { type: "text/javascript" });
  const worker = new Worker(trusted(URL.createObjectURL(script)));
  const waiting = /* @__PURE__ */ new Map();
  let last2 = 0;
  const ready = new Promise((good, bad) => {
    worker.addEventListener("error", (event) => bad(new Error(event.message || "the worker does not start")));
    worker.addEventListener("message", ({ data }) => {
      if (data.progress) told(data.progress);
      else if (data.ready) good();
      else if (data.failed) bad(new Error(data.failed));
      else {
        waiting.get(data.number)(data.answer);
        waiting.delete(data.number);
      }
    });
  });
  const parts = all("script[data-file]").map((part) => [part.dataset.file, part.textContent.trim()]);
  worker.postMessage({ files: parts.length ? Object.fromEntries(parts) : null, base: document.baseURI });
  await ready;
  return (question) => new Promise((good) => {
    waiting.set(++last2, good);
    worker.postMessage({ number: last2, question });
  });
}
function workerEngine(told) {
  const began = startedWorker(told);
  return async (question) => (await began)(question);
}
var AT_ONCE = 1;
var Engine = class {
  // kind: "server", "worker" or "none"; changed(state, words) is called when the state changes.
  constructor(kind, changed) {
    this.kind = kind;
    this.changed = changed;
    this.state = kind === "none" ? "none" : "loading";
    this.queue = [];
    this.out = 0;
    changed(this.state, "");
    if (kind === "none") return;
    try {
      this.answer = kind === "server" ? (question) => post("ask", question) : workerEngine((words2) => changed("loading", words2));
      this.ask({ ask: "rules", rule: "STRIKE-1" }).then((found) => this.become(found.error ? "failed" : "ready", found.error?.message));
    } catch (error) {
      this.become("failed", String(error.message || error));
    }
  }
  become(state, words2 = "") {
    this.state = state;
    this.changed(state, words2);
  }
  get able() {
    return this.state === "ready" || this.state === "loading";
  }
  // Questions are asked one after the other; one that nobody wants any more when its turn comes is dropped.
  ask(question, wanted = () => true) {
    if (this.state === "none") return Promise.resolve(fault("This page only shows a recorded game: nothing in it can answer."));
    if (this.state === "failed") return Promise.resolve(fault("The rules could not be loaded."));
    return new Promise((good) => {
      this.queue.push({ question, wanted, good });
      this.next();
    });
  }
  async next() {
    if (this.out >= AT_ONCE || !this.queue.length) return;
    const { question, wanted, good } = this.queue.shift();
    if (wanted()) {
      this.out += 1;
      good(await this.answer(question).catch((error) => fault(`No answer came: ${error.message || error}`)));
      this.out -= 1;
    } else good({ dropped: true });
    this.next();
  }
};

// app/facts.js
var PHASES = { maneuver: "Maneuver Phase", strike: "Strike Phase", strikeback: "Strike Phase" };
var MOVED = 1;
var STRUCK = 2;
var other = (role) => ROLES.find((one) => one !== role);
var capital = (word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
function combatants(data, side, powers) {
  const rows = [];
  for (const { name, hex, hits = 0, moved, struck } of side.characters) {
    const index = data.numbers.get(name);
    if (index === void 0) continue;
    const power = name === "Titan" ? powers(side) : data.characters[index][1];
    rows.push([index, data.hexes[hex] ? hex : "", power, hits, (moved ? MOVED : 0) | (struck ? STRUCK : 0)]);
  }
  return rows;
}
function battleFacts(data, battle, land, powers) {
  const { attacker, defender, terrain, turn = 2, side = "attacker", phase = "strike" } = battle;
  const acting = phase === "strikeback" ? other(side) : side;
  const says = `The ${side}'s ${PHASES[phase]}: ${battle[acting].player} ${acting === side ? "acts" : "strikes back"}`;
  const found = {
    B: [terrain, land, attacker.player, attacker.legion, defender.player, defender.legion, attacker.entry_side || ""],
    b: [turn, acting, says, phase]
  };
  for (const role of ROLES) {
    const slain = (battle[role].slain || []).map((name) => data.numbers.get(name)).filter((one) => one !== void 0);
    found[SIDES[role]] = [combatants(data, battle[role], powers), slain, battle[role].score || 0];
  }
  return found;
}
function gameFacts(data, game) {
  const found = { t: game.turn || 1, p: game.phase, w: `${game.active ? `${game.active}'s ` : ""}${capital(game.phase)} Phase` };
  if (game.active) found.a = game.active;
  if (game.roll) found.r = game.roll;
  if (game.engagement) found.e = game.engagement.land;
  for (const player of game.players) {
    found[`P/${player.color}`] = [player.score || 0, data.titan(player), Number(Boolean(player.out)), (player.markers || []).length, player.name || ""];
    for (const { legion, land, characters, revealed = [], height, moved, entry_side } of player.legions) {
      const known = (characters || revealed).map((name) => data.numbers.get(name)).filter((one) => one !== void 0);
      found[`L/${legion}`] = [player.color, land, characters ? characters.length : height || 0, moved ? MOVED : 0, known, entry_side || ""];
    }
  }
  return found;
}
function factsOfDocument(data, document2) {
  const numbers = new Map(data.characters.map(([name], i) => [name, i]));
  const [power, step] = data.titan;
  const titan = ({ score = 0 }) => power + Math.floor(score / step);
  const known = { ...data, numbers, titan };
  const battle = battleIn(document2);
  const shown = document2.kind === "battle" ? { p: "battle" } : gameFacts(known, document2);
  if (!battle) return shown;
  const found = { ...shown, ...battleFacts(known, battle, document2.engagement?.land ?? null, titan) };
  return document2.kind === "battle" ? { ...found, w: found.b[2] } : found;
}

// app/files.js
var MOST_IN_A_LINK = 6e4;
async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 4 << 20) throw new Error("the link holds too much");
    parts.push(value);
  }
  return new Blob(parts).text();
}
async function readLink(hash) {
  const said = hash.slice(1);
  const step = /^step-(\d{1,9})$/.exec(said);
  if (step) return { step: Number(step[1]) };
  if (!/^(game|sheet|position|try)=/.test(said)) return { text: decodeURIComponent(said) };
  const given = new URLSearchParams(said);
  if (given.has("game")) return { game: JSON.parse(await unpacked(given.get("game"))) };
  if (given.has("sheet")) return { text: await unpacked(given.get("sheet")), tried: given.get("try") };
  return { text: given.get("position") ?? "", tried: given.get("try") };
}
var FilePanel = class {
  // whole(position): with its box in it, where that is a file of one's own.
  constructor(host, { ask, load, node, held, message, linkable, saved, keep, whole }) {
    this.host = host;
    this.ask = ask;
    this.load = load;
    this.node = node;
    this.held = held;
    this.message = message;
    this.linkable = linkable;
    this.keep = keep;
    this.whole = whole;
    this.input = html("input", { type: "file", id: "file", accept: ".json,.jsonl,.titan,.txt,.save,.xml,.gz", "aria-label": "Open a file" });
    this.input.addEventListener("change", () => this.open(this.input.files[0]));
    this.text = html("textarea", { id: "paste", rows: 4, "aria-label": "A position or a game as text", placeholder: "Paste a position, a recorded game, a score sheet, or a save of Colossus or Slugathon" });
    host.replaceChildren(
      html("h2", {}, "Open"),
      this.input,
      this.text,
      html("div", { class: "row" }, button("Load the text", () => this.load(this.text.value), { id: "load", class: "main" })),
      html("h2", {}, "Share"),
      html(
        "div",
        { class: "row" },
        button("Copy a link to this position", () => this.copy(false), { id: "copy-link" }),
        button("Copy a link to the whole line", () => this.copy(true), { id: "copy-game" })
      ),
      html("input", { id: "link", readonly: true, "aria-label": "The link", hidden: true }),
      html("h2", {}, "Save"),
      html(
        "div",
        { class: "row" },
        button("Position (JSON)", () => this.save("json", "position.json", "application/json"), { id: "save-json" }),
        button("Game or orders (JSON)", () => this.saveGame(), { id: "save-game" }),
        button("Score sheet", () => this.saveSheet(), { id: "save-sheet" }),
        button("Picture (SVG)", () => this.save("svg", "position.svg", "image/svg+xml"), { id: "save-svg" }),
        button("Picture (PNG)", () => this.savePng(), { id: "save-png" })
      )
    );
    if (saved) host.append(button(`Save to ${saved}`, () => this.saveThere(), { id: "save-there", class: "main" }));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) this.open(event.dataTransfer.files[0]);
    });
  }
  async open(file) {
    if (!file) return;
    const plain = file.name.endsWith(".gz") ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))) : file;
    try {
      this.load(await plain.text(), file.name);
    } catch (error) {
      this.message(`${file.name} cannot be read: ${error.message || error}`);
    }
    this.input.value = "";
  }
  async copy(whole) {
    const hash = await this.hash(whole);
    if (!hash) return;
    if (hash.length > MOST_IN_A_LINK) {
      this.message("This is too long for a link: save it as a file.");
      return;
    }
    const link = byId("link");
    link.value = `${location.origin === "null" ? location.href.split("#")[0] : location.origin + location.pathname}${hash}`;
    link.hidden = false;
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      this.message("The link is copied.");
    } catch {
      this.message("Copy the link from the field.");
    }
  }
  // What leads to a position, or to all that was played: a game as its score sheet, a battle with its orders.
  async hash(whole) {
    const node = this.node();
    if (node.step && !this.linkable()) return `#step-${node.step}`;
    const held = await this.held();
    if (!held) return null;
    const tried = node.refused ? `&try=${encodeURIComponent(node.text)}` : "";
    const line = this.line();
    const battle = line.position?.kind === "battle";
    if (whole && battle && line.played.length) return `#game=${await packed(JSON.stringify(line))}`;
    if (whole && !battle && (line.played.length || line.record)) {
      const sheet = await this.exported("sheet", line);
      return sheet && `#sheet=${await packed(sheet)}${tried}`;
    }
    return `#position=${encodeURIComponent(await this.oneLine(held))}${tried}`;
  }
  // What was played, with the box itself where it is a file of one's own: whoever opens the link has none.
  line() {
    const line = lineOf(this.node());
    return line.position ? { ...line, position: this.whole(line.position) } : line;
  }
  async oneLine(held) {
    const position = this.whole(held.position);
    return position === held.position ? held.line : (await this.ask({ ask: "draw", position })).line;
  }
  async exported(form, more) {
    const found = await this.ask({ ask: "export", as: form, ...more });
    if (found.error) this.message(found.error.message);
    return found.error ? null : found.text;
  }
  async save(form, name, type) {
    const held = await this.held();
    const text = held && await this.exported(form, { position: held.position });
    if (text) saveAs(name, text, type);
  }
  async saveGame() {
    const line = lineOf(this.node());
    const battle = line.position?.kind === "battle";
    const text = await this.exported(battle ? "orders" : "replay", line);
    if (text) saveAs(battle ? "battle-orders.json" : "game.replay.jsonl", text, "application/json");
  }
  async saveSheet() {
    const text = await this.exported("sheet", lineOf(this.node()));
    if (text) saveAs("game.titan", text, "text/plain");
  }
  async saveThere() {
    const held = await this.held();
    if (!held) return;
    const found = await this.keep({ position: held.position });
    this.message(found.error ? found.error.message : `Saved ${found.saved}`);
  }
  async savePng() {
    const held = await this.held();
    const text = held && await this.exported("svg", { position: held.position });
    if (!text) return;
    const picture = new Image();
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    picture.onload = () => {
      const canvas = html("canvas", {});
      canvas.width = 1400;
      canvas.height = Math.round(1400 * picture.naturalHeight / picture.naturalWidth) || 1600;
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => saveAs("position.png", blob, "image/png"));
      URL.revokeObjectURL(address);
    };
    picture.src = address;
  }
};

// app/keep.js
var NAME = "titan-table";
var NODES = "nodes";
var PLACES = "places";
var MOST_PLACES = 8;
var settled = (request) => new Promise((good, bad) => {
  request.onsuccess = () => good(request.result);
  request.onerror = () => bad(request.error);
});
var latest = (one, two) => two.time - one.time;
var finished = (transaction) => new Promise((good, bad) => {
  transaction.oncomplete = () => good();
  transaction.onabort = () => bad(transaction.error);
});
function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(NODES, { keyPath: "id" }).createIndex("root", "root");
    request.result.createObjectStore(PLACES, { keyPath: "visit" });
  };
  return settled(request);
}
var Keep = class {
  // page: which page's work this is, the empty text for a table that opened nothing; failed(error): called once,
  // when this browser keeps nothing more.
  constructor(page, failed) {
    this.page = page;
    this.failed = failed;
    this.visit = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    this.writing = Promise.resolve();
    this.database = null;
  }
  // rows: nodes that are new or changed; gone: ids of those removed; place: {at, past, future, roots}.
  write(rows, gone, place) {
    this.writing = this.writing.then(() => this.put(rows, gone, place)).catch((error) => this.fail(error));
    return this.writing;
  }
  async put(rows, gone, place) {
    this.database ||= await opened();
    const transaction = this.database.transaction([NODES, PLACES], "readwrite");
    const done = finished(transaction);
    for (const row of rows) transaction.objectStore(NODES).put(row);
    for (const id of gone) transaction.objectStore(NODES).delete(id);
    transaction.objectStore(PLACES).put({ ...place, page: this.page, visit: this.visit, time: Date.now() });
    await done;
  }
  fail(error) {
    if (!this.told) this.failed(error);
    this.told = true;
  }
  // What was kept last: its place and the rows of its games; null where there is nothing.
  async read() {
    try {
      this.database = await opened();
      const transaction = this.database.transaction([NODES, PLACES]);
      const places = await settled(transaction.objectStore(PLACES).getAll());
      const place = places.filter((one) => one.page === this.page).sort(latest)[0];
      if (!place) return null;
      const rows = await Promise.all(place.roots.map((root) => settled(transaction.objectStore(NODES).index("root").getAll(root))));
      this.clear();
      return { place, rows: rows.flat() };
    } catch (error) {
      this.fail(error);
      return null;
    }
  }
  // The games of visits long ago are let go.
  async clear() {
    const transaction = this.database.transaction([NODES, PLACES], "readwrite");
    const places = (await settled(transaction.objectStore(PLACES).getAll())).sort(latest);
    const kept = new Set(places.slice(0, MOST_PLACES).flatMap((place) => place.roots));
    for (const place of places.slice(MOST_PLACES)) transaction.objectStore(PLACES).delete(place.visit);
    const cursor = transaction.objectStore(NODES).index("root").openKeyCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      if (!kept.has(at.key)) transaction.objectStore(NODES).delete(at.primaryKey);
      at.continue();
    };
  }
};

// app/kits.js
var OWN_BOXES = "titan-boxes";
function grown([tag, attributes, ...children]) {
  return svg(tag, attributes, ...children.map((child) => Array.isArray(child) ? grown(child) : child));
}
function template([id, drawing]) {
  const made = document.createElement("template");
  made.id = id;
  made.content.append(grown(drawing));
  return made;
}
var Kits = class _Kits {
  // data: what the whole page draws with; that of another box takes its place there.
  constructor(data, ask) {
    this.data = data;
    this.ask = ask;
    this.files = { ..._Kits.kept(), ...data.boxes };
    this.now = this.key(data.box);
    this.kits = /* @__PURE__ */ new Map([[this.now, { geometry: { ...data }, nodes: [...byId("kit").childNodes] }]]);
  }
  // A box is a shipped name, the name of a file that the page holds, or a document.
  key(box) {
    return JSON.stringify([box, this.files[box]]);
  }
  // The boxes of one's own, as questions carry them.
  get held() {
    return Object.keys(this.files).length ? this.files : void 0;
  }
  // A position with its box in it, where that is a file that the page holds and extends no other one.
  whole(position) {
    const own = this.files[position.box];
    return own && !this.files[own.extends] ? { ...position, box: own } : position;
  }
  keep(name, document2) {
    this.files[name] = document2;
    try {
      localStorage.setItem(OWN_BOXES, JSON.stringify(this.files));
    } catch {
    }
  }
  static kept() {
    try {
      return JSON.parse(localStorage.getItem(OWN_BOXES)) || {};
    } catch {
      return {};
    }
  }
  // Have what a box is drawn with; an error of the engine if it cannot be had.
  async fetch(box) {
    const key = this.key(box);
    if (this.kits.has(key)) return null;
    const found = await this.ask({ ask: "box", box });
    if (found.error) return found.error;
    const { geometry, drawings, templates } = found;
    this.kits.set(key, { geometry, nodes: [grown(drawings), ...Object.entries(templates).map(template)] });
    return null;
  }
  // Draw with a box from now on; whether it is another than before.
  use(box) {
    const key = this.key(box);
    const kit = this.kits.get(key);
    if (key === this.now || !kit) return false;
    this.now = key;
    Object.assign(this.data, kit.geometry);
    byId("kit").replaceChildren(...kit.nodes);
    return true;
  }
};

// app/outlook.js
var ROLES_OF = ["attacker", "defender"];
var ROUNDS = [50, 400];
var points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;
var OutlookPart = class {
  // held(): the engine's answer on the position; facts(): of the position that is shown.
  constructor(host, { ask, held, facts }) {
    this.host = host;
    this.ask = ask;
    this.held = held;
    this.facts = facts;
  }
  // The lands where an Engagement waits, or is being resolved.
  lands() {
    const facts = this.facts();
    if (facts.B || facts.p !== "engagement") return [];
    if (facts.e) return [facts.e];
    const owners = /* @__PURE__ */ new Map();
    for (const [key, legion] of Object.entries(facts)) {
      if (key.startsWith("L/")) owners.set(legion[1], (owners.get(legion[1]) || /* @__PURE__ */ new Set()).add(legion[0]));
    }
    return [...owners].filter(([, colors]) => colors.size > 1).map(([land]) => land);
  }
  changed() {
    this.running = null;
    const lands = this.lands();
    this.host.hidden = !lands.length;
    this.found = html("div", { id: "outlook", "aria-live": "polite" });
    this.host.replaceChildren(
      html("h2", {}, "The Engagement"),
      html("p", { class: "faint" }, "What is it worth to fight, to flee, to concede, to agree?"),
      html("div", { class: "row" }, lands.map((land) => button(`Land ${land}`, () => this.start(land), { class: "main", "data-outlook": land }))),
      this.found
    );
  }
  async start(land) {
    const held = await this.held();
    if (!held) return;
    const mine = this.running = {};
    this.found.replaceChildren(html("p", {}, "Battles are fought out …"));
    for (const trials of ROUNDS) {
      const found = await this.ask({ ask: "outlook", position: held.position, land, trials });
      if (this.running !== mine) return;
      if (found.error) {
        this.found.replaceChildren(html("p", { class: "bad" }, found.error.message));
        return;
      }
      this.show(found);
    }
  }
  show(found) {
    const row = (name, prospects) => html("tr", {}, html("th", { scope: "row" }, name), ROLES_OF.map((role) => {
      const { scores, brings, loses, total, titan_lost: titan } = prospects[role];
      return html(
        "td",
        { title: `scores ${scores.toFixed(0)}, brings ${brings.toFixed(0)}, loses ${loses.toFixed(0)}` },
        html("b", {}, points(total)),
        ` = ${scores.toFixed(0)} + ${brings.toFixed(0)} − ${loses.toFixed(0)}${titan ? `; Titan lost ${Math.round(100 * titan)} %` : ""}`
      );
    }));
    const named = ({ how, actions }) => how === "agreement" ? `agree: ${actions.at(-1).replace(/^\w+ accepts /, "")}` : actions.at(-1);
    const { p, low, high } = found.attacker_wins;
    const share = (value) => `${Math.round(100 * value)} %`;
    const sure = found.calibrated ? `; as recorded battles went, ${share(found.calibrated.p)}` : "";
    this.found.replaceChildren(
      html(
        "table",
        {},
        html("thead", {}, html("tr", {}, html("td", {}), ROLES_OF.map((role) => html("th", { scope: "col" }, `${found.players[role]} (${role})`)))),
        html("tbody", {}, row(`fight (${found.trials} battles)`, found.fight), found.endings.map((ending) => row(named(ending), ending.prospects)))
      ),
      html("p", {}, `The attacker wins ${share(p)} of the fights (${share(low)} to ${share(high)})${sure}. Points: scored + acquired or mustered − lost.`),
      html("details", {}, html("summary", {}, "What is counted"), html("ul", {}, found.notes.map((note) => html("li", {}, note))))
    );
  }
};

// app/odds.js
var CHUNK = 25;
var POLICIES = ["greedy", "foresight", "cautious", "random"];
var percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
var OddsPanel = class {
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
    this.go = button("Fight it out", () => this.running ? this.stop() : this.start(), { id: "simulate", class: "main" });
    const pick = (role) => labelled(`The ${role} plays`, choice(POLICIES, this.policies[role], (value) => {
      this.policies[role] = value;
    }));
    this.fights = html(
      "section",
      {},
      html("h2", {}, "The battle"),
      html(
        "div",
        { class: "fields" },
        pick("attacker"),
        pick("defender"),
        labelled("Battles", choice([100, 400, 1e3, 5e3], this.trials, (value) => {
          this.trials = Number(value);
        }))
      ),
      this.go,
      this.bar,
      this.words,
      html("h2", {}, "A strike"),
      this.table
    );
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
    const mine = this.running = Date.now();
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
    progress.style.width = `${100 * found.trials / this.trials}%`;
    this.bar.append(progress);
    const said = ([who, { p, low, high }]) => `${who} ${percent(p)} (${percent(low)} to ${percent(high)})`;
    this.bar.setAttribute("aria-label", kinds.map(said).join(", "));
    this.words.replaceChildren(
      html("ul", {}, kinds.map((kind) => html("li", { class: kind[0] }, said(kind)))),
      html("p", { class: "faint" }, `${found.trials} battles, in brackets 95 % intervals; ${found.mean_turns.mean.toFixed(1)} turns on average`)
    );
  }
  // found: the exact answer on a strike, or null
  strike(found) {
    if (!found || found.error) {
      this.table.replaceChildren(html("p", { class: "faint" }, found?.error?.message || "Choose a striker and a target."));
      return;
    }
    this.table.replaceChildren(
      html("p", {}, `${found.striker} against ${found.target}: ${found.dice} dice at ${found.strike_number}; slays ${percent(found.slays.p)} (${found.slays.exact})`),
      html(
        "table",
        {},
        html("thead", {}, html("tr", {}, ["hits", "chance", "that many or more"].map((words2) => html("th", { scope: "col" }, words2)))),
        html("tbody", {}, found.hits.map((row) => html(
          "tr",
          { class: found.needs !== void 0 && row.hits >= found.needs ? "slays" : null },
          html("td", {}, String(row.hits)),
          html("td", { title: row.exact }, percent(row.p)),
          html("td", {}, percent(row.at_least))
        )))
      )
    );
  }
  changed() {
    if (this.running) this.stop();
    this.bar.replaceChildren();
    this.words.replaceChildren();
    this.outlook.changed();
    this.fights.hidden = !this.facts().B;
    this.none.hidden = !this.fights.hidden || !this.outlook.host.hidden;
  }
};

// app/stock.js
var stepper = (name, count, most2, set) => html(
  "span",
  { class: "stepper", role: "group", "aria-label": name },
  html("span", {}, name),
  button("−", () => set(count - 1), { "aria-label": `One ${name} less`, disabled: count <= 0, "data-keep": `less-${name}` }),
  html("output", {}, String(count)),
  button("+", () => set(count + 1), { "aria-label": `One ${name} more`, disabled: count >= most2, "data-keep": `more-${name}` })
);
function most(data, document2) {
  const out = elsewhere(document2);
  const creatures = data.characters.filter(([name]) => name !== "Titan");
  return Object.fromEntries(creatures.map(([name, , , , count]) => [name, Math.max(0, count - (out[name] || 0))]));
}
function fit(data, document2) {
  const full = most(data, document2);
  for (const name of Object.keys(document2.caretaker || {})) document2.caretaker[name] = Math.min(document2.caretaker[name], full[name]);
}
function stock(data, document2, held, change) {
  const full = most(data, document2);
  const counts = { ...full, ...held };
  return html(
    "details",
    { class: "stock", id: "stock" },
    html("summary", {}, "The caretaker's stock"),
    html("p", { class: "faint" }, held ? "Touch − and + for what lies there." : "All that is nowhere else."),
    html("div", { class: "steppers" }, Object.keys(full).map((name) => stepper(name, counts[name], full[name], (now) => change({ ...counts, [name]: now })))),
    held && button("All that is nowhere else", () => change(null), { id: "full-stock" })
  );
}
function donors(data, held, others, change) {
  const summonable = data.characters.filter((one) => one[5]).map(([name]) => name);
  const without = (marker2, i) => {
    const { [marker2]: names, ...rest } = held;
    const left = names.filter((_, at) => at !== i);
    change(left.length ? { ...rest, [marker2]: left } : rest);
  };
  const chips = Object.entries(held).flatMap(([marker2, names]) => names.map((name, i) => button(`${marker2}: ${name} ✕`, () => without(marker2, i), {
    class: "chip",
    "aria-label": `Take ${name} out of ${marker2}`
  })));
  const marker = choice(others, others[0], () => {
  }, { "data-keep": "donor" });
  const adders = summonable.map((name) => button(`+ ${name}`, () => change({ ...held, [marker.value]: [...held[marker.value] || [], name] }), { "data-donor": name }));
  return html(
    "details",
    { class: "stock", id: "donors" },
    html("summary", {}, "Whom the attacker may summon"),
    chips.length ? html("div", { class: "row" }, chips) : html("p", { class: "faint" }, "Nobody is known in the attacker's other Legions."),
    html("div", { class: "row" }, labelled("Legion", marker), adders)
  );
}

// app/battleset.js
var ROLE_NAMES = { attacker: "Attacker", defender: "Defender" };
var MOMENTS = [
  ["attacker/maneuver", "Attacker's Maneuver Phase"],
  ["attacker/strike", "Attacker's Strike Phase"],
  ["attacker/strikeback", "Defender strikes back"],
  ["defender/maneuver", "Defender's Maneuver Phase"],
  ["defender/strike", "Defender's Strike Phase"],
  ["defender/strikeback", "Attacker strikes back"]
];
var BattleSet = class {
  // panel: the panel for setting up, which holds what is chosen and changes the position.
  constructor(panel) {
    this.panel = panel;
  }
  parts(battle) {
    const chosen = this.pieceOf(battle, this.panel.chosen());
    return [
      this.roles(battle),
      this.panel.palette(battle[this.panel.role], (name) => this.panel.arm(name)),
      chosen ? this.piece(chosen) : html("p", { class: "faint" }, this.panel.armed ? `Touch the hexes where ${ROLE_NAMES[this.panel.role].toLowerCase()}'s ${this.panel.armed} stands, or touch it again to stop.` : "Touch a character, then its hex; or drag it there. Touch one on the board to change it."),
      this.fields(battle),
      ...this.stocks(battle)
    ];
  }
  roles(battle) {
    return html("div", { class: "switch wide", role: "group", "aria-label": "Whose characters" }, ROLES.map((role) => button(`${ROLE_NAMES[role]}: ${battle[role].player}`, () => {
      this.panel.role = role;
      this.panel.show(this.panel.position(), this.panel.view);
    }, { "aria-pressed": String(role === this.panel.role), "data-keep": role, id: `side-${role}` })));
  }
  pieceOf(battle, key) {
    if (!key) return null;
    for (const role of ROLES) {
      const i = battle[role].characters.findIndex((one) => one.hex ? one.hex === key : offKey(role, one.name) === key);
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
    return html(
      "div",
      { class: "piece-form" },
      html("b", {}, `${character.name}${character.hex ? ` in ${character.hex}` : ", off the board"}`),
      html(
        "span",
        { class: "stepper", role: "group", "aria-label": "Hits" },
        button("−", () => hits(-1), { "aria-label": "One hit less", "data-keep": "less" }),
        html("output", { id: "hits" }, `${character.hits || 0} hits`),
        button("+", () => hits(1), { "aria-label": "One hit more", "data-keep": "more" })
      ),
      flag("moved"),
      flag("struck"),
      character.hex && button("Off the board", () => {
        this.panel.choose(offKey(role, character.name));
        change((one) => {
          one.hex = null;
        });
      }),
      button("Remove", () => {
        this.panel.choose(null);
        this.panel.change((battle) => battle[role].characters.splice(i, 1));
      }, { class: "bad", id: "remove-piece" })
    );
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
      return html(
        "fieldset",
        {},
        html("legend", {}, ROLE_NAMES[role]),
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
        }), { "data-keep": "entry" }))
      );
    };
    const set = (key, make = String) => (value) => this.panel.change((now) => {
      now[key] = make(value);
    });
    return html(
      "div",
      { class: "fields" },
      labelled("Battleland", choice(this.panel.data.terrains, battle.terrain, set("terrain"), { id: "terrain", disabled: !own, "data-keep": "terrain" })),
      labelled("Battle turn", choice([1, 2, 3, 4, 5, 6, 7], battle.turn, set("turn", Number), { "data-keep": "turn" })),
      labelled("Moment", choice(MOMENTS, `${battle.side}/${battle.phase}`, (value) => this.panel.change((now) => {
        [now.side, now.phase] = value.split("/");
      }), { id: "moment", "data-keep": "moment" })),
      labelled("Ruleset", choice(this.panel.data.rulesets, this.panel.position().ruleset, (value) => this.panel.change((_, document2) => {
        document2.ruleset = value;
      }), { "data-keep": "ruleset" })),
      side("attacker"),
      side("defender")
    );
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
      }))
    ];
  }
};

// app/gameset.js
var PHASES2 = [["commencement", "Commencement"], ["movement", "Movement"], ["engagement", "Engagement"], ["enlistment", "Enlistment"]];
function take(document2, name, count) {
  if (document2.caretaker && name in document2.caretaker) document2.caretaker[name] = Math.max(0, document2.caretaker[name] - count);
}
var GameSet = class {
  // panel: the panel for setting up, which holds what is chosen and changes the position.
  constructor(panel) {
    this.panel = panel;
    this.color = null;
  }
  legionOf(document2, marker) {
    for (const player of document2.players || []) {
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
      found ? this.panel.palette({ player: found.player.color, legion: found.legion.legion }, (name) => this.changeLegion((legion, _, document2) => {
        legion.characters = [...legion.characters || [], name];
        delete legion.height;
        take(document2, name, 1);
      })) : null,
      this.fields(game),
      this.players(game),
      this.stocks(game)
    ];
  }
  changeLegion(how) {
    const marker = this.panel.chosen();
    this.panel.change((_, document2) => {
      const found = this.legionOf(document2, marker);
      if (found) how(found.legion, found.player, document2);
    });
  }
  legionForm({ player, legion }) {
    const chips = (legion.characters || []).map((name, i) => button(`${name} ✕`, () => this.changeLegion((one, _, document2) => take(document2, ...one.characters.splice(i, 1), -1)), { class: "chip", "aria-label": `Take ${name} out` }));
    return html(
      "div",
      { class: "piece-form" },
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
      }, { class: "bad" })
    );
  }
  // A land or a Legion was touched while setting up a game.
  touchLand({ key, legion }) {
    if (legion && (legion !== this.panel.chosen() || legion === this.made)) {
      this.made = null;
      this.panel.choose(legion);
    } else if (this.panel.chosen() !== this.made && this.legionOf(this.panel.position(), this.panel.chosen())) {
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
      this.panel.change((_, document2) => {
        const player = document2.players.find((one) => one.color === this.color);
        player.legions.push({ legion: marker, land: Number(key), characters: [] });
        delete player.markers;
        delete document2.caretaker;
      });
    }
  }
  fields(game) {
    const set = (key, make = String) => (value) => this.panel.change((_, document2) => {
      document2[key] = make(value);
    });
    return html(
      "div",
      { class: "fields" },
      labelled("Turn", html("input", { type: "number", min: 1, value: game.turn, change: (event) => set("turn", (value) => Math.max(1, Number(value) || 1))(event.target.value) })),
      labelled("Whose turn", choice((game.players || []).map((player) => player.color), game.active, set("active"))),
      labelled("Phase", choice(PHASES2, game.phase, set("phase"), { id: "phase" })),
      labelled("Movement Roll", choice([["", "none"], 1, 2, 3, 4, 5, 6], game.roll || "", (value) => this.panel.change((_, document2) => {
        if (value) document2.roll = Number(value);
        else delete document2.roll;
      }), { id: "movement-roll" })),
      labelled("Ruleset", choice(this.panel.data.rulesets, game.ruleset, set("ruleset")))
    );
  }
  players(game) {
    return html("div", { class: "fields" }, (game.players || []).map((player, i) => labelled(
      `${player.color}'s score`,
      html("input", { type: "number", min: 0, value: player.score, change: (event) => this.panel.change((_, document2) => {
        document2.players[i].score = Math.max(0, Math.round(Number(event.target.value)) || 0);
      }) })
    )));
  }
  stocks(game) {
    return stock(this.panel.data, game, game.caretaker, (found) => this.panel.change((_, document2) => {
      if (found) document2.caretaker = found;
      else delete document2.caretaker;
    }));
  }
};

// app/setup.js
var SetupPanel = class {
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
  show(document2, view) {
    this.view = view;
    const battle = document2 && view === "battle" ? battleIn(document2) : null;
    const parts = [this.beginnings(), this.faults()];
    if (battle) parts.push(...this.battle.parts(battle));
    else if (document2) parts.push(...this.game.parts(document2));
    const at = this.host.scrollTop;
    const unfolded = [...this.host.querySelectorAll("details[open]")].map((one) => one.id);
    const focused = document2 && /** @type {HTMLElement} */
    globalThis.document.activeElement?.dataset?.keep;
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
    const document2 = copied(this.position());
    how(battleIn(document2) && this.view === "battle" ? battleIn(document2) : document2, document2);
    this.edit(document2);
  }
  beginnings() {
    const { box } = this.data;
    const named = typeof box === "string";
    const [least, most2] = this.data.players;
    this.count = Math.min(Math.max(this.count || 2, least), most2);
    const counts = Array.from({ length: most2 - least + 1 }, (_, i) => least + i);
    return html(
      "div",
      { class: "begin" },
      html(
        "div",
        { class: "row" },
        button("Play on", () => this.toPlay(), { class: "main", id: "to-play" }),
        button("Empty battle", () => this.fresh("battle", box), { id: "new-battle" }),
        button("New game", () => this.fresh("game", box, this.count), { id: "new-game" })
      ),
      html(
        "details",
        { id: "beginning" },
        html("summary", {}, `Box: ${named ? box : box.name}; ${this.count} players in a new game`),
        html(
          "div",
          { class: "fields" },
          labelled("Box", choice(named ? this.boxes() : [[JSON.stringify(box), box.name], ...this.boxes()], named ? box : JSON.stringify(box), (name) => this.fresh("battle", name), { id: "box", "data-keep": "box" })),
          labelled("Players in a new game", choice(counts, this.count, (count) => {
            this.count = Number(count);
            this.show(this.position(), this.view);
          }, { id: "players", "data-keep": "players" }))
        )
      )
    );
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
      const hex = globalThis.document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-hex], [data-at]");
      const label = hex && (hex.dataset.hex || hex.dataset.at);
      if (label && this.data.hexes[label]) this.battle.put(this.role, name, label);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
};

// app/sheet.js
var Sheet = class {
  // heard(node): a step as it is to be told.
  constructor(host, { go, comment, remove, promote, heard }) {
    this.host = host;
    this.go = go;
    this.remove = remove;
    this.promote = promote;
    this.heard = heard;
    this.rows = /* @__PURE__ */ new Map();
    this.root = null;
    this.size = -1;
    host.addEventListener("click", (event) => {
      const row = event.target.closest("[data-node]");
      if (row) go(this.nodes.get(row.dataset.node));
    });
    byId("search").addEventListener("input", () => this.search());
    byId("comment").addEventListener("change", (event) => comment(event.target.value));
    byId("slider").addEventListener("input", (event) => go(this.main[Number(event.target.value)]));
    byId("remove").addEventListener("click", () => remove(this.node));
    byId("promote").addEventListener("click", () => promote(this.node));
  }
  show(node, anew) {
    this.node = node;
    const root = rootOf(node);
    let size = 0;
    if (anew || root !== this.root) for (const _ of everyNode(root)) size += 1;
    else size = this.size;
    if (root !== this.root || size !== this.size || anew) this.build(root, size);
    const path = pathTo(node);
    if (path.at(-1) !== this.main[node.depth]) this.main = pathTo(endOf(node));
    const slider = byId("slider");
    slider.max = this.main.length - 1;
    slider.value = node.depth;
    slider.setAttribute("aria-valuetext", node.says || "the beginning");
    this.current?.removeAttribute("aria-current");
    this.current = this.rows.get(node);
    this.current?.setAttribute("aria-current", "step");
    const comment = byId("comment");
    if (document.activeElement !== comment) comment.value = node.comment || "";
    byId("promote").hidden = !node.parent || Boolean(node.refused) || node.parent.children[0] === node;
    byId("remove").hidden = !node.parent || node.step !== void 0;
    byId("variation").hidden = byId("promote").hidden && byId("remove").hidden;
    cancelAnimationFrame(this.revealing);
    this.revealing = requestAnimationFrame(() => this.reveal(this.current));
  }
  reveal(row) {
    if (!row) return;
    const box = this.host;
    const top = row.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }
  build(root, size) {
    this.root = root;
    this.size = size;
    this.rows.clear();
    this.nodes = /* @__PURE__ */ new Map();
    this.main = pathTo(endOf(root));
    const list = html("ol", { class: "tree" });
    list.append(this.row(root));
    this.branch(root, list);
    this.host.replaceChildren(list);
    this.search();
  }
  // A line of play: each row, and after it the variations to it, indented.
  branch(from, list) {
    let at = from;
    while (at.children.length) {
      const [first, ...others] = at.children;
      const heading = this.heading(first);
      if (heading) list.append(html("li", { class: "turn" }, heading));
      list.append(this.row(first));
      for (const other2 of others) {
        const inner = html("ol", { class: "tree variation" });
        inner.append(this.row(other2));
        this.branch(other2, inner);
        list.append(html("li", { class: "branch" }, inner));
      }
      at = first;
    }
  }
  heading(node) {
    const now = node.changes || node.held?.facts || {};
    const before = node.parent.held?.facts || {};
    const turn = node.changes ? now.t : now.t !== before.t ? now.t : void 0;
    const active = node.changes ? now.a : now.a !== before.a ? now.a : void 0;
    if (node.changes ? now.B : now.B && !before.B) return `Battle: ${now.B[0]}`;
    return turn || active ? `${turn ? `Turn ${turn}` : ""} ${active || ""}`.trim() : null;
  }
  row(node) {
    this.nodes.set(node.id, node);
    const bad = node.refused || node.problems?.length;
    const made = html(
      "li",
      { "data-node": node.id, class: bad ? "move bad" : "move" },
      button("", () => {
      }, { class: "says", tabindex: "-1" })
    );
    const words2 = made.firstChild;
    const { says, text } = this.heard(node);
    words2.append(node.parent ? says : node.title || "The beginning");
    if (node.parent && text && text !== says && !/^[a-z-]+$/.test(text)) words2.append(html("small", {}, text));
    if (bad) words2.append(html("small", { class: "bad" }, "illegal"));
    if (node.comment) made.append(html("p", { class: "comment" }, node.comment));
    this.rows.set(node, made);
    return made;
  }
  search() {
    const wanted = byId("search").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [node, row] of this.rows) {
      const said = !wanted.length || this.holds(node, wanted);
      row.classList.toggle("out", !said);
      found += said && wanted.length ? 1 : 0;
    }
    this.host.classList.toggle("searched", wanted.length > 0);
    byId("found").textContent = wanted.length ? `${found} found` : "";
  }
  holds(node, wanted) {
    const rules = [...node.events || [], ...node.because || [], ...node.refused?.rulings || []].map((one) => one.rule);
    const bad = node.refused || node.problems?.length ? "illegal" : "";
    const { text, says } = this.heard(node);
    const said = [text, says, node.comment, bad, ...rules].join(" ").toLowerCase();
    return wanted.every((word) => said.includes(word));
  }
  // The next row that a search, or else a word, finds; back to the first after the last.
  nextOf(test) {
    const nodes = [...this.rows.keys()];
    const at = nodes.indexOf(this.node);
    return [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)].find(test) || null;
  }
};

// app/tray.js
function roll(count) {
  const dice = [];
  const bytes = new Uint8Array(1);
  while (dice.length < count) {
    crypto.getRandomValues(bytes);
    if (bytes[0] < 252) dice.push(bytes[0] % 6 + 1);
  }
  return dice;
}
var Tray = class {
  // done({text, dice, carry}): the strike or roll is declared; changed(): something in the tray has.
  constructor(host, { done, closed }) {
    this.host = host;
    this.done = done;
    this.closed = closed;
    this.now = null;
  }
  // roll: {says, options: [{text, dice, strike_number, slays, carry_to}], needs, target, odds}; a die: {says, text, single: true}
  open(now) {
    this.now = { option: 0, dice: [], carry: [], ...now };
    this.draw();
    this.host.querySelector("button.die")?.focus({ preventScroll: true });
  }
  close() {
    this.now = null;
    this.host.hidden = true;
    this.host.replaceChildren();
  }
  get option() {
    return this.now.single ? { text: this.now.text, dice: 1 } : this.now.options[this.now.option];
  }
  get count() {
    return this.option.dice;
  }
  get hits() {
    return this.now.single ? 0 : this.now.dice.filter((die) => die >= this.option.strike_number).length;
  }
  get full() {
    return this.now.dice.length >= this.count;
  }
  get left() {
    return this.hits - this.now.needs - this.now.carry.reduce((sum, one) => sum + one.hits, 0);
  }
  add(dice) {
    this.now.dice.push(...dice.slice(0, this.count - this.now.dice.length));
    if (this.full && this.now.single) this.declare();
    else this.draw();
  }
  // Hits left over are carried to an enemy: as many as it still takes, or all that are left.
  carry(hex, takes) {
    const before = this.now.carry.find((one) => one.to === hex);
    if (before) this.now.carry = this.now.carry.filter((one) => one !== before);
    else if (this.left > 0) this.now.carry.push({ to: hex, hits: Math.min(this.left, Math.max(takes, 1)) });
    this.draw();
  }
  declare() {
    const { carry, dice } = this.now;
    this.done({ text: this.option.text, dice, carry });
  }
  draw() {
    const { now } = this;
    this.host.hidden = false;
    const parts = [html("h2", {}, now.says)];
    if (!now.single && now.options.length > 1) {
      parts.push(html("div", { class: "switch", role: "group", "aria-label": "How it is rolled" }, now.options.map((one, i) => button(`${one.dice} dice, hits on ${one.strike_number}${one.strike_number < 6 ? "+" : ""}`, () => {
        now.option = i;
        now.dice = [];
        now.carry = [];
        this.draw();
      }, { "aria-pressed": String(i === now.option) }))));
    } else if (!now.single) {
      const one = this.option;
      parts.push(html("p", {}, `${one.dice} dice, hits on ${one.strike_number}${one.strike_number < 6 ? " or more" : ""}; ${now.needs} ${now.needs === 1 ? "hit slays" : "hits slay"} it (${one.slays})`));
    }
    if (!this.full) {
      parts.push(html(
        "div",
        { class: "pips", role: "group", "aria-label": "Tap the dice that lie on the table" },
        [1, 2, 3, 4, 5, 6].map((face) => button(String(face), () => this.add([face]), { class: "die", "aria-label": `A die shows ${face}` }))
      ));
    }
    if (now.dice.length) parts.push(faces(now.dice, this.option.strike_number));
    if (this.full && !now.single) {
      const over = this.left;
      parts.push(html(
        "p",
        { class: "over" },
        `${this.hits} hits, ${now.needs} slay it${now.carry.length ? `; carried: ${now.carry.map((one) => `${one.hits} to ${one.to}`).join(", ")}` : ""}. `,
        over > 0 ? html("b", {}, `${over} left over: touch an enemy to carry.`) : ""
      ));
    }
    const buttons = [];
    if (!this.full) buttons.push(button(now.dice.length ? "Roll the rest" : "Roll", () => this.add(roll(this.count - now.dice.length)), { class: "main" }));
    if (this.full) buttons.push(button(now.carry.length ? "Strike and carry" : "Strike", () => this.declare(), { class: "main" }));
    if (now.dice.length) {
      buttons.push(button("Back", () => {
        if (now.carry.length) now.carry.pop();
        else now.dice.pop();
        this.draw();
      }));
    }
    buttons.push(button("Cancel", () => this.closed()));
    parts.push(html("div", { class: "row" }, buttons));
    this.host.replaceChildren(...parts);
  }
};

// app/viewing.js
var NOBODY = "nobody";
var Viewing = class {
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
    const shown = { ...facts, ...node.known?.viewer === this.viewer ? node.known.facts : {} };
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
    const words2 = (indexes) => counted(indexes.map((index) => this.data.characters[index][0]));
    const [, bounds = [], contents = [], others = 0, rulings = []] = facts[`K/${marker}`] || [];
    const card = { title: `${color}'s Legion ${marker}, height ${height}`, lead: [], rulings };
    if (known.length >= height) card.lead.push(`${words2(known)}.`);
    else if (known.length) card.lead.push(`For certain: ${words2(known)}.`);
    else card.lead.push(contents.length ? "Nothing in it is certain." : "Its characters are not known.");
    if (bounds.length) {
      card.lead.push(html(
        "details",
        { open: true },
        html("summary", {}, "What it may hold"),
        html("ul", {}, bounds.map(([index, least, most2]) => html("li", {}, `${this.data.characters[index][0]}: ${least} to ${most2}`)))
      ));
      card.lead.push(html(
        "details",
        { open: true },
        html("summary", {}, "Likeliest"),
        html("ul", {}, contents.map(([weight, indexes]) => html("li", {}, `${words2(indexes)} (${weight})`)), others ? html("li", {}, others > 1 ? `${others} others` : "one other") : null)
      ));
    }
    return card;
  }
};

// app/main.js
var PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kate", "Leo"];
var MOST_REMARKS = 3;
var SAID = { loading: "The rules are loading …", ready: "", failed: "The rules could not be loaded", none: "" };
var UNREADABLE = { legal: [], owed: [], next: { by: null, says: "This position is not possible", actions: [] } };
var KEEPS_NOTHING = "This browser keeps nothing: save what you do as a file before you leave.";
var narrow = () => matchMedia("(max-width: 699px), (max-height: 520px)").matches;
function pageOf(data) {
  const own = data.record ? byId("data").textContent : data.first?.opened ? data.first.held.line : "";
  let sum = 2166136261;
  for (let i = 0; i < own.length; i++) sum = Math.imul(sum ^ own.charCodeAt(i), 16777619);
  return own && `${own.length}-${(sum >>> 0).toString(36)}`;
}
var Table = class {
  constructor(data) {
    this.data = data;
    this.view = null;
    this.moved = false;
    this.empties = new Map(data.first && !data.first.opened ? [[data.box, data.first.held]] : []);
    this.store = new Store((done) => this.changed(done), new Keep(pageOf(data), () => this.message(KEEPS_NOTHING)));
    const ask = (question, wanted) => this.ask(question, wanted);
    const position = () => this.store.node?.held?.position;
    this.kits = new Kits(data, ask);
    this.board = new Board(byId("board"), data, {
      touch: (place) => this.choosing.touch(place),
      drop: (from, to) => this.choosing.drop(from, to),
      look: (place) => this.choosing.look(place)
    });
    this.ruling = new RulingCard(byId("ruling"), { ask, act: (action) => this.perform(action.text), read: (rule) => data.laws?.[rule] });
    this.tray = new Tray(byId("tray"), {
      done: ({ text, dice, carry }) => this.perform(text, dice, carry),
      closed: () => {
        this.tray.close();
        this.render();
      }
    });
    this.sheet = new Sheet(byId("sheet"), {
      go: (node) => node && this.visit(node),
      comment: (words2) => this.store.comment(words2),
      remove: (node) => this.store.remove(node),
      promote: (node) => this.store.promote(node),
      heard: (node) => this.viewing.heard(node)
    });
    this.viewing = new Viewing(byId("viewing"), data, {
      ask,
      message: (words2) => this.message(words2),
      able: () => this.engine.able,
      changed: () => {
        this.leave();
        this.sheet.show(this.store.node, true);
        this.render();
        this.settle(this.store.node);
      }
    });
    this.setup = new SetupPanel(byId("setup"), data, {
      edit: (document2) => this.edit(document2),
      position,
      wrong: () => faultsOf(this.store.node),
      chosen: () => this.choosing.chosen,
      choose: (key) => {
        this.choosing.chosen = key;
        this.render();
      },
      fresh: (kind, box, count) => this.fresh(kind, box, count),
      toPlay: () => this.panel(this.front),
      boxes: () => [...data.shipped, ...Object.keys(this.kits.files)]
    });
    const held = () => this.hold(this.store.node);
    this.odds = new OddsPanel(byId("odds-panel"), { ask, held, facts: () => factsOf(this.store.node) });
    this.files = new FilePanel(byId("files"), {
      ask,
      load: (text, name) => this.load(text, name),
      node: () => this.store.node,
      held,
      message: (words2) => this.message(words2),
      linkable: () => this.engine.able,
      saved: data.saved,
      keep: (question) => post("save", { ...question, boxes: this.kits.held }),
      whole: (position2) => this.kits.whole(position2)
    });
    this.roster = new Roster(byId("roster"), data);
    this.choices = new Choices(byId("next"), data, {
      perform: (text) => this.perform(text),
      choose: (marker) => this.choosing.choose(marker),
      analyse: async () => {
        if (await this.hold(this.store.node)) this.render();
      }
    });
    this.choosing = new Choosing(this);
    this.controls = new Controls(this);
    this.engine = new Engine(data.engine, (state, words2) => this.engineIs(state, words2));
  }
  // The panel that one plays with.
  get front() {
    return narrow() ? "talk" : "moves";
  }
  get mode() {
    return document.body.dataset.panel === "setup" ? "setup" : "play";
  }
  // Every question carries the boxes of one's own; what an answer shows can be drawn once it is here.
  async ask(question, wanted) {
    const found = await this.engine.ask({ ...question, boxes: this.kits.held }, wanted);
    const box = found.kind === "record" ? found.box : found.position?.box;
    const error = box && await this.kits.fetch(box);
    return error ? { error } : found;
  }
  engineIs(state, words2) {
    document.body.dataset.engine = state;
    byId("state").textContent = words2 || SAID[state];
    if (this.store.node && state !== "loading") this.render();
  }
  message(words2) {
    byId("message").textContent = words2;
    byId("message").hidden = !words2;
    clearTimeout(this.timer);
    if (words2) this.timer = setTimeout(() => this.message(""), 8e3);
  }
  // --- where one is
  // The board is drawn before anything else happens: what was kept, or what the page holds.
  async begin() {
    const { data } = this;
    const step = /^#step-(\d{1,9})$/.exec(location.hash);
    if (data.record) {
      const line = pathTo(endOf(treeOf(data.record)));
      this.panel("moves");
      this.store.visit(line[Math.min(Number(step?.[1] ?? data.open ?? 0), line.length - 1)]);
    } else {
      this.panel(data.first.opened ? this.front : "setup");
      this.store.visit(newNode(null, { held: data.first.held }));
    }
    const kept = await this.store.kept();
    const adopted = kept && !this.store.past.length && !await this.kits.fetch(boxOf(kept.node));
    if (adopted) {
      this.panel("moves");
      this.store.adopt(kept);
    }
    const followed = (adopted || !step) && await this.follow();
    if (!followed) this.hold(this.store.node).then((held) => held && this.render());
    document.body.removeAttribute("aria-busy");
    addEventListener("hashchange", () => this.follow());
  }
  // Open what stands behind the # of the address; whether anything does.
  async follow() {
    if (location.hash.length < 2) return false;
    const link = await readLink(location.hash).catch(() => null);
    if (link?.step !== void 0 && this.store.root.changes) {
      this.sheet.show(this.store.node, true);
      this.goto(link.step);
      return true;
    }
    if (!link || link.step !== void 0) {
      this.message("This link cannot be read: nothing has been opened.");
      return false;
    }
    if (this.engine.state === "loading") this.message("The link is opened as soon as the rules are here.");
    if (link.text !== void 0) await this.openText(link);
    else await this.openGame(link.game);
    history.replaceState(null, "", location.pathname + location.search);
    return true;
  }
  async openText({ text, tried }) {
    await this.load(text);
    if (this.store.root.record) this.visit(endOf(this.store.root));
    if (tried) await this.perform(tried);
  }
  async openGame({ position, played }) {
    await this.load(JSON.stringify(position));
    for (const one of Array.isArray(played) ? played : []) {
      const before = this.store.node;
      await this.perform(String(one.action));
      if (this.store.node === before || this.store.node.refused) break;
      this.store.node.comment = one.comment ? String(one.comment) : "";
    }
    this.sheet.show(this.store.node, true);
  }
  // The engine's answer on a node's position, asked for once.
  async hold(node) {
    if (node.held?.legal) return node.held;
    if (!this.engine.able) return node.held || null;
    if (!node.asked) {
      const root = this.store.root;
      const question = node.held ? { ask: "draw", position: node.held.position } : root.record ? { ask: "at", record: root.record, step: node.step || 0 } : null;
      if (!question) return null;
      node.asked = this.ask(question, () => this.store.node === node).then((found) => {
        node.asked = null;
        if (found.dropped) return null;
        if (!found.error) node.held = found;
        else if (node.held) node.held = { ...node.held, ...UNREADABLE, faults: found.faults };
        else this.message(sentenceOf(found.error.message));
        return node.held || null;
      });
    }
    return node.asked;
  }
  // The position or game that was open before this one.
  reopen() {
    const { root } = this.store;
    this.leave();
    while (this.store.root === root && this.store.undo()) ;
  }
  visit(node) {
    this.leave();
    this.store.visit(node);
  }
  settle(node) {
    if (this.store.node !== node) return;
    if (node !== this.store.saved) this.store.save();
    if (this.store.root.changes && !this.engine.able) history.replaceState(null, "", `#step-${node.step || 0}`);
    const again = (news) => news && this.store.node === node && this.render();
    if (node.held && !node.held.legal) this.hold(node).then(again);
    this.viewing.settle(node).then((news) => news && this.store.node === node && this.choosing.again());
  }
  goto(depth) {
    const line = this.sheet.main || [];
    if (line.length) this.visit(line[Math.max(0, Math.min(depth, line.length - 1))]);
  }
  // Nothing stays from the position that is left: no answer, no tray, no choice.
  leave() {
    this.choosing.clear();
    if (this.tray.now) this.tray.close();
  }
  changed(done) {
    this.sheet.show(this.store.node, done);
    this.odds.changed();
    this.render();
    if (done) this.store.save();
    const { node } = this.store;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.settle(node), done ? 0 : 300);
  }
  // --- changing it
  async load(text, name) {
    const found = await this.ask({ ask: "load", text });
    if (found.error) {
      const { message, line, hint } = found.error;
      this.message(`${sentenceOf(message)}${line ? ` Line ${line}.` : ""}${hint ? ` ${sentenceOf(hint)}` : ""}`);
      return;
    }
    this.message("");
    this.leave();
    this.view = null;
    if (found.kind === "box") {
      const file = name?.endsWith(".json") ? name : `${found.name}.json`;
      this.kits.keep(file, found.box);
      this.panel("setup");
      await this.fresh("battle", file);
      this.message(`The box ${found.name} is here: documents name it ${file}.`);
      return;
    }
    if (this.store.root.children.length || this.store.root.record) this.controls.opened("position");
    if (found.kind === "record") this.store.enter(treeOf(found));
    else this.store.enter(newNode(null, { held: found }));
    if (found.remarks?.length) this.message(found.remarks.slice(0, MOST_REMARKS).map(sentenceOf).join(" "));
    if (this.mode === "setup" || document.body.dataset.panel === "files") this.panel(this.front);
  }
  // A position that was edited is drawn at once; what is right and wrong with it is asked behind it.
  edit(position) {
    const { chosen } = this.choosing;
    const { node } = this.store;
    this.leave();
    this.choosing.chosen = chosen;
    const says = this.engine.state === "loading" ? "The rules are still loading." : node.held?.next?.says;
    const held = { position, line: null, facts: factsOfDocument(this.data, position), faults: [], legal: null, owed: [], next: { says, actions: [] } };
    const made = newNode(null, { held });
    this.store.enter(made);
  }
  async fresh(kind, box, count = 2) {
    this.leave();
    this.view = null;
    this.setup.armed = null;
    const empty = kind === "battle" && this.empties.get(box);
    if (empty) {
      this.store.enter(newNode(null, { held: empty }));
      return;
    }
    const found = await this.ask({ ask: "new", kind, box, players: PLAYERS.slice(0, count), seed: Math.floor(Math.random() * 1e9) });
    if (found.error) {
      this.message(sentenceOf(found.error.message));
      return;
    }
    if (kind === "battle") this.empties.set(box, found);
    this.store.enter(newNode(null, { held: found }));
  }
  async perform(text, dice = [], carry = []) {
    const from = this.store.node;
    if (this.engine.state === "loading") this.message("The rules are still loading: this is done as soon as they are here.");
    const held = await this.hold(from);
    if (!held || this.store.node !== from) return;
    if (held.faults.length) {
      this.message("This position is not possible yet: see what is wrong with it.");
      return;
    }
    const found = await this.ask({ ask: "act", position: held.position, action: text, dice, carry });
    if (this.store.node !== from) return;
    if (found.error) {
      this.message(sentenceOf(found.error.message));
      return;
    }
    if (found.verdict === "dice") {
      this.choosing.openTray(found);
      return;
    }
    this.leave();
    const base = from.refused ? from.parent : from;
    const same = base.children.find((child) => child.text === found.text && Boolean(child.refused) === (found.verdict === "illegal"));
    const node = same || newNode(base, {
      text: found.text,
      says: found.says,
      arrow: found.arrow || null,
      events: found.events || [],
      because: found.because || [],
      refused: found.verdict === "illegal" ? { rulings: found.rulings, instead: found.instead } : null,
      held: found.after || held,
      comment: ""
    });
    if (node.events?.length && found.says) node.says = this.withHits(node);
    this.moved = !node.refused;
    const focused = document.activeElement && byId("board").contains(document.activeElement);
    this.store.enter(node);
    const said = node.refused ? `Illegal: ${node.refused.rulings[0]?.text}` : [node.says, ...node.events.filter((one) => one.verdict === "consequence").map((one) => one.text)].join(". ");
    announce(said);
    if (!focused) byId("ruling").scrollTop = 0;
  }
  withHits(node) {
    const hits = node.events.find((one) => one.facts?.hits !== void 0 && one.facts.strike_number)?.facts.hits;
    return hits === void 0 ? node.says : `${node.says.replace(/: \d+ hits?$/, "")}: ${hits} hit${hits === 1 ? "" : "s"}`;
  }
  // --- drawing
  shownView() {
    const facts = factsOf(this.store.node);
    if (!facts.B) return "board";
    return this.view === "board" && facts.t !== void 0 ? "board" : "battle";
  }
  render() {
    const { node } = this.store;
    if (!node) return;
    if (this.kits.use(boxOf(node))) this.board.forget();
    const facts = this.viewing.seen(node, factsOf(node));
    const view = this.shownView();
    const { chosen, card } = this.choosing;
    const playing = this.mode === "play";
    const passed = !chosen && !node.refused && node.because?.find((one) => one.facts?.way)?.facts.way;
    const way = Array.isArray(passed) ? passed : null;
    this.board.show({
      facts,
      view,
      chosen,
      legal: playing ? this.choosing.targets : /* @__PURE__ */ new Map(),
      able: playing ? this.choosing.able : /* @__PURE__ */ new Set(),
      arrow: chosen || node.refused ? null : node.arrow,
      way,
      moved: this.moved
    });
    this.moved = false;
    if (view === "board" && playing) this.nearEnough(facts, chosen);
    byId("show-board").hidden = !(facts.B && facts.t !== void 0);
    byId("show-board").textContent = view === "battle" ? "Masterboard" : "Battle";
    const judged = !node.held || Boolean(node.held.legal) || !this.engine.able;
    const line = byId("position");
    line.toggleAttribute("aria-busy", !judged);
    if (document.activeElement !== line && judged) line.value = this.viewing.viewer ? "" : node.held?.line || "";
    const only = !node.parent && !node.children.length;
    document.body.dataset.moves = only ? "none" : "some";
    document.querySelector("footer").hidden = this.engine.state === "none";
    byId("undo").disabled = !this.store.past.length;
    byId("redo").disabled = !this.store.future.length;
    this.roster.show(facts, view);
    this.viewing.show(facts, Boolean(node.parent || this.store.root.record || this.store.root.changes));
    if (judged || this.engine.state !== "ready") {
      this.choices.show({ node, facts, chosen, able: this.engine.able });
      this.ruling.show(card || cardOfNode(this.viewing.heard(node), this.hint()));
    }
    if (this.mode === "setup") this.setup.show(node.held?.position || null, view);
  }
  // On a small screen the board comes near when Legions are to be chosen, and goes back as far as one of them may go.
  nearEnough(facts, chosen) {
    if (!narrow()) return;
    const { able, targets } = this.choosing;
    const place = (key) => this.board.marks.centre(String(key));
    const now = `${facts.t}/${facts.a}/${facts.p}/${facts.r}`;
    if (chosen && targets.size && this.nearFor !== chosen) {
      this.nearFor = chosen;
      this.board.gestures.seeAll([facts[`L/${chosen}`][1], ...targets.keys()].map(place));
    } else if (!chosen && able.size && this.nearAt !== now) {
      this.nearAt = now;
      this.nearFor = null;
      this.board.gestures.nearTo([...able].map((marker) => place(facts[`L/${marker}`][1])));
    }
  }
  hint() {
    if (this.engine.state === "none") return "Leaf through the game with the arrow keys, the slider, or a touch on a move.";
    return this.mode === "setup" ? "Set the position up, then play on." : "Touch a character or a Legion: what it may do lights up.";
  }
  panel(name) {
    this.controls.shown(name);
    if (!this.store.node) return;
    if (name === "setup") {
      this.leave();
      this.hold(this.store.node).then(() => this.render());
    } else this.setup.armed = null;
    this.render();
  }
  turnBoard() {
    this.view = this.shownView() === "battle" ? "board" : "battle";
    this.leave();
    this.render();
  }
};
var table = new Table(JSON.parse(byId("data").textContent));
table.begin();
if (table.data.worker) keepOffline();
