// The tray: the dice that lie on the table are tapped in, or rolled; hits left over are carried by touching an enemy.
import { Pips, faces } from "./dice.js";
import { button, group, h, row, toggle } from "./dom.js";
import { carriesOf, hitsOf, isFull, leftOver, optionOf } from "./state.js";

/** @import { OpenTable, View } from "./types" */

/** @type {(count: number) => number[]} */
function rolled(count) {
  const dice = [];
  const bytes = new Uint8Array(1);
  while (dice.length < count) {
    crypto.getRandomValues(bytes);
    if (bytes[0] < 252) dice.push((bytes[0] % 6) + 1); // 252 is the largest multiple of 6 that fits
  }
  return dice;
}

/** @type {(number: number) => string} */
const more = (number) => (number < 6 ? " or more" : "");

/** @type {(table: OpenTable) => View} */
export function Tray({ state: { tray }, send }) {
  if (!tray) return null;
  const option = optionOf(tray);
  const full = isFull(tray);
  const { dice, carry } = tray;
  const [needs, options] = tray.single ? [0, []] : [tray.needs, tray.options];
  const roll = () => send("dice", { dice: rolled(option.dice - dice.length) });
  return [
    h("h2", {}, tray.says),
    !tray.single && (options.length > 1
      ? group("How it is rolled", options.map((one, i) => toggle(`${one.dice} dice, hits on ${one.strike_number}${one.strike_number < 6 ? "+" : ""}`, i === tray.option, () => send("way", { option: i }))), { class: "switch" })
      : h("p", {}, `${option.dice} dice, hits on ${option.strike_number}${more(option.strike_number)}; ${needs} ${needs === 1 ? "hit slays" : "hits slay"} it (${option.slays})`)),
    !full && group("Tap the dice that lie on the table", [1, 2, 3, 4, 5, 6].map((face) => button([Pips(face), h("span", { class: "unseen" }, face)], () => send("dice", { dice: [face] }), { class: "die", "aria-label": `A die shows ${face}`, key: face })), { class: "pips" }),
    dice.length > 0 && faces(dice, option.strike_number),
    full && !tray.single && h("p", {}, `${hitsOf(tray)} hits, ${needs} slay it${carry.length ? `; carried: ${carry.map((one) => `${one.hits} to ${one.to}`).join(", ")}` : ""}. `,
      leftOver(tray) > 0 && h("b", { id: "left-over" }, carriesOf(tray).size ? `${leftOver(tray)} left over: touch a lit enemy to carry.`
        : [`${leftOver(tray)} left over: nobody may take them at ${option.strike_number}${option.strike_number < 6 ? "+" : ""} (CARRY-1).`])),
    row(
      full ? button(carry.length ? "Strike and carry" : "Strike", () => send("declare"), { class: "main", key: "strike" })
        : button(dice.length ? "Roll the rest" : "Roll", roll, { class: "main", key: "roll" }),
      dice.length > 0 && button("Back", () => send("back")), button("Cancel", () => send("close"))),
  ];
}
