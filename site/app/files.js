// In and out: files, links, pictures.
import { button, byId, faint, h, row } from "./dom.js";
import { glance } from "./glance.js";
import { JapaneseTerms } from "./glossary.js";
import { isAble } from "./state.js";
import { endOf, lineOf, rootOf } from "./tree.js";

/** @import { Table } from "./main.js" */
/** @import { Events, OpenTable, Played, Position, View } from "./types" */

/** @typedef {{ text?: string, tried?: string | null, step?: number, game?: { position: Position, played: Played[] } }} Link */
/** @typedef {Events["save"]["form"]} Form */

/** @type {(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>} */
async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** @type {(text: string) => Promise<string>} */
async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The text that a link holds; a link that swells to more than the engine reads is refused.
/** @type {(letters: string) => Promise<string>} */
async function unpacked(letters) {
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
/** @type {(hash: string) => Promise<Link>} */
async function readLink(hash) {
  const said = hash.slice(1);
  const step = /^step-(\d{1,9})$/.exec(said);
  if (step) return { step: Number(step[1]) };
  if (!/^(game|sheet|position|try)=/.test(said)) return { text: decodeURIComponent(said) };
  const given = new URLSearchParams(said);
  const [game, sheet] = [given.get("game"), given.get("sheet")];
  if (game !== null) return { game: JSON.parse(await unpacked(game)) };
  if (sheet !== null) return { text: await unpacked(sheet), tried: given.get("try") };
  return { text: given.get("position") ?? "", tried: given.get("try") };
}

/** @type {(table: Table, game: NonNullable<Link["game"]>) => Promise<void>} */
async function openGame(table, { position, played }) {
  await table.send("load", { text: JSON.stringify(position) });
  const actions = Array.isArray(played) ? played.map(({ action, comment }) => ({ action: String(action), comment: comment && String(comment) })) : [];
  if (table.state.node) await table.send("carryOut", { actions });
}

// Open what stands behind the # of the address; whether anything does.
/** @type {(table: Table) => Promise<boolean>} */
export async function openLink(table) {
  if (location.hash.length < 2) return false;
  const link = await readLink(location.hash).catch(() => null);
  const { state } = table;
  if (link?.step !== undefined && state.node && rootOf(state.node).changes) {
    table.controls.goto(link.step);
    return true;
  }
  if (!link || link.step !== undefined) {
    table.tell("This link cannot be read: nothing has been opened.");
    return false;
  }
  if (state.engine === "loading" && !state.node) table.send("glance", { text: link.text || "", document: link.game?.position || glance(state.data, link.text || "") });
  if (link.game) await openGame(table, link.game);
  else {
    await table.send("load", { text: link.text || "" });
    if (table.state.node?.glanced) { // it was not read, after all
      const { heard } = table.state;
      table.send("door");
      table.send("heard", { heard });
    }
    const root = table.state.node && rootOf(table.state.node);
    if (root?.record) table.send("visit", { node: endOf(root) });
    if (root && link.tried) await table.send("perform", { action: link.tried });
  }
  history.replaceState(history.state, "", location.pathname + location.search); // so that a reload keeps what is done from here on
  return true;
}

// What leads to a position, or to all that was played: a game as its score sheet, a battle with its orders.
/** @type {(table: Table, whole: boolean) => Promise<string | null | undefined>} */
export async function hashOf(table, whole) {
  const { node } = table.open;
  if (node.step && !isAble(table.state)) return `#step-${node.step}`;
  const held = await table.hold();
  if (!held) return null;
  const tried = node.refused ? `&try=${encodeURIComponent(node.text || "")}` : "";
  const { kits } = table;
  const line = lineOf(node);
  if (line.position) line.position = kits.whole(line.position); // whoever opens the link has no box of one's own
  const battle = line.position?.kind === "battle";
  if (whole && battle && line.played.length) return `#game=${await packed(JSON.stringify(line))}`;
  if (whole && !battle && (line.played.length || line.record)) {
    const sheet = await table.exported("sheet", line);
    return sheet && `#sheet=${await packed(sheet)}${tried}`;
  }
  const position = kits.whole(held.position);
  const said = position === held.position ? held.line : (await table.ask({ ask: "draw", position })).line;
  return `#position=${encodeURIComponent(said || "")}${tried}`;
}

/** @type {(drawing: string) => Promise<Blob>} */
export async function pictureOf(drawing) {
  const picture = new Image();
  const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 1400;
  canvas.height = Math.round((1400 * picture.naturalHeight) / picture.naturalWidth) || 1600;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((good, bad) => canvas.toBlob((made) => (made ? good(made) : bad(new Error("the picture is too large"))), "image/png"));
}

/** @type {(table: OpenTable) => View} */
export function Files(table) {
  const { state, send } = table;
  /** @type {(words: string, form: Form, id: string) => View} */
  const save = (words, form, id) => button(words, () => send("save", { form }), { id });
  return [
    row(button("Open a file", () => byId("file").click(), { id: "open-another", class: "main" })),
    faint("A position, a recorded game, a score sheet, a box, or a save of Colossus or Slugathon. Or paste its text into the field above."),
    h("h2", {}, "Share"),
    row(button("Copy a link to this position", () => send("copy", { whole: false }), { id: "copy-link" }), button("Copy a link to the whole line", () => send("copy", { whole: true }), { id: "copy-game" })),
    h("input", { id: "link", readOnly: true, "aria-label": "The link", hidden: !state.link, value: state.link }),
    h("h2", {}, "Save"),
    row(save("Position (JSON)", "json", "save-json"), save("Game or orders (JSON)", "game", "save-game"), save("Score sheet", "sheet", "save-sheet"),
      save("Picture (SVG)", "svg", "save-svg"), save("Picture (PNG)", "png", "save-png")),
    row(JapaneseTerms(table)),
    state.data.saved && button(`Save to ${state.data.saved}`, () => send("saveThere"), { id: "save-there", class: "main" }),
  ];
}
