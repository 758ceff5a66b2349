// What the pieces and maps of each box are drawn with. The page holds those of one box; the engine gives the others'.
import { byId, svg } from "./dom.js";

const OWN_BOXES = "titan-boxes";

// An element of a drawing that came as data: [tag, attributes, ...children].
/** @returns {any} */
function grown(/** @type {any} */ [tag, attributes, ...children]) {
  return svg(tag, attributes, ...children.map((child) => (Array.isArray(child) ? grown(child) : child)));
}

function template([id, drawing]) {
  const made = document.createElement("template");
  made.id = id;
  made.content.append(grown(drawing));
  return made;
}

export class Kits {
  // data: what the whole page draws with; that of another box takes its place there.
  constructor(data, ask) {
    this.data = data;
    this.ask = ask;
    this.files = { ...Kits.kept(), ...data.boxes };
    this.now = this.key(data.box);
    this.kits = new Map([[this.now, { geometry: { ...data }, nodes: [...byId("kit").childNodes] }]]);
  }

  // A box is a shipped name, the name of a file that the page holds, or a document.
  key(box) {
    return JSON.stringify([box, this.files[box]]);
  }

  // The boxes of one's own, as questions carry them.
  get held() {
    return Object.keys(this.files).length ? this.files : undefined;
  }

  // A position with its box in it, where that is a file that the page holds and extends no other one.
  whole(position) {
    const own = this.files[position.box];
    return own && !this.files[own.extends] ? { ...position, box: own } : position;
  }

  keep(name, document) {
    this.files[name] = document;
    try {
      localStorage.setItem(OWN_BOXES, JSON.stringify(this.files));
    } catch {
      // a browser that keeps nothing
    }
  }

  static kept() {
    try {
      return JSON.parse(localStorage.getItem(OWN_BOXES) || "{}");
    } catch {
      return {};
    }
  }

  isNow(box) {
    return this.key(box) === this.now;
  }

  // Have what a box is drawn with; an error of the engine if it cannot be had.
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
