// Elements. Texts are set as text, never as markup: views are made with h, which Preact puts onto the page; what the
// board draws is made here.
import { h, render } from "preact";

export { h };

const SVG = "http://www.w3.org/2000/svg";

/** @type {(id: string) => any} The element of an id; what kind it is, the page's markup says. */
export const byId = (id) => document.getElementById(id);

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} All elements that a selector names. */
export const all = (selector, root = document) => [...root.querySelectorAll(/** @type {"div"} */ (selector))];

/** @type {(id: string, ...views: any[]) => void} Show views in a part of the page. */
export const paint = (id, ...views) => render(views, byId(id));

export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Sets an attribute where it is another, so that nothing is styled anew for what stays; null takes it away.
export function put(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @type {(words: any, click: (event: any) => void, more?: object) => any} */
export const button = (words, click, more) => h("button", { type: "button", onClick: click, ...more }, words);

/** @type {(words: any, on: boolean, click: () => void, more?: object) => any} */
export const toggle = (words, on, click, more) => button(words, click, { "aria-pressed": String(on), ...more });

/** @type {(label: string, views: any, more?: object) => any} A group with a name. */
export const group = (label, views, more) => h("div", { role: "group", "aria-label": label, ...more }, views);

const labelled = (words, control) => h("label", { class: "field" }, h("span", {}, words), control);

/** @type {(words: string, options: any[], chosen: any, change: (value: string) => void, more?: object) => any} */
export const choice = (words, options, chosen, change, more) => labelled(words,
  h("select", { value: String(chosen), onChange: (/** @type {any} */ event) => change(event.currentTarget.value), ...more }, options.map((option) => {
    const [value, said] = Array.isArray(option) ? option : [option, option];
    return h("option", { value: String(value), key: value }, said);
  })));

/** @type {(words: string, value: number, least: number, change: (value: number) => void) => any} */
export const count = (words, value, least, change) => labelled(words, h("input", {
  type: "number", min: least, step: 1, onChange: (/** @type {any} */ event) => change(Math.max(least, Math.round(Number(event.currentTarget.value)) || 0)),
  ref: (/** @type {any} */ field) => {
    if (field && document.activeElement !== field) field.value = String(value); // what is being typed stays
  },
}));

/** @type {(summary: string, views: any, more?: object) => any} What is unfolded by a touch. */
export const folded = (summary, views, more) => h("details", { ...more }, h("summary", {}, summary), views);

/** @type {(items: any[], more?: object) => any} */
export const list = (items, more) => h("ul", { ...more }, items.map((item) => h("li", {}, item)));

/** @type {(words: any) => any} */
export const faint = (words) => h("p", { class: "faint" }, words);

/** @type {(...views: any[]) => any} */
export const row = (...views) => h("div", { class: "row" }, views);

export const copyOf = (templateId) => document.importNode(byId(templateId).content, true).firstElementChild;

// Equal names together: "Ogre ×2, Lion".
export function counted(names) {
  const tally = new Map();
  for (const name of names) tally.set(name, (tally.get(name) || 0) + 1);
  return [...tally].map(([name, many]) => (many > 1 ? `${name} ×${many}` : name)).join(", ");
}

export function sentenceOf(text) {
  const said = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

export function announce(words) {
  const live = byId("live");
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Whether only one panel is seen at a time.
export const narrow = () => matchMedia("(max-width: 699px), (max-height: 520px)").matches;

export function saveAs(name, text, type) {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
