// Which reading of a disputed rule is played: a ruleset, and single options, each with its sentence.
import { choice, folded, h } from "./dom.js";

const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));

// rules: {ruleset, options}; set({ruleset}) or set({options}): another one was chosen.
/** @type {(data: any, rules: { ruleset?: string, options?: Record<string, any> }, set: (more: object) => void) => any} */
export function OptionFields(data, { ruleset = "standard", options = {} }, set) {
  const preset = data.rulesets[ruleset] || {};
  const own = Object.keys(options).length;
  const select = ([name, values, about, rules]) => {
    const change = (text) => {
      const { [name]: _, ...rest } = options;
      set({ options: text ? { ...rest, [name]: values.find((value) => String(value) === text) } : rest });
    };
    return h("li", { key: name }, h("p", {}, `${about.slice(0, 1).toUpperCase()}${about.slice(1)} (${rules.join(", ")})`),
      choice(words(name), [["", `as in ${ruleset}: ${words(preset[name])}`], ...values.map((value) => [String(value), words(value)])],
        options[name] === undefined ? "" : String(options[name]), change));
  };
  return h("div", { class: "rules" },
    choice("Ruleset", Object.keys(data.rulesets), ruleset, (name) => set({ ruleset: name })),
    folded(own ? `Options: ${own} of your own` : "Options", h("ul", { class: "options" }, data.options.map(select))));
}
