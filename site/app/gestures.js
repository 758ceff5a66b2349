// How the board is touched: a tap, a drag, two fingers, the wheel.
import { all, svg } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { Place, Point, Zoom } from "./types" */

/** @typedef {{ made: HTMLElement, to: (now: PointerEvent) => void }} Ghost a copy of what is dragged */
/** @typedef {{ x: number, y: number, place: Place | null, ghost: Ghost | null, panned: boolean, from?: Zoom }} Press */

const FAR = 8; // pixels that a finger moves before it drags
const TOUCH = 26; // pixels that a Legion is at least high where a finger is to choose it
const LEGION = 27; // the same in the map's own units
const NEAREST = 5;
const [LEGIBLE, NEAR] = [0.56, 0.85]; // pixels of a unit of a Battleland at which all is legible, and reads well
const ROOM = 70; // around what is to be seen

const ENDS = /** @type {const} */ (["pointerup", "pointercancel"]);

// Follow a pointer from where it was pressed until it is let go: how far it has come, and whether it was interrupted.
/** @type {(event: PointerEvent, move: (now: PointerEvent, far: number) => void, end: (now: PointerEvent) => unknown) => void} */
function follow(event, move, end) {
  /** @type {(now: PointerEvent) => number} */
  const far = (now) => Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY);
  /** @type {(now: PointerEvent) => void} */
  const moved = (now) => move(now, far(now));
  /** @type {(now: PointerEvent) => void} */
  const ended = (now) => {
    if (end(now) === false) return; // another finger is still down
    removeEventListener("pointermove", moved);
    for (const kind of ENDS) removeEventListener(kind, ended);
  };
  addEventListener("pointermove", moved);
  for (const kind of ENDS) addEventListener(kind, ended);
}

// A copy of what is dragged, under the pointer.
/** @type {(drawing: Element) => Ghost} */
function ghostOf(drawing) {
  const made = document.createElement("div");
  made.className = "ghost";
  made.setAttribute("aria-hidden", "true");
  made.append(drawing);
  document.body.append(made);
  return { made, to: (now) => made.style.setProperty("transform", `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`) };
}

// A drawing is dragged somewhere: drop(what it was dropped on, or null).
/** @type {(event: PointerEvent, drawing: SVGElement, drop: (on: Element | null) => void) => void} */
export function dragged(event, drawing, drop) {
  /** @type {Ghost | null} */
  let ghost = null;
  follow(event, (now, far) => {
    if (far < FAR && !ghost) return;
    if (!ghost) {
      const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
      copy.setAttribute("width", String(drawing.getBoundingClientRect().width));
      ghost = ghostOf(copy);
    }
    ghost.to(now);
  }, (now) => {
    ghost?.made.remove();
    if (ghost && now.type === "pointerup") drop(document.elementFromPoint(now.clientX, now.clientY));
  });
}

export class Gestures {
  /** @param {Board} board whose host, map and events these are */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {Press | null} The press that is followed. */
    this.tracking = null;
    /** @type {{ far: number } | null} Two fingers: how far they are apart. */
    this.pinching = null;
    /** @type {Zoom | null} */
    this.zoom = null;
    this.home = [0, 0, 1, 1];
    const { host } = board;
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const control of all("[data-zoom]")) control.addEventListener("click", () => this.zoomBy(Number(control.dataset.zoom)));
    for (const kind of /** @type {const} */ (["pointerover", "focusin"])) host.addEventListener(kind, (event) => this.board.look(this.board.of(event.target)));
  }

  get map() {
    return this.board.map;
  }

  // Pixels of a unit of the map.
  get unit() {
    const { clientWidth, clientHeight } = this.board.host;
    const [, , w, h] = this.home;
    return Math.min(clientWidth / w, clientHeight / h) * (this.zoom?.k ?? 1) || 1;
  }

  // Another map is shown: it is seen whole.
  begin() {
    this.home = (this.map.getAttribute("viewBox") || "").split(" ").map(Number);
    this.setZoom(null);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button) return;
    /** @type {(now: PointerEvent) => void} */
    const hold = (now) => this.fingers.set(now.pointerId, [now.clientX, now.clientY]);
    hold(event);
    if (this.fingers.size === 2) this.startPinch();
    if (this.tracking) return;
    /** @type {Press} */
    const begun = { x: event.clientX, y: event.clientY, place: this.board.of(event.target), ghost: null, panned: false };
    this.tracking = begun;
    follow(event, (now, far) => {
      hold(now);
      if (this.pinching) this.pinch();
      else if (far >= FAR || begun.ghost || begun.panned) this.drag(now, begun);
    }, (now) => {
      this.fingers.delete(now.pointerId);
      if (this.fingers.size) return false;
      this.tracking = null;
      this.release(now, begun);
      return true;
    });
  }

  /** @type {(now: PointerEvent, begun: Press) => void} */
  drag(now, begun) {
    const piece = begun.place && this.pieceAt(begun.place);
    if (piece && !begun.panned) {
      begun.ghost ||= this.ghost(piece);
      begun.ghost.to(now);
    } else if (this.zoom) {
      this.pan(now.clientX - begun.x, now.clientY - begun.y, begun);
      begun.panned = true;
    }
  }

  /** @type {(now: PointerEvent, begun: Press) => void} */
  release(now, { place, ghost, panned }) {
    const pinched = this.pinching;
    this.pinching = null;
    ghost?.made.remove();
    if (pinched || panned || now.type === "pointercancel") return;
    if (ghost) this.board.send("drop", { from: place, to: this.board.of(document.elementFromPoint(now.clientX, now.clientY)) });
    else if (place) {
      this.board.setFocus(place.key, false);
      this.board.send("touch", { place });
    }
  }

  /** @type {(place: Place) => SVGElement | null} */
  pieceAt({ key, legion }) {
    if (legion) return this.map.querySelector(`.pieces [data-legion="${legion}"]`);
    return this.map.querySelector(`.pieces [data-off="${key}"], .pieces [data-character][data-at="${key}"]`);
  }

  /** @type {(piece: SVGElement) => Ghost} */
  ghost(piece) {
    const box = piece.getBoundingClientRect();
    const copy = /** @type {SVGElement} */ (piece.cloneNode(true));
    const inner = svg("svg", { viewBox: "-62 -56 124 112", width: box.width * 1.08, height: box.height * 1.08 });
    copy.removeAttribute("transform");
    inner.append(copy);
    return ghostOf(inner);
  }

  // --- how near

  /** @param {Zoom | null} zoom */
  setZoom(zoom) {
    this.zoom = zoom && zoom.k > 1.01 ? zoom : null;
    const [x, y, w, h] = this.home;
    const { host } = this.board;
    let seen = this.home;
    if (this.zoom) {
      const { k } = this.zoom;
      this.zoom.x = Math.min(Math.max(this.zoom.x, x), x + w - w / k);
      this.zoom.y = Math.min(Math.max(this.zoom.y, y), y + h - h / k);
      const [wide, high] = [Math.min(w, host.clientWidth / this.unit), Math.min(h, host.clientHeight / this.unit)]; // no empty bands
      /** @type {(at: number, least: number, whole: number, part: number, own: number) => number} */
      const within = (at, least, whole, part, own) => Math.min(Math.max(at + (own - part) / 2, least), least + whole - part);
      seen = [within(this.zoom.x, x, w, wide, w / k), within(this.zoom.y, y, h, high, h / k), wide, high];
    }
    for (const one of [this.map, this.map.ground]) one.setAttribute("viewBox", seen.join(" "));
    host.classList.toggle("zoomed", this.zoom !== null);
    this.board.resized();
  }

  // How near Legions can be chosen with a finger.
  get touchable() {
    const scale = this.unit / (this.zoom?.k ?? 1);
    return Math.min(Math.max(TOUCH / (LEGION * scale), 1), NEAREST);
  }

  // So near that these places can be touched: as many of them as are seen at once.
  /** @param {Point[]} places */
  nearTo(places) {
    const k = this.touchable;
    if (k <= 1 || !places.length) return;
    const [, , w, h] = this.home;
    /** @type {(middle: Point) => Point[]} */
    const seen = ([x, y]) => places.filter(([px, py]) => Math.abs(px - x) < w / k / 2 - ROOM / 2 && Math.abs(py - y) < h / k / 2 - ROOM / 2);
    const best = places.reduce((one, two) => (seen(two).length > seen(one).length ? two : one));
    const inside = seen(best);
    /** @type {(i: 0 | 1) => number} */
    const middle = (i) => (Math.min(...inside.map((place) => place[i])) + Math.max(...inside.map((place) => place[i]))) / 2;
    this.setZoom({ k, x: middle(0) - w / k / 2, y: middle(1) - h / k / 2 });
  }

  // So far that all of these places are seen.
  /** @param {Point[]} places */
  seeAll(places) {
    if (!this.zoom || places.length < 2) return;
    const [, , w, h] = this.home;
    /** @type {(i: 0 | 1) => number} */
    const low = (i) => Math.min(...places.map((place) => place[i])) - ROOM;
    /** @type {(i: 0 | 1) => number} */
    const high = (i) => Math.max(...places.map((place) => place[i])) + ROOM;
    const k = Math.min(this.zoom.k, w / (high(0) - low(0)), h / (high(1) - low(1)));
    this.setZoom({ k, x: (low(0) + high(0)) / 2 - w / k / 2, y: (low(1) + high(1)) / 2 - h / k / 2 });
  }

  // As near as all of these places are seen, but no nearer than is needed to read well; far where all is legible.
  // core: those that one acts with: if the others would make it too small to read, only these are seen.
  /** @type {(places: Point[], room: number, core?: Point[]) => void} */
  frame(places, room, core = places) {
    const { clientWidth, clientHeight } = this.board.host;
    const whole = this.unit / (this.zoom?.k ?? 1);
    if (whole >= LEGIBLE || !places.length) {
      this.setZoom(null);
      return;
    }
    const [, , w, h] = this.home;
    const ends = [0, 1].map((i) => [Math.min(...places.map((place) => place[i])) - room, Math.max(...places.map((place) => place[i])) + room]);
    const [wide, high] = ends.map(([low, top]) => whole * (top - low));
    const k = Math.max(1, Math.min(NEAR / whole, clientWidth / wide, clientHeight / high, NEAREST));
    if (k * whole < LEGIBLE && core.length && core.length < places.length) {
      this.frame(core, room);
      return;
    }
    this.setZoom({ k, x: (ends[0][0] + ends[0][1]) / 2 - w / k / 2, y: (ends[1][0] + ends[1][1]) / 2 - h / k / 2 });
  }

  /** @type {(clientX: number, clientY: number) => DOMPoint} */
  point(clientX, clientY) {
    const matrix = this.map.getScreenCTM()?.inverse();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix);
  }

  /** @type {(factor: number, clientX?: number, clientY?: number) => void} */
  zoomBy(factor, clientX, clientY) {
    const [x, y, w, h] = this.home;
    const before = this.zoom || { x, y, k: 1 };
    const k = Math.min(Math.max(before.k * factor, 1), NEAREST);
    const at = clientX === undefined || clientY === undefined ? { x: before.x + w / before.k / 2, y: before.y + h / before.k / 2 } : this.point(clientX, clientY);
    const fx = (at.x - before.x) / (w / before.k);
    const fy = (at.y - before.y) / (h / before.k);
    this.setZoom({ k, x: at.x - (fx * w) / k, y: at.y - (fy * h) / k });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (this.board.view !== "board" && !event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  /** @type {(dx: number, dy: number, begun: Press) => void} */
  pan(dx, dy, begun) {
    if (!this.zoom) return;
    begun.from ||= { ...this.zoom };
    this.setZoom({ k: begun.from.k, x: begun.from.x - dx / this.unit, y: begun.from.y - dy / this.unit });
  }

  startPinch() {
    this.tracking?.ghost?.made.remove();
    const [one, two] = [...this.fingers.values()];
    this.pinching = { far: Math.hypot(one[0] - two[0], one[1] - two[1]) || 1 };
  }

  pinch() {
    const [one, two] = [...this.fingers.values()];
    if (!two || !this.pinching) return;
    const far = Math.hypot(one[0] - two[0], one[1] - two[1]) || 1;
    this.zoomBy(far / this.pinching.far, (one[0] + two[0]) / 2, (one[1] + two[1]) / 2);
    this.pinching.far = far;
  }
}
