// What stands beneath the field: why something typed was not read, the line to go on with, and rules it may be about.
import { button, byId, h, row, sentenceOf } from "./dom.js";
import { Cases } from "./ruling.js";

const COMMAND = /titan check .*$/m; // in a hint: what was read, and the gaps to be filled

export function Heard({ state, send, controls }) {
  if (!state.heard) return null;
  const { fault, rules, waits } = state.heard;
  if (waits) return h("p", {}, waits);
  const { message, hint = "", line } = fault;
  const [form] = COMMAND.exec(hint) || [];
  const said = hint && (form ? hint.replace(COMMAND, "").replace(/[\s:,]*(as typed in full)?[\s:,]*$/, "") : hint);
  const take = () => {
    controls.type(form);
    byId("ask").focus();
  };
  return [
    h("p", {}, h("b", {}, sentenceOf(message)), line ? ` Line ${line}. ` : " ", said && sentenceOf(said)),
    form && row(h("code", {}, form), button("Put it into the field", take, { id: "go-on", class: "main" })),
    rules?.length > 0 && h("div", { id: "found-rules" }, h("h2", {}, "Rules that it may be about"), h("ul", { class: "rules-found" }, rules.map((rule) => RuleRow(rule, state, send)))),
    button("✕", () => send("heard", { heard: null }), { class: "close", "aria-label": "Close" }),
  ];
}

// A rule that was found, with the settled disputes on it.
export const RuleRow = (rule, state, send) => h("li", { key: rule.id }, h("p", {}, h("b", {}, `${rule.id} ${rule.title}`), ` ${rule.text}`), Cases(rule.cases, send));
