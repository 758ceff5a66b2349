// The ruling card: what was done or asked, whether it is legal, why, with which numbers; and the rules' own words.
import { faces } from "./dice.js";
import { button, faint, folded, group, h, list, sentenceOf } from "./dom.js";
import { glossed } from "./glossary.js";
import { placeOf } from "./places.js";
import { landsOf, mustersOf } from "./reach.js";
import { inBattle, settingUp, splitsOf, targets } from "./state.js";
import { heard, legionCard } from "./viewing.js";

/** @import { Law as RuleText, NoAnswer, Reach, RuleCase } from "./protocol" */
/** @import { Card, Data, Node, Open, OpenTable, Said, Send, State, View } from "./types" */

const SUM = /(\d+(?:\s*[-+−]\s*\d+)+\s*(?:=|is)\s*\d+)/;
const FEW = 9; // alternatives that are shown at once

// --- what it says

// Why a position is impossible, in sentences.
/** @type {(node: Node) => string[]} */
export function faultsOf({ held }) {
  return (held?.faults || []).map((one) => {
    const place = one.pointer && held && placeOf(one.pointer, held.position);
    return `${sentenceOf(one.message)}${one.hint ? ` ${sentenceOf(one.hint)}` : ""}${place ? ` – ${place}` : ""}`;
  });
}

/** @type {(state: State) => string} */
function hintOf(state) {
  if (state.engine === "none") return "Leaf through the game with the arrow keys, the slider, or a touch on a move.";
  return settingUp(state) ? "Set the position up, then play on." : "Touch a character or a Legion: what it may do lights up.";
}

/** @type {(node: Node, hint: string) => Card} */
function cardOfNode(node, hint) {
  const faults = faultsOf(node);
  const { held } = node;
  if (!node.parent) {
    const owed = held?.owed || [];
    const without = held?.partial?.without.map((pointer) => placeOf(pointer, held.position)).join(", ");
    const notes = without ? [`What may be done is told without ${without}.`] : faults.length || owed.length ? [] : [hint];
    notes.push(...(node.notes || []).map((one) => `Assumed: ${one}.`));
    return { title: node.title || (faults.length ? "Not a possible position yet" : "The position"), faults, rulings: owed, notes, comment: node.comment };
  }
  const notes = [...(node.problems || []).filter((one) => !one.startsWith("ILLEGAL")), ...(node.notes || []).map((one) => `Assumed: ${one}.`)];
  const card = { title: node.says || "", text: node.text, notes, comment: node.comment };
  if (node.refused) return { ...card, verdict: "illegal", rulings: node.refused.rulings, instead: node.refused.instead };
  return { ...card, verdict: "legal", rulings: node.because, events: node.events, faults };
}

/** @type {(reach: Reach, data: Data) => Card} */
function cardOfReach(reach, data) {
  const title = reach.character ? `${reach.character}${reach.from ? ` in ${reach.from}` : ", off the board"}` : `Legion ${reach.about}`;
  const notes = /** @type {string[]} */ ([]);
  const card = /** @type {Card} */ ({ title, rulings: reach.rulings || [], notes });
  if (reach.to && Object.keys(reach.to).length) notes.push(`It may go to ${Object.keys(reach.to).join(", ")}; the numbers are what the way costs.`);
  const aims = Object.values(reach.targets || {});
  if (aims.length) notes.push(`It ${reach.must ? "must" : "may"} strike: touch whom.`);
  for (const target of aims) {
    notes.push(`${target.character} in ${target.to}: ${target.options.map((one) => `${one.dice} dice at ${one.strike_number}, slays in ${one.slays}`).join("; or ")}`);
  }
  const rolls = reach.rolls || [];
  for (const moves of rolls) {
    const [{ rulings, missing }] = moves.legal;
    const said = /** @type {[string, string][]} */ ([...landsOf(moves)].map(([land, places]) => {
      const musters = mustersOf(places);
      return [land, `${land} ${data.lands[land][0]}${places[0].engages ? ` against ${places[0].engages}` : ""}${musters.length ? ` (${musters.join(", ")})` : ""}`];
    }));
    if (rolls.length === 1 && said.length) card.goes = { roll: moves.roll, lands: said };
    else notes.push(`With a ${moves.roll}: ${said.map(([, words]) => words).join(", ") || "nowhere"}.`);
    if (rulings && rolls.length === 1) card.rulings = rulings;
    if (missing) notes.push(`Not known: ${missing}.`);
  }
  return card;
}

/** @type {(state: Open) => Card} */
function cardOf(state) {
  const { card, chosen, reach, data } = state;
  if (card) return card;
  /** @type {Card | null} */
  const legion = chosen && !settingUp(state) && !inBattle(state) ? legionCard(state, chosen) : null;
  if (legion && splitsOf(state).length) legion.lead = []; // its characters stand above, to be chosen
  if (reach) return { ...cardOfReach(reach, data), ...(legion && { title: legion.title, lead: legion.lead }) };
  return legion || cardOfNode(heard(state, state.node), hintOf(state));
}

// --- how it is shown

/** @type {(ruling: Said) => [dice: number[], number: number] | null} Its dice, and what hits. */
function diceOf({ dice, number = 0, facts = {} }) {
  if (dice) return [dice, number];
  if (typeof facts.dice === "string" && facts.hits !== undefined) return [facts.dice.split(" ").map(Number), facts.strike_number || 0];
  return facts.die ? [[facts.die], 0] : null;
}

// The sentence of a ruling, its arithmetic set off, and what is stressed.
/** @type {(text: string) => View[]} */
const stressed = (text) => text.split(/\*([^*]+)\*/).map((part, i) => (i % 2 ? h("em", {}, part) : part));
/** @type {(text: string) => View[]} */
const words = (text) => sentenceOf(text).split(SUM).map((part, i) => (i % 2 ? h("b", { class: "sum" }, part.replaceAll("-", "−")) : stressed(part)));

/** @type {(said: { answer?: RuleText & Partial<NoAnswer>, own?: string, state: State, send: Send }) => View} */
function Law({ answer, own, state, send }) {
  if (!answer || (answer.error && !own)) return h("div", { class: "law" }, answer?.error?.message || "…");
  if (answer.error) return h("div", { class: "law" }, own);
  const sources = Object.entries(answer.meanings).map(([tag, meaning]) => `${tag}: ${meaning}`).join("; ");
  return h("div", { class: "law" }, h("p", {}, stressed(glossed(state, answer.text))), folded("Sources", faint(`${answer.sources}. ${sources}`)),
    Cases(answer.cases, send));
}

// The disputes that are settled on a rule: a touch opens one on the board.
/** @type {(cases: RuleCase[], send: Send) => View} */
export const Cases = (cases, send) => cases.length > 0 && folded(`${cases.length} cases in the catalogue`,
  list(cases.map((one) => button([h("b", {}, one.id), ` ${one.question}`], () => send("scenario", { id: one.id }), { class: "case", "data-case": one.id })), { class: "cases" }));

// A ruling: a touch on its rule shows the rule's own words, its sources, and the disputes on it.
/** @type {(said: { ruling: Said, state: State, send: Send }) => View} */
export function Item({ ruling, state, send }) {
  const { rule, title, text, verdict } = ruling;
  const rolled = diceOf(ruling);
  const key = rule + text;
  const open = state.unfolded === key;
  return h("li", { class: verdict, key }, rolled && faces(...rolled), title && h("b", {}, `${title}. `), h("span", {}, words(glossed(state, text))), " ",
    button(rule, () => send("law", { rule, key }), { class: "rule", "aria-expanded": String(open), "aria-label": `Rule ${rule}` }),
    open && Law({ answer: state.laws[rule], own: state.data.laws?.[rule], state, send }));
}

// Where a Legion may go, as buttons: the lands of a far way are too small for a finger on a phone.
/** @type {(said: { goes: NonNullable<Card["goes"]>, state: Open, send: Send }) => View} */
const Goes = ({ goes, state, send }) => group(`With a ${goes.roll}`, [h("span", {}, `With a ${goes.roll}: `), goes.lands.map(([land, said]) => button(said,
  () => send("touch", { place: { key: land, legion: null } }), { class: "chip", key: land, "data-legal": targets(state).get(land)?.text, disabled: !targets(state).has(land) }))], { class: "goes" });

/** @type {(table: OpenTable) => View} */
export function Ruling({ state, send }) {
  const card = cardOf(state);
  const keys = new Set();
  /** @type {(said: Said) => unknown} */
  const once = ({ text, rule }) => !keys.has(rule + text) && keys.add(rule + text);
  /** @type {(text: string) => string} */
  const plain = (text) => text.toLowerCase().replace(/[.,]/g, "");
  /** @type {(said: Said) => unknown} */
  const telling = (one) => diceOf(one) || plain(one.text) !== plain(card.title || "");
  const rulings = [...(card.rulings || []), ...(card.events || [])].filter(telling).filter(once);
  return [
    card.title && card.title !== state.tray?.says && h("h2", {}, card.verdict === "illegal" && h("span", { class: "badge bad" }, "Illegal"), card.verdict === "cannot-tell" && h("span", { class: "badge" }, "Cannot tell"), " ", card.title),
    card.text && card.text !== card.title && h("p", { class: "short" }, h("code", {}, card.text)),
    card.goes && Goes({ goes: card.goes, state, send }),
    (card.lead || []).map((note) => (typeof note === "string" ? h("p", {}, note) : note)),
    rulings.length > 0 && h("ul", { class: "rulings" }, rulings.map((ruling) => Item({ ruling, state, send }))),
    (card.notes || []).map((note) => h("p", {}, note)),
    card.faults && card.faults.length > 0 && list(card.faults, { class: "faults" }),
    card.comment && h("blockquote", { class: "comment" }, card.comment),
    card.instead && card.instead.length > 0 && folded("What would have been legal", h("div", { class: "instead" },
      card.instead.map((one) => button(one.says, () => send("perform", { action: one.text }), { title: one.text, key: one.text }))), { open: card.instead.length < FEW }),
  ];
}
