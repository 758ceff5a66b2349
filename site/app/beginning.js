// How something comes onto the board: typed, pasted, opened, begun anew, or taken up again.
import { byId, narrow, sentenceOf } from "./dom.js";
import { front } from "./state.js";
import { newNode } from "./tree.js";

/** @import { Table } from "./main.js" */
/** @import { BoxName, Held, Position, Seat, Tasks } from "./types" */

const MOST_REMARKS = 3; // of what a save of another program leaves out
const MOST_BYTES = 4 << 20; // that the engine is asked to read
const MOST_TYPED = 5_000; // letters that the field shows
const ASKED = 300; // letters of what may be a question about the rules

/** @type {Map<BoxName, Held>} */
export const empties = new Map(); // battles without anybody, by box

// The position that is shown, in which actions are meant; null if there is none.
/** @type {(table: Table) => Promise<Position | null>} */
export async function shown(table) {
  const held = await table.hold();
  return held?.partial?.position ?? (held?.faults.length ? null : held?.position) ?? null;
}

// A colour for each: those that were asked for, and what is left for the others.
/** @type {(seats: Seat[], all: string[]) => string[]} */
function colorsFor(seats, all) {
  const left = all.filter((color) => !seats.some((one) => one.color === color));
  return seats.map((one) => one.color || left.shift() || "");
}

/** @type {Tasks} */
export const BEGINNING = {
  // What was typed: a position, a dispute, an action here, a question; what it says is done.
  async ask(table, { text }) {
    const typed = text.trim();
    if (!typed) return;
    if (byId("ask").value !== text && text.length < MOST_TYPED) table.controls.type(text);
    if (narrow()) byId("ask").blur(); // its room is for the answer
    await table.send("load", { text: typed, position: await shown(table) });
  },

  // text: what was typed, pasted, opened or linked to; position: the one in which it may be an action.
  async load(table, { text, name, position = null }) {
    if (text.length > MOST_BYTES) {
      table.send("heard", { heard: { text: "", fault: { message: `This is too large to be read: ${(text.length / 1e6).toFixed(1)} MB, and ${MOST_BYTES >> 20} are the most` } } });
      return;
    }
    const answer = await table.ask({ ask: "load", text, position: position ?? undefined }, "page");
    if (answer.error) await table.send("unread", { text, fault: answer.error });
    else if (answer.kind === "box") {
      const file = name?.endsWith(".json") ? name : `${answer.name}.json`;
      table.kits.keep(file, answer.box);
      await table.send("fresh", { kind: "battle", box: file });
      table.tell(`The box ${answer.name} is here: documents name it ${file}.`);
    } else if (answer.kind === "musters") table.send("heard", { heard: { text, legions: answer.legions } });
    else {
      if (answer.kind !== "actions") {
        table.tell((answer.remarks || []).slice(0, MOST_REMARKS).map(sentenceOf).join(" "));
        table.send("opened", { answer, game: table.newGame() });
        if (answer.kind === "record") {
          byId("ruling").focus({ preventScroll: true });
          return;
        }
      } else table.send("heard", { heard: null });
      await table.send("carryOut", { actions: answer.actions.map((one) => ({ action: one.text, notes: answer.notes })) });
      byId("ruling").focus({ preventScroll: true }); // what is said is read there, and keys are for the board again
      if (answer.ways.length) table.send("offer", { actions: answer.ways.map((way) => ({ text: way, says: way })) });
      if (answer.unread) await table.send("unread", { text, fault: answer.unread });
    }
  },

  // One action after the other, up to the first that is not carried out.
  async carryOut(table, { actions }) {
    for (const { action, comment, notes } of actions) {
      const { node } = table.open;
      await table.send("perform", { action, notes });
      if (table.open.node === node || table.open.node.refused) return;
      if (comment) table.send("comment", { words: comment });
    }
  },

  // What was not read is said beneath the field, with the line to go on with and the rules that it may be about.
  async unread(table, { text, fault }) {
    const heard = { text, fault };
    table.send("heard", { heard });
    if (narrow()) byId("heard").focus({ preventScroll: true }); // the field was left, for its keyboard hides the page
    if (text.length > ASKED) return;
    const { rules = [], entries = [] } = await table.ask({ ask: "find", words: text }, "page");
    if (table.state.heard === heard && rules.length + entries.length) table.send("heard", { heard: { ...heard, rules, entries } });
  },

  // A settled dispute is opened on the board; one without a position says how it is settled.
  async scenario(table, { id }) {
    const answer = await table.ask({ ask: "scenario", id }, "page");
    if (answer.error) table.tell(sentenceOf(answer.error.message));
    else if (answer.text === null) table.send("heard", { heard: { text: "", fault: { message: answer.question, hint: answer.explanation } } });
    else await table.send("ask", { text: answer.text });
  },

  async door(table) {
    table.send("games", { games: await table.keep.games() });
  },

  async home(table) {
    table.save();
    table.cancel();
    table.keep.tab = "";
    table.send("door");
  },

  async reopen(table, { id }) {
    if (!(await table.adopt(id))) table.tell("This game cannot be opened: what it was played with is not here.");
  },

  async rename(table, { id, name }) {
    await table.keep.rename(id, name.trim());
    table.send("games", { games: await table.keep.games() });
  },

  async erase(table, { id }) {
    await table.keep.remove(id);
    table.send("games", { games: await table.keep.games() });
  },

  async fresh(table, { kind, box }) {
    const { seats, seed, ruleset, options, box: chosen } = table.state.begin;
    const own = box ?? (kind === "game" ? chosen : "standard");
    const panel = kind === "battle" ? "setup" : front();
    /** @type {(held: Held) => void} */
    const enter = (held) => table.send("enter", { node: newNode(null, { held }), game: table.newGame(), armed: null, panel });
    const empty = kind === "battle" && empties.get(own);
    if (empty) {
      enter(empty); // at once: the next touch is for it
      return;
    }
    const colors = seats.some((one) => one.color) ? colorsFor(seats, Object.keys(table.state.data.letters)) : [];
    const game = kind === "game" ? { players: seats.map((one) => one.name.trim()), colors, seed: seed.trim() || String(Math.random()), ruleset, options } : null;
    const answer = await table.ask({ ask: "new", kind, box: own, ...game }, "page");
    if (answer.error) {
      table.tell(sentenceOf(answer.error.message));
      return;
    }
    if (kind === "battle") empties.set(own, answer);
    enter(answer);
  },
};
