// Negotiation: to give all, to keep all, or to choose who else is lost, in place of a sentence for each agreement.
import { button, counted, h, row } from "./dom.js";
import { ROLES } from "./pieces.js";

const other = (role) => ROLES.find((one) => one !== role);
const lost = (losses) => (losses === "all" ? "everything" : losses.length ? counted(losses) : "nothing");
const isExtreme = ({ action }) => ROLES.every((role) => action[`${role}_loses`] === "all" || !action[`${role}_loses`].length);
const words = ({ action }) => ROLES.map((role) => `the ${role} loses ${lost(action[`${role}_loses`])}`).join(", ");

// Who loses everything, where nobody loses less.
const shortly = ({ action }) => {
  const losers = ROLES.filter((role) => action[`${role}_loses`] === "all");
  return losers.length > 1 ? "both lose all" : `the ${losers[0]} loses all`;
};

// The proposals that may be made now; chosen ones are confirmed.
/** @type {(table: any, legal: any[]) => any} */
export function Negotiation({ send }, legal) {
  const proposals = legal.filter((one) => one.action.do === "propose");
  if (!proposals.length) return null;
  const [extreme, partial] = [proposals.filter(isExtreme), proposals.filter((one) => !isExtreme(one))];
  const choose = (/** @type {any} */ { currentTarget: field }) => {
    const chosen = partial.find((one) => one.text === field.value);
    field.value = "";
    if (chosen) send("offer", { actions: [{ text: chosen.text, says: `Propose: ${words(chosen)}` }] });
  };
  const among = (/** @type {string} */ loser) => partial.filter((one) => one.action[`${loser}_loses`] === "all");
  const option = (loser) => (one) => h("option", { value: one.text, key: one.text }, lost(one.action[`${other(loser)}_loses`]));
  return h("div", { class: "negotiation" },
    row(h("span", {}, "Propose:"), extreme.map((one) => button(shortly(one), () => send("perform", { action: one.text }), { key: one.text, title: one.text, "data-legal": one.text }))),
    partial.length > 0 && h("select", { "aria-label": "Another proposal", id: "propose", onChange: choose },
      h("option", { value: "" }, "Propose what else the winner loses …"),
      ROLES.map((loser) => h("optgroup", { label: `The ${loser} loses everything, the ${other(loser)}`, key: loser }, among(loser).map(option(loser))))));
}
