// Which reading of a disputed rule is played: a ruleset, and single options, each with its sentence.
import { choice, folded, h } from "./dom.js";

/** @import { Data, Open, OptionValue, View } from "./types" */

/** @typedef {{ ruleset?: string, options?: Record<string, OptionValue> }} Rules */

/** @type {(value: OptionValue) => string} */
const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));

// rules: {ruleset, options}; set({ruleset}) or set({options}): another one was chosen.
/** @type {(data: Data, rules: Rules, set: (more: Rules) => void) => View} */
export function OptionFields(data, { ruleset = "standard", options = {} }, set) {
  const preset = data.rulesets[ruleset] || {};
  const own = Object.keys(options).length;
  /** @type {(option: Data["options"][number]) => View} */
  const select = ([name, values, about, rules]) => {
    /** @type {(text: string) => void} */
    const change = (text) => {
      const { [name]: _, ...rest } = options;
      const [value] = values.filter((one) => String(one) === text);
      set({ options: text ? { ...rest, [name]: value } : rest });
    };
    return h("li", { key: name }, h("p", {}, `${about.slice(0, 1).toUpperCase()}${about.slice(1)} (${rules.join(", ")})`),
      choice(words(name), [["", `as in ${ruleset}: ${words(preset[name])}`], ...values.map((value) => /** @type {[string, string]} */ ([String(value), words(value)]))],
        options[name] === undefined ? "" : String(options[name]), change));
  };
  return h("div", { class: "rules" },
    choice("Ruleset", Object.keys(data.rulesets), ruleset, (name) => set({ ruleset: name })),
    folded(own ? `Options: ${own} of your own` : "Options", h("ul", { class: "options" }, data.options.map(select))));
}
