// Chances: battles fought out by policies, as a bar that fills while they run; the exact table of a strike; and an
// Engagement before its battle: the chance to win it, and what flight and concession score.
import { button, choice, faint, h, list, row, sentenceOf } from "./dom.js";
import { legionsIn } from "./facts.js";
import { ROLES } from "./pieces.js";
import { factsOf } from "./tree.js";

/** @import { Advised, BattleOdds, Ending, EngagementOdds, Fault, NoAnswer, Share } from "./protocol" */
/** @import { Facts, Odds as Chances, OpenTable, Policy, View } from "./types" */

const POLICIES = ["greedy", "best", "random"];
/** @type {(share: number) => string} */
const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
/** @type {(error: Fault) => View} */
const bad = (error) => h("p", { class: "bad" }, sentenceOf(error.message));

/** @type {(head: string[], body: View) => View} */
function Table(head, body) {
  return h("table", {}, h("thead", {}, h("tr", {}, head.map((words) => (words ? h("th", { scope: "col" }, words) : h("td", {}))))), h("tbody", {}, body));
}

// The attacker's chance to win: calibrated, or simulated and not calibrated.
/** @type {(odds: Pick<BattleOdds, "calibrated" | "attacker_wins">) => string} */
function chance({ calibrated, attacker_wins: simulated }) {
  const { p, low, high } = calibrated || simulated;
  /** @type {(share: number) => string} */
  const whole = (share) => `${Math.round(100 * share)} %`;
  const from = calibrated ? `calibrated on ${calibrated.battles} battles of computer players` : "simulated, not calibrated";
  return `Attacker's chance to win: ${whole(p)} (${whole(low)} to ${whole(high)}), ${from}`;
}

/** @type {(table: OpenTable) => View} */
function Fought({ state }) {
  const answer = state.odds.fought;
  if (!answer || answer.error) return [h("div", { class: "chances", role: "img", "aria-label": "No battles fought yet" }), h("div", { id: "odds" }, answer?.error && bad(answer.error))];
  /** @type {[string, Share][]} */
  const kinds = [["attacker", answer.attacker_wins], ["defender", answer.defender_wins], ["nobody", answer.mutual]];
  /** @type {(one: [string, Share]) => string} */
  const said = ([who, { p, low, high }]) => `${who} ${percent(p)} (${percent(low)} to ${percent(high)})`;
  return [
    h("div", { class: "chances", role: "img", "aria-label": kinds.map(said).join(", ") },
      kinds.map(([who, { p }]) => h("span", { class: who, style: { flexGrow: String(p) } })), h("i", { style: { width: `${(100 * answer.trials) / state.trials}%` } })),
    h("div", { id: "odds" }, h("p", {}, chance(answer)), faint("What these policies did:"), list(kinds.map(said)), faint(`${answer.trials} battles, in brackets 95 % intervals; ${answer.mean_turns.mean.toFixed(1)} turns on average`)),
  ];
}

/** @type {(answer: Chances["strike"]) => View} */
function Strike(answer) {
  if (!answer || answer.error || !("striker" in answer)) return faint(answer?.error?.message || "Choose a striker and a target.");
  return [
    h("p", {}, `${answer.striker} against ${answer.target}: ${answer.dice} dice at ${answer.strike_number}; slays ${percent(answer.slays.p)} (${answer.slays.exact})`),
    Table(["hits", "chance", "that many or more"], answer.hits.map((one) => h("tr", {},
      h("td", {}, one.hits), h("td", { title: one.exact }, percent(one.p)), h("td", {}, percent(one.at_least))))),
  ];
}

/** @type {(table: OpenTable) => View} */
function Fights(table) {
  const { state, send } = table;
  return h("section", {},
    row(button(state.odds.running ? "Stop" : "Fight it out", () => send("simulate"), { id: "simulate", class: "main" }), h("span", { class: "faint" }, "Who would win?")),
    Fought(table),
    h("div", { class: "fields" },
      ROLES.map((role) => choice(`The ${role} plays`, POLICIES, state.policies[role], (policy) => send("policy", { [role]: /** @type {Policy} */ (policy) }))),
      choice("Battles", [20, 100, 400, 1000, 5000], state.trials, (trials) => send("trials", { trials: Number(trials) }))),
    h("h2", {}, "A strike"), Strike(state.odds.strike));
}

// The lands where an Engagement waits, or is being resolved.
/** @type {(facts: Facts) => number[]} */
function engaged(facts) {
  if (facts.B || facts.p !== "engagement") return [];
  if (facts.e) return [facts.e];
  /** @type {Map<number, Set<string>>} */
  const owners = new Map();
  for (const [, [color, land]] of legionsIn(facts)) owners.set(land, (owners.get(land) || new Set()).add(color));
  return [...owners].filter(([, colors]) => colors.size > 1).map(([land]) => land);
}

/** @type {(answer: (EngagementOdds & Partial<NoAnswer>) | null) => View} */
function Engagement(answer) {
  if (!answer) return h("p", {}, "Battles are fought out …");
  if (answer.error) return bad(answer.error);
  /** @type {(ending: Ending) => View} */
  const scored = ({ actions, scores }) => h("tr", {}, h("th", { scope: "row" }, actions.at(-1)), ROLES.map((role) => h("td", {}, scores[role])));
  return [
    h("p", {}, chance(answer.battle)),
    Table(["points scored", ...ROLES.map((role) => `${answer.players[role]} (${role})`)], answer.endings.map(scored)),
    faint("A lost battle scores as a concession does, and more if characters that joined were slain. A time loss scores nothing."),
  ];
}

// What the side that acts had best do: plans, each with what came of it, to be carried out.
/** @type {(table: OpenTable) => View} */
function Advice({ state, send }) {
  const { advice } = state.odds;
  /** @type {(text: string) => string} */
  const says = (text) => state.node.held?.legal?.find((one) => one.text === text)?.says || text;
  /** @type {(plan: Advised, i: number) => View} */
  const plan = ({ actions, wins, gains, costs, why }, i) => h("li", { key: i },
    h("p", {}, h("b", {}, actions.map(says).join(", "))),
    h("p", {}, `Wins ${percent(wins.p)} (${percent(wins.low)} to ${percent(wins.high)}), slays ${gains.toFixed(0)} points, loses ${costs.toFixed(0)}. ${why.map(sentenceOf).join(" ")}`),
    row(button("Do it", () => send("carryOut", { actions: actions.map((action) => ({ action })) }), { "data-legal": actions[0] })));
  return h("section", {},
    row(button("What had I best do?", () => send("advise"), { id: "advise" }), h("span", { class: "faint" }, "Advice, no ruling.")),
    h("div", { id: "advice", "aria-live": "polite" }, advice?.error ? bad(advice.error) : advice && (advice.best.length ? h("ol", {}, advice.best.map(plan)) : faint("There is nothing to choose."))));
}

/** @type {(table: OpenTable) => View} */
export function Odds(table) {
  const { state, send } = table;
  const facts = factsOf(state.node);
  if (facts.B) return [Fights(table), Advice(table)];
  const lands = engaged(facts);
  if (!lands.length) return faint("Nobody fights here, and no Engagement waits.");
  return h("section", {}, h("h2", {}, "The Engagement"), faint("Who would win, and what do flight and concession score?"),
    row(lands.map((land) => button(`Land ${land}`, () => send("weigh", { land }), { class: "main", "data-engagement": land }))),
    h("div", { id: "engagement", "aria-live": "polite" }, state.odds.engagement && Engagement(state.odds.engagement.answer)));
}
