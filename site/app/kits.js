// What the pieces and maps of each box are drawn with. The page holds those of one box; the engine gives the others'.
import { byId, svg } from "./dom.js";

/** @import { Answer, Fault, Questions } from "./protocol" */
/** @import { BoxDocument, BoxName, Data, Drawing, Geometry, Position } from "./types" */

/** @typedef {(question: Questions["box"]) => Promise<Answer<Questions["box"]>>} Ask */

const OWN_BOXES = "titan-boxes";

// An element of a drawing that came as data.
/** @type {(drawing: Drawing) => SVGElement} */
function grown([tag, attributes, ...children]) {
  return svg(/** @type {"g"} */ (tag), attributes, ...children.map((child) => (Array.isArray(child) ? grown(child) : child)));
}

/** @type {(entry: [id: string, drawing: Drawing]) => HTMLTemplateElement} */
function template([id, drawing]) {
  const made = document.createElement("template");
  made.id = id;
  made.content.append(grown(drawing));
  return made;
}

export class Kits {
  /**
   * @param {Data} data what the whole page draws with; that of another box takes its place there
   * @param {Ask} ask
   */
  constructor(data, ask) {
    this.data = data;
    this.ask = ask;
    /** @type {Record<string, BoxDocument>} */
    this.files = { ...Kits.kept(), ...data.boxes };
    this.now = this.key(data.box);
    /** @type {Map<string, { geometry: Geometry, nodes: Node[] }>} */
    this.kits = new Map([[this.now, { geometry: { ...data }, nodes: [...byId("kit").childNodes] }]]);
  }

  // A box is a shipped name, the name of a file that the page holds, or a document.
  /** @param {BoxName} box */
  key(box) {
    return JSON.stringify([box, typeof box === "string" && this.files[box]]);
  }

  // The boxes of one's own, as questions carry them.
  get held() {
    return Object.keys(this.files).length ? this.files : undefined;
  }

  // A position with its box in it, where that is a file that the page holds and extends no other one.
  /** @type {(position: Position) => Position} */
  whole(position) {
    const own = typeof position.box === "string" && this.files[position.box];
    return own && !this.files[own.extends ?? ""] ? { ...position, box: own } : position;
  }

  /** @type {(name: string, document: BoxDocument) => void} */
  keep(name, document) {
    this.files[name] = document;
    try {
      localStorage.setItem(OWN_BOXES, JSON.stringify(this.files));
    } catch {
      // a browser that keeps nothing
    }
  }

  /** @returns {Record<string, BoxDocument>} */
  static kept() {
    try {
      return JSON.parse(localStorage.getItem(OWN_BOXES) || "{}");
    } catch {
      return {};
    }
  }

  /** @param {BoxName} box */
  isNow(box) {
    return this.key(box) === this.now;
  }

  // Have what a box is drawn with; an error of the engine if it cannot be had.
  /** @type {(box: BoxName) => Promise<Fault | null>} */
  async fetch(box) {
    const key = this.key(box);
    if (this.kits.has(key)) return null;
    const answer = await this.ask({ ask: "box", box });
    if (answer.error) return answer.error;
    const { geometry, drawings, templates } = answer;
    this.kits.set(key, { geometry, nodes: [grown(drawings), ...Object.entries(templates).map(template)] });
    return null;
  }

  // Draw with a box from now on; whether it is another than before.
  /** @param {BoxName} box */
  use(box) {
    const key = this.key(box);
    const kit = this.kits.get(key);
    if (key === this.now || !kit) return false;
    this.now = key;
    Object.assign(this.data, kit.geometry);
    byId("kit").replaceChildren(...kit.nodes);
    return true;
  }
}
