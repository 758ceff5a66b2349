// Elements. Texts are set as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

/** @type {(id: string) => any} The element of an id; what kind it is, the page's markup says. */
export const byId = (id) => document.getElementById(id);

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} All elements that a selector names. */
export const all = (selector, root = document) => [...root.querySelectorAll(/** @type {"div"} */ (selector))];

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function html(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Sets an attribute where it is another, so that nothing is styled anew for what stays; null takes it away.
export function put(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function button(words, click, attributes = {}) {
  return html("button", { type: "button", click, ...attributes }, words);
}

export function choice(options, chosen, change, attributes = {}) {
  const made = html("select", { ...attributes, change: () => change(made.value) });
  for (const option of options) {
    const [value, words] = Array.isArray(option) ? option : [option, option];
    made.append(html("option", { value, selected: String(value) === String(chosen) }, words));
  }
  return made;
}

export function labelled(words, control) {
  return html("label", { class: "field" }, html("span", {}, words), control);
}

export function copyOf(templateId) {
  return document.importNode(byId(templateId).content, true).firstElementChild;
}

// Equal names together: "Ogre ×2, Lion".
export function counted(names) {
  const tally = new Map();
  for (const name of names) tally.set(name, (tally.get(name) || 0) + 1);
  return [...tally].map(([name, many]) => (many > 1 ? `${name} ×${many}` : name)).join(", ");
}

export function announce(words) {
  const live = byId("live");
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function saveAs(name, text, type) {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
