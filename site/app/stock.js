// The caretaker's stock, and the Legions that characters may be summoned from: counted and chosen by touch.
import { button, choice, html, labelled } from "./dom.js";
import { elsewhere } from "./places.js";

const stepper = (name, count, most, set) => html("span", { class: "stepper", role: "group", "aria-label": name },
  html("span", {}, name), button("−", () => set(count - 1), { "aria-label": `One ${name} less`, disabled: count <= 0, "data-keep": `less-${name}` }),
  html("output", {}, String(count)), button("+", () => set(count + 1), { "aria-label": `One ${name} more`, disabled: count >= most, "data-keep": `more-${name}` }));

// How many of each character may lie with the caretaker: all that are nowhere else in the document.
function most(data, document) {
  const out = elsewhere(document);
  const creatures = data.characters.filter(([name]) => name !== "Titan");
  return Object.fromEntries(creatures.map(([name, , , , count]) => [name, Math.max(0, count - (out[name] || 0))]));
}

// What has come elsewhere no longer lies with the caretaker.
export function fit(data, document) {
  const full = most(data, document);
  for (const name of Object.keys(document.caretaker || {})) document.caretaker[name] = Math.min(document.caretaker[name], full[name]);
}

// held: how many there are of each character, or null: all that are nowhere else.
export function stock(data, document, held, change) {
  const full = most(data, document);
  const counts = { ...full, ...held };
  return html("details", { class: "stock", id: "stock" }, html("summary", {}, "The caretaker's stock"),
    html("p", { class: "faint" }, held ? "Touch − and + for what lies there." : "All that is nowhere else."),
    html("div", { class: "steppers" }, Object.keys(full).map((name) => stepper(name, counts[name], full[name], (now) => change({ ...counts, [name]: now })))),
    held && button("All that is nowhere else", () => change(null), { id: "full-stock" }));
}

// held: marker → characters that may be summoned from that Legion; others: the markers of the attacker's other Legions.
export function donors(data, held, others, change) {
  const summonable = data.characters.filter((one) => one[5]).map(([name]) => name);
  const without = (marker, i) => {
    const { [marker]: names, ...rest } = held;
    const left = names.filter((_, at) => at !== i);
    change(left.length ? { ...rest, [marker]: left } : rest);
  };
  const chips = Object.entries(held).flatMap(([marker, names]) => names.map((name, i) => button(`${marker}: ${name} ✕`, () => without(marker, i), {
    class: "chip", "aria-label": `Take ${name} out of ${marker}`,
  })));
  const marker = choice(others, others[0], () => {}, { "data-keep": "donor" });
  const adders = summonable.map((name) => button(`+ ${name}`, () => change({ ...held, [marker.value]: [...(held[marker.value] || []), name] }), { "data-donor": name }));
  return html("details", { class: "stock", id: "donors" }, html("summary", {}, "Whom the attacker may summon"),
    chips.length ? html("div", { class: "row" }, chips) : html("p", { class: "faint" }, "Nobody is known in the attacker's other Legions."),
    html("div", { class: "row" }, labelled("Legion", marker), adders));
}
