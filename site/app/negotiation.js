// Negotiation: to give all, to keep all, or to choose who else is lost, in place of a sentence for each agreement.
import { button, counted, h, row } from "./dom.js";
import { ROLES } from "./pieces.js";

/** @import { LegalAction } from "./protocol" */
/** @import { OpenTable, Role, View } from "./types" */

/** @typedef {Record<Role, "all" | string[]>} Losses */
/** @typedef {{ text: string, losses: Losses }} Proposal */

/** @type {(role: Role) => Role} */
const other = (role) => (role === "attacker" ? "defender" : "attacker");
/** @type {(losses: "all" | string[]) => string} */
const lost = (losses) => (losses === "all" ? "everything" : losses.length ? counted(losses) : "nothing");
/** @type {(proposal: Proposal) => boolean} */
const isExtreme = ({ losses }) => ROLES.every((role) => losses[role] === "all" || !losses[role].length);
/** @type {(proposal: Proposal) => string} */
const words = ({ losses }) => ROLES.map((role) => `the ${role} loses ${lost(losses[role])}`).join(", ");

// Who loses everything, where nobody loses less.
/** @type {(proposal: Proposal) => string} */
const shortly = ({ losses }) => {
  const losers = ROLES.filter((role) => losses[role] === "all");
  return losers.length > 1 ? "both lose all" : `the ${losers[0]} loses all`;
};

// The proposals that may be made now; chosen ones are confirmed.
/** @type {(table: OpenTable, legal: LegalAction[]) => View} */
export function Negotiation({ send }, legal) {
  /** @type {Proposal[]} */
  const proposals = legal.flatMap(({ text, action }) => (action.do === "propose" ? [{ text, losses: { attacker: action.attacker_loses || [], defender: action.defender_loses || [] } }] : []));
  if (!proposals.length) return null;
  const [extreme, partial] = [proposals.filter(isExtreme), proposals.filter((one) => !isExtreme(one))];
  /** @type {(event: { currentTarget: HTMLSelectElement }) => void} */
  const choose = ({ currentTarget: field }) => {
    const chosen = partial.find((one) => one.text === field.value);
    field.value = "";
    if (chosen) send("offer", { actions: [{ text: chosen.text, says: `Propose: ${words(chosen)}` }] });
  };
  /** @type {(loser: Role) => View[]} */
  const options = (loser) => partial.filter(({ losses }) => losses[loser] === "all").map(({ text, losses }) => h("option", { value: text, key: text }, lost(losses[other(loser)])));
  return h("div", { class: "negotiation" },
    row(h("span", {}, "Propose:"), extreme.map((one) => button(shortly(one), () => send("perform", { action: one.text }), { key: one.text, title: one.text, "data-legal": one.text }))),
    partial.length > 0 && h("select", { "aria-label": "Another proposal", id: "propose", onChange: choose },
      h("option", { value: "" }, "Propose what else the winner loses …"),
      ROLES.map((loser) => h("optgroup", { label: `The ${loser} loses everything, the ${other(loser)}`, key: loser }, options(loser)))));
}
