// The caretaker's stock, and the Legions that characters may be summoned from: counted and chosen by touch.
import { button, choice, faint, folded, group, h, row } from "./dom.js";
import { elsewhere } from "./places.js";

/** @import { Battle, GameDocument } from "./protocol" */
/** @import { Data, View } from "./types" */

/** @typedef {Record<string, number>} Counts how many there are of each character */
/** @typedef {Record<string, string[]>} Names the characters of Legions, by their markers */

// How many of each character may lie with the caretaker: all that are nowhere else in the document.
/** @type {(data: Data, document: Battle | GameDocument) => Counts} */
function most(data, document) {
  const out = elsewhere(document);
  const creatures = data.characters.filter(([name]) => name !== "Titan");
  return Object.fromEntries(creatures.map(([name, , , , count]) => [name, Math.max(0, count - (out[name] || 0))]));
}

// What has come elsewhere no longer lies with the caretaker.
/** @type {(data: Data, document: Battle | GameDocument) => void} */
export function fit(data, document) {
  const full = most(data, document);
  const held = document.caretaker || {};
  for (const name of Object.keys(held)) held[name] = Math.min(held[name], full[name]);
}

// change: to so many, or undefined: all that are nowhere else.
/** @type {(data: Data, document: Battle | GameDocument, change: (held: Counts | undefined) => void) => View} */
export function Stock(data, document, change) {
  const held = document.caretaker;
  const full = most(data, document);
  /** @type {Counts} */
  const counts = { ...full, ...held };
  /** @type {(name: string) => View} */
  const stepper = (name) => group(name, [
    h("span", {}, name), button("−", () => change({ ...counts, [name]: counts[name] - 1 }), { "aria-label": `One ${name} less`, disabled: counts[name] <= 0 }),
    h("output", {}, counts[name]), button("+", () => change({ ...counts, [name]: counts[name] + 1 }), { "aria-label": `One ${name} more`, disabled: counts[name] >= full[name] }),
  ], { class: "stepper" });
  return folded("The caretaker's stock", [
    faint(held ? "Touch − and + for what lies there." : "All that is nowhere else."),
    h("div", { class: "steppers" }, Object.keys(full).map(stepper)),
    held && button("All that is nowhere else", () => change(undefined), { id: "full-stock" }),
  ], { class: "stock", id: "stock" });
}

// held: marker → characters that may be summoned from that Legion; others: the markers of the attacker's other Legions.
/** @type {(data: Data, held: Names, others: string[], change: (held: Names) => void) => View} */
export function Donors(data, held, others, change) {
  const summonable = data.characters.filter((one) => one[5]).map(([name]) => name);
  /** @type {(marker: string, i: number) => void} */
  const without = (marker, i) => {
    const { [marker]: names, ...rest } = held;
    const left = names.toSpliced(i, 1);
    change(left.length ? { ...rest, [marker]: left } : rest);
  };
  const chips = Object.entries(held).flatMap(([marker, names]) => names.map((name, i) => button(`${marker}: ${name} ✕`, () => without(marker, i), {
    class: "chip", "aria-label": `Take ${name} out of ${marker}`,
  })));
  /** @type {(name: string, event: MouseEvent) => void} */
  const add = (name, { currentTarget }) => {
    const marker = /** @type {HTMLElement} */ (currentTarget).parentElement?.querySelector("select")?.value;
    if (marker) change({ ...held, [marker]: [...(held[marker] || []), name] });
  };
  return folded("Whom the attacker may summon", [
    chips.length ? row(chips) : faint("Nobody is known in the attacker's other Legions."),
    row(choice("Legion", others, others[0], () => {}), summonable.map((name) => button(`+ ${name}`, (event) => add(name, event), { "data-donor": name }))),
  ], { class: "stock", id: "donors" });
}
