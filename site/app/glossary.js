// The game's terms in Japanese, in brackets where a text first has them, for whoever asked for it.
import { toggle } from "./dom.js";

/** @import { Table } from "./main.js" */
/** @import { State, View } from "./types" */

const JAPANESE = "titan-japanese";

export const wantsJapanese = () => localStorage.getItem(JAPANESE) === "yes";
export const keepJapanese = (/** @type {boolean} */ on) => localStorage.setItem(JAPANESE, on ? "yes" : "");

/** @type {RegExp | null} */
let terms = null;

/** @type {(state: State, text: string) => string} */
export function glossed({ data, japanese }, text) {
  if (!japanese) return text;
  terms ||= new RegExp(`\\b(${Object.keys(data.glossary).sort((one, two) => two.length - one.length).join("|")})(s|es|ed|d)?\\b`, "gi");
  const left = new Map(Object.entries(data.glossary).map(([term, said]) => [term.toLowerCase(), said]));
  return text.replace(terms, (found, term) => {
    const said = left.get(term.toLowerCase());
    left.delete(term.toLowerCase());
    return said ? `${found} (${said})` : found;
  });
}

// For whoever plays in Japanese.
/** @type {(table: Table) => View} */
export const JapaneseTerms = ({ state, send }) => toggle("日本語", state.japanese, () => send("japanese", { japanese: !state.japanese }), { id: "japanese", "aria-label": "日本語: Japanese terms", title: "Japanese terms in brackets" });
