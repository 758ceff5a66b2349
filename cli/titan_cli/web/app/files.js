// In and out: files, links, pictures.
import { button, byId, html, saveAs } from "./dom.js";
import { pathTo } from "./store.js";

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

// What stands behind the # of an address: {step} or {position, tried} or {game}.
export async function readLink(hash) {
  const step = /^#step-(\d+)$/.exec(hash);
  if (step) return { step: Number(step[1]) };
  const given = new URLSearchParams(hash.slice(1));
  if (given.has("game")) return { game: JSON.parse(await unpacked(given.get("game"))) };
  if (given.has("position")) return { position: given.get("position"), tried: given.get("try") };
  return null;
}

export class FilePanel {
  constructor(host, { ask, load, node, held, message, linkable, saved, keep }) {
    Object.assign(this, { host, ask, load, node, held, message, linkable, keep });
    this.input = html("input", { type: "file", id: "file", accept: ".json,.jsonl,.titan,.txt,.gz", "aria-label": "Open a file" });
    this.input.addEventListener("change", () => this.open(this.input.files[0]));
    this.text = html("textarea", { id: "paste", rows: 4, "aria-label": "A position or a game as text", placeholder: "Paste a position or a recorded game" });
    host.replaceChildren(
      html("h2", {}, "Open"), this.input, this.text, html("div", { class: "row" }, button("Load the text", () => this.load(this.text.value), { id: "load", class: "main" })),
      html("h2", {}, "Share"), html("div", { class: "row" },
        button("Copy a link to this position", () => this.copy(false), { id: "copy-link" }),
        button("Copy a link to the whole line", () => this.copy(true), { id: "copy-game" })),
      html("input", { id: "link", readonly: true, "aria-label": "The link", hidden: true }),
      html("h2", {}, "Save"), html("div", { class: "row" },
        button("Position (JSON)", () => this.save("json", "position.json", "application/json"), { id: "save-json" }),
        button("Game or orders", () => this.saveGame(), { id: "save-game" }),
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
      this.load(await plain.text());
    } catch (error) {
      this.message(`${file.name} cannot be read: ${error.message || error}`);
    }
    this.input.value = ""; // so that the same file, edited, can be opened again
  }

  // Where the position stands that a line of play began with, and what was played since.
  line() {
    const path = pathTo(this.node()).filter((one) => !one.refused);
    let from = path.length - 1;
    while (from > 0 && path[from].held && path[from - 1].held) from -= 1;
    return { position: path[from].held?.position, played: path.slice(from + 1).map((one) => ({ action: one.text, comment: one.comment || "" })) };
  }

  async copy(whole) {
    const node = this.node();
    let hash = node.step && !whole && !this.linkable() ? `#step-${node.step}` : "";
    if (!hash) {
      const held = await this.held();
      if (!held) return;
      const game = whole && this.line();
      if (game && game.played.length) hash = `#game=${await packed(JSON.stringify(game))}`;
      else {
        hash = `#position=${encodeURIComponent(held.line)}`;
        if (node.refused) hash += `&try=${encodeURIComponent(node.text)}`;
      }
    }
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

  async exported(form, more = {}) {
    const held = await this.held();
    if (!held) return null;
    const found = await this.ask({ ask: "export", position: held.position, as: form, ...more });
    if (found.error) this.message(found.error.message);
    return found.error ? null : found.text;
  }

  async save(form, name, type) {
    const text = await this.exported(form);
    if (text !== null) saveAs(name, text, type);
  }

  async saveGame() {
    await this.held();
    const { position, played } = this.line();
    if (!position) return;
    const battle = position.kind === "battle";
    const text = await this.exported(battle ? "orders" : "replay", { position, played });
    if (text !== null) saveAs(battle ? "battle-orders.json" : "game.replay.jsonl", text, "application/json");
  }

  async saveThere() {
    const held = await this.held();
    if (!held) return;
    const found = await this.keep({ position: held.position });
    this.message(found.error ? found.error.message : `Saved ${found.saved}`);
  }

  async savePng() {
    const text = await this.exported("svg");
    if (text === null) return;
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
