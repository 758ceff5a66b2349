// Elements. Texts are set as text, never as markup: views are made with h, which Preact puts onto the page; what the
// board draws is made here.
import { h, render } from "preact";

export { h };

/** @import { Choosable, Elements, More, View } from "./types" */

const SVG = "http://www.w3.org/2000/svg";

// The element of an id that the page's markup has.
/** @type {<Id extends string>(id: Id) => Id extends keyof Elements ? Elements[Id] : HTMLElement} */
export const byId = (id) => /** @type {ReturnType<typeof byId<typeof id>>} */ (document.getElementById(id));

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} All elements that a selector names. */
export const all = (selector, root = document) => [...root.querySelectorAll(/** @type {"div"} */ (selector))];

/** @type {(id: string, ...views: View[]) => void} Show views in a part of the page. */
export const paint = (id, ...views) => render(views, byId(id));

/** @type {<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes: Record<string, string | number | null | undefined>, ...children: (Node | string | number)[]) => SVGElementTagNameMap[Tag]} */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(name, String(value));
  made.append(.../** @type {(Node | string)[]} */ (children));
  return made;
}

// Sets an attribute where it is another, so that nothing is styled anew for what stays; null takes it away.
/** @type {(element: Element, name: string, value: string | null) => void} */
export function put(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

// What a field holds now, handed on.
/** @type {(change: (value: string) => void) => (event: { currentTarget: EventTarget | null }) => void} */
export const valueTo = (change) => ({ currentTarget }) => change(/** @type {HTMLInputElement} */ (currentTarget).value);

/** @type {(words: View, click: (event: MouseEvent) => void, more?: More) => View} */
export const button = (words, click, more) => h("button", { type: "button", onClick: click, ...more }, words);

/** @type {(words: View, on: boolean, click: () => void, more?: More) => View} */
export const toggle = (words, on, click, more) => button(words, click, { "aria-pressed": String(on), ...more });

/** @type {(label: string, views: View, more?: More) => View} A group with a name. */
export const group = (label, views, more) => h("div", { role: "group", "aria-label": label, ...more }, views);

/** @type {(words: string, control: View) => View} */
export const labelled = (words, control) => h("label", { class: "field" }, h("span", {}, words), control);

/** @type {(words: string, options: readonly Choosable[], chosen: string | number | null | undefined, change: (value: string) => void, more?: More) => View} */
export const choice = (words, options, chosen, change, more) => labelled(words,
  h("select", { value: String(chosen), onChange: valueTo(change), ...more }, options.map((option) => {
    const [value, said] = typeof option === "object" ? option : [option, option];
    return h("option", { value: String(value), key: value }, said);
  })));

/** @type {(words: string, value: number | undefined, least: number, change: (value: number) => void) => View} */
export const count = (words, value, least, change) => labelled(words, h("input", {
  type: "number", min: least, step: 1, onChange: valueTo((typed) => change(Math.max(least, Math.round(Number(typed)) || 0))),
  ref: (/** @type {HTMLInputElement | null} */ field) => {
    if (field && document.activeElement !== field) field.value = String(value ?? least); // what is being typed stays
  },
}));

/** @type {(summary: string, views: View, more?: More) => View} What is unfolded by a touch. */
export const folded = (summary, views, more) => h("details", { ...more }, h("summary", {}, summary), views);

/** @type {(items: View[], more?: More) => View} */
export const list = (items, more) => h("ul", { ...more }, items.map((item) => h("li", {}, item)));

/** @type {(words: View) => View} */
export const faint = (words) => h("p", { class: "faint" }, words);

/** @type {(...views: View[]) => View} */
export const row = (...views) => h("div", { class: "row" }, views);

/** @type {(templateId: string) => SVGSVGElement} A copy of a drawing. */
export const copyOf = (templateId) => /** @type {SVGSVGElement} */ (document.importNode(/** @type {HTMLTemplateElement} */ (byId(templateId)).content, true).firstElementChild);

// Equal names together: "Ogre ×2, Lion".
/** @type {(names: readonly string[]) => string} */
export function counted(names) {
  const tally = new Map();
  for (const name of names) tally.set(name, (tally.get(name) || 0) + 1);
  return [...tally].map(([name, many]) => (many > 1 ? `${name} ×${many}` : name)).join(", ");
}

/** @type {(text: string) => string} */
export function sentenceOf(text) {
  const said = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

/** @type {(words: string) => void} */
export function announce(words) {
  const live = byId("live");
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Whether only one panel is seen at a time.
export const narrow = () => matchMedia("(max-width: 699px), (max-height: 520px)").matches;

/** @type {(name: string, text: string | Blob, type: string) => void} */
export function saveAs(name, text, type) {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
