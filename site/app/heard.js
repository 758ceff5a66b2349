// What stands beneath the field: why something typed was not read, the line to go on with, and rules it may be about;
// what the box says about a name; what a Legion may muster.
import { button, byId, counted, faint, folded, h, list, narrow, row, sentenceOf } from "./dom.js";
import { glossed } from "./glossary.js";
import { Item } from "./ruling.js";

/** @import { LegionAsked, MusterOption, RuleEntry } from "./protocol" */
/** @import { Table } from "./main.js" */
/** @import { Heard as Typed, View } from "./types" */

const FORM = /^(?:to be filled in|as typed in full): titan check (.*)$/m; // in a hint: a line to go on with
const QUOTED = /"([^"]*)"/g;
const GAP = "...";

// Why a text was not read, and the line to go on with.
/** @type {(table: Table, fault: NonNullable<Typed["fault"]>) => View} */
function Unread({ controls }, { message, hint, line }) {
  const [, args] = FORM.exec(hint || "") || [];
  const form = args && [...args.matchAll(QUOTED)].map(([, words]) => words).join("\n");
  const said = (hint || "").replace(FORM, "").split("\n").filter(Boolean);
  const take = () => {
    controls.type(form || "");
    const field = byId("ask");
    const gap = form?.indexOf(GAP) ?? -1;
    field.focus();
    if (gap >= 0) field.setSelectionRange(gap, gap + GAP.length); // what is typed next fills it
  };
  return [
    h("p", {}, h("b", {}, sentenceOf(message)), line ? ` Line ${line}. ` : " ", said.map(sentenceOf).join(" ")),
    form && row(h("code", { class: "form" }, form), button("Put it into the field", take, { id: "go-on", class: "main" })),
  ];
}

// A rule that was found, with a dispute that it settled; a touch on its id shows its sources and all disputes on it.
/** @type {(table: Table, entry: RuleEntry) => View} */
function RuleRow(table, { id, title, text, options, case: settled }) {
  const { state, send } = table;
  return h("li", { key: id }, h("ul", {}, Item({ ruling: { rule: id, title, text, verdict: "" }, state, send })),
    options.map((one) => faint(`It depends on the option ${one.option.replaceAll("_", " ")}: ${one.about}.`)),
    settled && button([h("b", {}, "A settled dispute: "), settled.question], () => send("scenario", { id: settled.id }), { class: "case", "data-case": settled.id }));
}

// What the box says about a character, a terrain, a hazard or a land.
/** @type {(table: Table, entry: string[]) => View} */
const Entry = ({ state }, [title, ...lines]) => h("li", { key: title }, h("b", {}, glossed(state, title)), list(lines.map((line) => glossed(state, line))));

// What a Legion outside a game may muster.
/** @type {(legion: LegionAsked, i: number) => View} */
function Musters({ terrain = "", characters = [], options, at_most: bounded, fault }, i) {
  if (fault) return h("li", { key: i }, h("b", {}, sentenceOf(fault.message)));
  /** @type {(option: MusterOption) => string} */
  const ways = (one) => one.with.map((names) => counted(names) || "any Legion").join(", or ");
  const most = bounded ? "at most " : "";
  return h("li", { key: i }, h("b", {}, `${terrain}: ${counted(characters)} may muster`),
    options.length ? list(options.map((one) => `${one.muster}, with ${ways(one)}; ${most}${one.left} left`)) : faint("nothing here."));
}

/** @type {(table: Table) => View} */
export function Heard(table) {
  const { state, send } = table;
  if (!state.heard) return null;
  const { text = "", fault, rules = [], entries = [], legions = [], waits } = state.heard;
  if (waits) return h("p", {}, waits);
  const unread = fault && Unread(table, fault);
  const found = rules.length > 0 && folded("Rules that it may be about", h("ul", { class: "rules-found" }, rules.map((rule) => RuleRow(table, rule))), { id: "found-rules", open: !(state.node && narrow()) });
  const about = entries.length > 0 && h("ul", { class: "rules-found", id: "entries" }, entries.map((one) => Entry(table, one)));
  const asked = entries.length > 0 || text.trim().endsWith("?"); // no position, and no action: the answer comes first
  return [
    !asked && unread, about, legions.length > 0 && h("ul", { class: "rules-found", id: "legions" }, legions.map(Musters)), found,
    asked && folded("Not read as a position or an action", unread),
    button("✕", () => send("heard", { heard: null }), { class: "close", "aria-label": "Close" }),
  ];
}
