// The ruling card: what was done or asked, whether it is legal, why, with which numbers; and the rules' own words.
import { button, html } from "./dom.js";

const SUM = /(\d+(?:\s*[-+−]\s*\d+)+\s*(?:=|is)\s*\d+)/;

export function sentenceOf(text) {
  const said = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

export function faces(dice, number) {
  return html("p", { class: "faces", role: "img", "aria-label": `Dice: ${dice.join(", ")}` },
    dice.map((die) => html("span", { class: number && die >= number ? "face hit" : "face", "aria-hidden": "true" }, String(die))));
}

function diceOf(ruling) {
  if (ruling.dice) return [ruling.dice, ruling.number];
  const facts = ruling.facts || {};
  if (typeof facts.dice === "string" && facts.hits !== undefined) return [facts.dice.split(" ").map(Number), facts.strike_number];
  return facts.die ? [[facts.die], 0] : null;
}

// The sentence of a ruling, its arithmetic set off.
function words(text) {
  return sentenceOf(text).split(SUM).map((part, i) => (i % 2 ? html("b", { class: "sum" }, part.replaceAll("-", "−")) : part));
}

export class RulingCard {
  constructor(host, { ask, act, read }) {
    this.host = host;
    this.ask = ask;
    this.act = act;
    this.read = read;
  }

  rule(id) {
    const open = button(id, () => this.open(open), { class: "rule", "aria-expanded": "false", "aria-label": `Rule ${id}` });
    return open;
  }

  async open(pressed) {
    const item = pressed.closest("li");
    const shown = item.querySelector(".law");
    if (shown) {
      shown.remove();
      pressed.setAttribute("aria-expanded", "false");
      return;
    }
    const law = html("div", { class: "law" }, "…");
    item.append(law);
    pressed.setAttribute("aria-expanded", "true");
    const found = await this.ask({ ask: "rules", rule: pressed.textContent });
    if (found.error) {
      law.replaceChildren(this.read(pressed.textContent) || found.error.message);
      return;
    }
    const sources = Object.entries(found.meanings).map(([tag, meaning]) => `${tag}: ${meaning}`).join("; ");
    law.replaceChildren(html("p", {}, found.text),
      html("details", {}, html("summary", {}, "Sources"), html("p", { class: "faint" }, `${found.sources}. ${sources}`)));
    if (found.cases.length) {
      law.append(html("details", {}, html("summary", {}, `${found.cases.length} cases in the catalogue`),
        html("ul", {}, found.cases.map((one) => html("li", {}, html("b", {}, one.id), ` ${one.question}`)))));
    }
  }

  item(ruling) {
    const rolled = diceOf(ruling);
    return html("li", { class: ruling.verdict },
      rolled && faces(...rolled), html("span", {}, words(ruling.text)), " ", this.rule(ruling.rule));
  }

  // card: title, text, verdict, lead, rulings, events, instead, notes, comment, faults
  show(card) {
    const parts = [];
    if (card.title) {
      parts.push(html("h2", {}, card.verdict === "illegal" && html("span", { class: "badge bad" }, "Illegal"),
        card.verdict === "legal" && card.asked && html("span", { class: "badge good" }, "Legal"), " ", card.title));
    }
    if (card.text && card.text !== card.title) parts.push(html("p", { class: "short" }, html("code", {}, card.text)));
    for (const note of card.lead || []) parts.push(html("p", {}, note));
    const seen = new Set();
    const once = (ruling) => !seen.has(ruling.text + ruling.rule) && seen.add(ruling.text + ruling.rule);
    const plain = (text) => text.toLowerCase().replace(/[.,]/g, "");
    const telling = (event) => diceOf(event) || plain(event.text) !== plain(card.title || "");
    const said = [...(card.rulings || []), ...(card.events || []).filter(telling)].filter(once);
    if (said.length) parts.push(html("ul", { class: "rulings" }, said.map((ruling) => this.item(ruling))));
    for (const note of card.notes || []) parts.push(html("p", {}, note));
    if (card.faults?.length) parts.push(html("ul", { class: "faults" }, card.faults.map((one) => html("li", {}, one))));
    if (card.comment) parts.push(html("blockquote", { class: "comment" }, card.comment));
    if (card.instead?.length) {
      parts.push(html("details", { open: card.instead.length < 9 }, html("summary", {}, "What would have been legal"),
        html("div", { class: "instead" }, card.instead.map((one) => button(one.says, () => this.act(one), { title: one.text })))));
    }
    this.host.replaceChildren(...parts);
  }
}
