// The tray: the dice that lie on the table are tapped in, or rolled; hits left over are carried by touching an enemy.
import { button, html } from "./dom.js";
import { faces } from "./ruling.js";

export function roll(count) {
  const dice = [];
  const bytes = new Uint8Array(1);
  while (dice.length < count) {
    crypto.getRandomValues(bytes);
    if (bytes[0] < 252) dice.push((bytes[0] % 6) + 1); // 252 is the largest multiple of 6 that fits
  }
  return dice;
}

export class Tray {
  // done({text, dice, carry}): the strike or roll is declared; changed(): something in the tray has.
  constructor(host, { done, closed }) {
    this.host = host;
    this.done = done;
    this.closed = closed;
    this.now = null;
  }

  // roll: {says, options: [{text, dice, strike_number, slays, carry_to}], needs, target, odds}; a die: {says, text, single: true}
  open(now) {
    this.now = { option: 0, dice: [], carry: [], ...now };
    this.draw();
    this.host.querySelector("button.die")?.focus({ preventScroll: true });
  }

  close() {
    this.now = null;
    this.host.hidden = true;
    this.host.replaceChildren();
  }

  get option() {
    return this.now.single ? { text: this.now.text, dice: 1 } : this.now.options[this.now.option];
  }

  get count() {
    return this.option.dice;
  }

  get hits() {
    return this.now.single ? 0 : this.now.dice.filter((die) => die >= this.option.strike_number).length;
  }

  get full() {
    return this.now.dice.length >= this.count;
  }

  get left() {
    return this.hits - this.now.needs - this.now.carry.reduce((sum, one) => sum + one.hits, 0);
  }

  add(dice) {
    this.now.dice.push(...dice.slice(0, this.count - this.now.dice.length));
    if (this.full && this.now.single) this.declare();
    else this.draw();
  }

  // Hits left over are carried to an enemy: as many as it still takes, or all that are left.
  carry(hex, takes) {
    const before = this.now.carry.find((one) => one.to === hex);
    if (before) this.now.carry = this.now.carry.filter((one) => one !== before);
    else if (this.left > 0) this.now.carry.push({ to: hex, hits: Math.min(this.left, Math.max(takes, 1)) });
    this.draw();
  }

  declare() {
    const { carry, dice } = this.now;
    this.done({ text: this.option.text, dice, carry });
  }

  draw() {
    const { now } = this;
    this.host.hidden = false;
    const parts = [html("h2", {}, now.says)];
    if (!now.single && now.options.length > 1) {
      parts.push(html("div", { class: "switch", role: "group", "aria-label": "How it is rolled" }, now.options.map((one, i) =>
        button(`${one.dice} dice, hits on ${one.strike_number}${one.strike_number < 6 ? "+" : ""}`, () => {
          now.option = i;
          now.dice = [];
          now.carry = [];
          this.draw();
        }, { "aria-pressed": String(i === now.option) }))));
    } else if (!now.single) {
      const one = this.option;
      parts.push(html("p", {}, `${one.dice} dice, hits on ${one.strike_number}${one.strike_number < 6 ? " or more" : ""}; `
        + `${now.needs} ${now.needs === 1 ? "hit slays" : "hits slay"} it (${one.slays})`));
    }
    if (!this.full) {
      parts.push(html("div", { class: "pips", role: "group", "aria-label": "Tap the dice that lie on the table" },
        [1, 2, 3, 4, 5, 6].map((face) => button(String(face), () => this.add([face]), { class: "die", "aria-label": `A die shows ${face}` }))));
    }
    if (now.dice.length) parts.push(faces(now.dice, this.option.strike_number));
    if (this.full && !now.single) {
      const over = this.left;
      parts.push(html("p", { class: "over" }, `${this.hits} hits, ${now.needs} slay it${now.carry.length ? `; carried: ${now.carry.map((one) => `${one.hits} to ${one.to}`).join(", ")}` : ""}. `,
        over > 0 ? html("b", {}, `${over} left over: touch an enemy to carry.`) : ""));
    }
    const buttons = [];
    if (!this.full) buttons.push(button(now.dice.length ? "Roll the rest" : "Roll", () => this.add(roll(this.count - now.dice.length)), { class: "main" }));
    if (this.full) buttons.push(button(now.carry.length ? "Strike and carry" : "Strike", () => this.declare(), { class: "main" }));
    if (now.dice.length) {
      buttons.push(button("Back", () => {
        if (now.carry.length) now.carry.pop();
        else now.dice.pop();
        this.draw();
      }));
    }
    buttons.push(button("Cancel", () => this.closed()));
    parts.push(html("div", { class: "row" }, buttons));
    this.host.replaceChildren(...parts);
  }
}
