// In and out: files, links, pictures.
import { button, byId, html, saveAs } from "./dom.js";
import { lineOf } from "./store.js";

const MOST_IN_A_LINK = 60_000;

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The text that a link holds; a link that swells to more than the engine reads is refused.
export async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 4 << 20) throw new Error("the link holds too much");
    parts.push(value);
  }
  return new Blob(parts).text();
}

// What stands behind the # of an address: {step}, {text, tried}: a position or a score sheet, or {game}: a battle.
// Throws where it cannot be read.
export async function readLink(hash) {
  const said = hash.slice(1);
  const step = /^step-(\d{1,9})$/.exec(said);
  if (step) return { step: Number(step[1]) };
  if (!/^(game|sheet|position|try)=/.test(said)) return { text: decodeURIComponent(said) };
  const given = new URLSearchParams(said);
  if (given.has("game")) return { game: JSON.parse(await unpacked(given.get("game"))) };
  if (given.has("sheet")) return { text: await unpacked(given.get("sheet")), tried: given.get("try") };
  return { text: given.get("position") ?? "", tried: given.get("try") };
}

export class FilePanel {
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
      html("h2", {}, "Open"), this.input, this.text, html("div", { class: "row" }, button("Load the text", () => this.load(this.text.value), { id: "load", class: "main" })),
      html("h2", {}, "Share"), html("div", { class: "row" },
        button("Copy a link to this position", () => this.copy(false), { id: "copy-link" }),
        button("Copy a link to the whole line", () => this.copy(true), { id: "copy-game" })),
      html("input", { id: "link", readonly: true, "aria-label": "The link", hidden: true }),
      html("h2", {}, "Save"), html("div", { class: "row" },
        button("Position (JSON)", () => this.save("json", "position.json", "application/json"), { id: "save-json" }),
        button("Game or orders (JSON)", () => this.saveGame(), { id: "save-game" }),
        button("Score sheet", () => this.saveSheet(), { id: "save-sheet" }),
        button("Picture (SVG)", () => this.save("svg", "position.svg", "image/svg+xml"), { id: "save-svg" }),
        button("Picture (PNG)", () => this.savePng(), { id: "save-png" })));
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
    this.input.value = ""; // so that the same file, edited, can be opened again
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
    const text = held && (await this.exported(form, { position: held.position }));
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
    const text = held && (await this.exported("svg", { position: held.position }));
    if (!text) return;
    const picture = new Image();
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    picture.onload = () => {
      const canvas = html("canvas", {});
      canvas.width = 1400;
      canvas.height = Math.round((1400 * picture.naturalHeight) / picture.naturalWidth) || 1600;
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => saveAs("position.png", blob, "image/png"));
      URL.revokeObjectURL(address);
    };
    picture.src = address;
  }
}
