// The table's one state, and what each event makes of it. Nothing here asks, waits or draws.
import { seatsOf } from "./door.js";
import { narrow } from "./dom.js";
import { wantsJapanese } from "./glossary.js";
import { factsOfDocument, isBattle } from "./facts.js";
import { ROLES } from "./pieces.js";
import { ableOnes, pieceOn, targetsOf } from "./reach.js";
import { changed, cutOff, endOf, factsOf, lineIn, newNode, promote, trailTo, treeOf } from "./tree.js";

/** @import { Carry, RollChoice, Tried, hex } from "./protocol" */
/** @import { Changed, Data, EventName, Events, FactsOfBattle, Held, LegalAction, Moment, Node, Open, Position, Role, Split, State, Targets, Tray, Update } from "./types" */

const UNREADABLE = { legal: [], owed: [], next: { by: null, says: "This position is not possible", actions: [] } };

/** @type {Moment} */
const NOTHING = { chosen: null, reach: null, card: null, pending: null, leaving: [], tray: null, moved: false };

/** @type {(data: Data) => State} */
export function begun(data) {
  return {
    ...NOTHING, data, engine: "loading", progress: "", message: "", working: false, panel: "door", node: null, trail: [], odds: {}, version: 0,
    game: null, games: null, doomed: null, heard: null, shown: null, role: ROLES[0], armed: null, color: null, made: null,
    begin: { seats: seatsOf(data.players[0]), box: "standard", ruleset: "standard", options: {}, seed: "" },
    viewer: data.viewer || "", search: "", laws: {}, unfolded: null, link: "",
    policies: { attacker: "greedy", defender: "greedy" }, trials: 400, japanese: wantsJapanese(),
  };
}

// --- what is asked of it

export const front = () => (narrow() ? "talk" : "moves"); // the panel that one plays with
/** @type {(state: State) => boolean} */
export const settingUp = (state) => state.panel === "setup";
/** @type {(state: State) => boolean} */
export const isAble = (state) => state.engine === "ready" || state.engine === "loading";
/** @type {(state: Open) => LegalAction[]} */
export const legalOf = (state) => state.node.held?.legal || [];
/** @type {(state: Open) => Role} */
export const actorOf = (state) => factsOf(state.node).b?.[1] || ROLES[0];

// The ways to split the chosen Legion.
/** @type {(state: Open) => { text: string, action: Split }[]} */
export const splitsOf = (state) => legalOf(state).flatMap(({ text, action }) => (action.do === "split" && action.legion === state.chosen ? [{ text, action }] : []));

// The facts of the battle that is looked at; null where the Masterboard is.
/** @type {(state: Open) => FactsOfBattle | null} */
export function battleOf(state) {
  const facts = factsOf(state.node);
  return isBattle(facts) && !(state.shown === "board" && facts.t !== undefined) ? facts : null;
}

/** @type {(state: Open) => "battle" | "board"} */
export const viewOf = (state) => (battleOf(state) ? "battle" : "board");
/** @type {(state: Open) => boolean} */
export const inBattle = (state) => battleOf(state) !== null;

/** @type {(state: Open, key: string | null) => ReturnType<typeof pieceOn>} */
export function characterOn(state, key) {
  const facts = battleOf(state);
  return facts && key ? pieceOn(state.data, facts, key) : null;
}

/** @type {(state: Open) => Targets} */
export const targets = (state) => (state.tray ? carriesOf(state.tray) : targetsOf({ legal: legalOf(state), reach: state.reach, chosen: state.chosen, battle: inBattle(state) }));
/** @type {(state: Open) => Set<string>} */
export const able = (state) => (state.chosen ? new Set() : ableOnes(legalOf(state), actorOf(state)));

// --- to undo and to redo: on the trail, but never what was recorded

/** @type {(state: State, by: 1 | -1) => Node | undefined} */
const beside = ({ trail, node }, by) => (node ? trail[trail.indexOf(node) + by] : undefined);
/** @type {(state: State) => Node | undefined} */
export const undone = (state) => (state.node?.step === undefined ? beside(state, -1) : undefined);
/** @type {(state: State) => Node | undefined} */
export const redone = (state) => (beside(state, 1)?.step === undefined ? beside(state, 1) : undefined);
/** @type {(state: Open) => Node[]} The steps that are leafed through. */
export const lineOn = (state) => lineIn(state.trail, state.node);

// --- dice on the tray

/** @type {(tray: Tray) => RollChoice} */
export const optionOf = (tray) => (tray.single ? { text: tray.text, dice: 1, strike_number: 0, carry_to: [], slays: "" } : tray.options[tray.option]);
/** @type {(tray: Tray) => boolean} */
export const isFull = (tray) => tray.dice.length >= optionOf(tray).dice;
/** @type {(tray: Tray) => number} */
export const hitsOf = (tray) => (tray.single ? 0 : tray.dice.filter((die) => die >= optionOf(tray).strike_number).length);
/** @type {(tray: Tray) => number} */
export const leftOver = (tray) => (tray.single ? 0 : hitsOf(tray) - tray.needs - tray.carry.reduce((sum, one) => sum + one.hits, 0));

// Whom the rules let take the hits that are left over: place → what a touch there does, and what is written on it.
/** @type {(tray: Tray) => Targets} */
export function carriesOf(tray) {
  /** @type {Targets} */
  const carries = new Map();
  if (tray.single || !isFull(tray)) return carries;
  const { text, carry_to: allowed } = optionOf(tray);
  for (const { to, hits } of tray.carry) carries.set(to, { chip: `takes ${hits}`, label: `takes ${hits}`, text: `${text} carrying ${to}:${hits}`, all: [] });
  const left = leftOver(tray);
  if (left > 0) for (const to of allowed) if (!carries.has(to)) carries.set(to, { chip: `${left} left`, label: `may take ${left}`, text: `${text} carrying ${to}:${left}`, all: [] });
  return carries;
}

// Hits left over are carried to an enemy: as many as it still takes, or all that are left; or not, after all.
/** @type {(tray: Tray, hex: hex, takes: number) => Carry[]} */
function carried(tray, hex, takes) {
  const others = tray.carry.filter((one) => one.to !== hex);
  if (others.length < tray.carry.length || leftOver(tray) <= 0) return others;
  return [...others, { to: hex, hits: Math.min(leftOver(tray), Math.max(takes, 1)) }];
}

// --- where one is

/** @type {(state: State, node: Node) => Changed} */
const at = ({ trail }, node) => ({ ...NOTHING, odds: {}, node, trail: trail.includes(node) ? trail : trailTo(endOf(node)) });
/** @type {(state: State, node: Node) => Changed} */
const done = (state, node) => ({ ...at(state, node), trail: trailTo(endOf(node)), version: state.version + 1 });

/** @type {(answer: Tried) => string} */
function withHits({ says, events }) {
  const hits = events?.find((one) => one.facts?.hits !== undefined && one.facts.strike_number)?.facts?.hits;
  return hits === undefined ? says : `${says.replace(/: \d+ hits?$/, "")}: ${hits} hit${hits === 1 ? "" : "s"}`;
}

// The node of what was played or refused: one that was made before, or a new one.
/** @type {(from: Node, answer: Tried, held: Held) => Node} */
function played(from, answer, held) {
  const base = (from.refused && from.parent) || from;
  const illegal = answer.verdict === "illegal";
  const same = base.children.find((child) => child.text === answer.text && Boolean(child.refused) === illegal);
  return same || newNode(base, {
    text: answer.text, says: withHits(answer), arrow: answer.arrow || null, events: answer.events || [], because: illegal ? [] : answer.rulings,
    refused: illegal ? { rulings: answer.rulings, instead: answer.instead } : null, held: answer.after || held, comment: "",
  });
}

// A document that nobody has judged yet, as it is drawn.
/** @type {(data: Data, document: Position, says: string) => Held} */
const unjudged = (data, document, says) => ({ position: document, line: null, facts: factsOfDocument(data, document), faults: [], legal: null, owed: [], next: { says, actions: [] } });

/** @type {Update<State>} What changes whether or not a game is open. */
const ANYWHERE = {
  engine: (state, { engine, words }) => ({ engine, progress: words }),
  tell: (state, { message }) => ({ message }),
  working: (state, { working }) => ({ working }),
  heard: (state, { heard }) => ({ heard }),
  door: () => ({ ...NOTHING, odds: {}, node: null, trail: [], game: null, doomed: null, heard: null, panel: "door" }),
  // A link that waits for the rules: its board is seen already.
  glance: (state, { text, document }) => ({
    heard: { text, waits: "The link is opened as soon as the rules are here." },
    ...(document && {
      ...at(state, newNode(null, { glanced: true, held: unjudged(state.data, document, "The rules are loading …") })),
      panel: front(),
    }),
  }),
  games: (state, { games }) => ({ games }),
  doom: (state, { id }) => ({ doomed: id }),
  begin: (state, { begin }) => ({ begin }),
  panel: (state, { name }) => ({ panel: name, ...(name === "setup" ? NOTHING : { armed: null }) }),
  search: (state, { search }) => ({ search }),
  viewer: (state, { viewer }) => ({ ...NOTHING, viewer }),
  adopt: (_, { node, trail, game }) => ({ ...NOTHING, odds: {}, node, trail, game, panel: front() }),
  enter: (state, { node, game, ...more }) => ({ ...done(state, node), game, shown: null, heard: null, ...more }),
  opened: (state, { answer, game }) => ({
    ...done(state, answer.kind === "record" ? treeOf(answer) : newNode(null, { held: answer, notes: answer.notes })),
    game, shown: null, heard: null, panel: front(),
  }),
  law: (state, { key }) => ({ unfolded: state.unfolded === key ? null : key }),
  read: (state, { rule, answer }) => ({ laws: { ...state.laws, [rule]: answer } }),
  policy: (state, policies) => ({ policies: { ...state.policies, ...policies } }),
  trials: (state, { trials }) => ({ trials }),
  japanese: (state, { japanese }) => ({ japanese }),
  link: (state, { link }) => ({ link }),
};

/** @type {Update<Open>} What changes in the game that is open. */
const HERE = {
  turn: (state) => ({ ...NOTHING, shown: inBattle(state) ? "board" : null }),
  visit: (state, { node }) => at(state, node),
  undo: (state) => ({ ...at(state, undone(state) || state.node), version: state.version + 1 }),
  redo: (state) => ({ ...at(state, redone(state) || state.node), version: state.version + 1 }),
  comment: (state, { words }) => {
    changed(state.node).commentBefore = state.node.comment || "";
    state.node.comment = words;
    return { version: state.version + 1 };
  },
  promote: (state) => {
    promote(state.node);
    return done(state, state.node);
  },
  remove: (state) => done(state, cutOff(state.node)),
  held: (state, { node, answer }) => {
    if (!answer.error) node.held = answer;
    else if (node.held) node.held = { ...node.held, ...UNREADABLE, faults: answer.faults };
    return { node };
  },
  played: (state, { answer, held }) => {
    const node = played(state.node, answer, held);
    return { ...done(state, node), moved: !node.refused };
  },
  known: (state, { node, viewer, facts }) => {
    node.known = { viewer, facts };
    return { node };
  },

  note: (state, { node, notes }) => {
    node.notes = notes;
    return { node };
  },
  choose: (state, { key }) => ({ ...NOTHING, chosen: key, panel: key && narrow() ? "talk" : state.panel }),
  reach: (state, { answer }) => (answer.error ? { card: { title: "", notes: [answer.error.message] } } : { reach: answer }),
  card: (state, { card }) => ({ card }),
  offer: (state, { actions }) => ({ pending: actions }),
  leave: (state, { i }) => ({ leaving: state.leaving.includes(i) ? state.leaving.filter((one) => one !== i) : [...state.leaving, i] }),

  perform: () => ({ tray: null }),
  tray: (state, { tray, card = state.card }) => ({ tray: { option: 0, dice: [], carry: [], ...tray }, card, panel: narrow() ? "talk" : state.panel }),
  way: ({ tray }, { option }) => ({ tray: tray && { ...tray, option, dice: [], carry: [] } }),
  dice: ({ tray }, { dice }) => ({ tray: tray && { ...tray, dice: [...tray.dice, ...dice].slice(0, optionOf(tray).dice) } }),
  carry: ({ tray }, { hex, takes }) => ({ tray: tray && { ...tray, carry: carried(tray, hex, takes) } }),
  back: ({ tray }) => ({ tray: tray && (tray.carry.length ? { ...tray, carry: tray.carry.slice(0, -1) } : { ...tray, dice: tray.dice.slice(0, -1) }) }),
  close: () => ({ tray: null }),

  // Setting up. A position that was edited is drawn at once; what is right and wrong with it is asked behind it.
  edit: (state, { document, ...more }) => {
    const says = state.engine === "loading" ? "The rules are still loading." : state.node.held?.next.says || "";
    return { ...done(state, newNode(null, { held: unjudged(state.data, document, says), from: state.node })), chosen: state.chosen, ...more };
  },
  pick: (state, { chosen, ...more }) => ({ ...NOTHING, chosen, ...more }),
  arm: (state, { name }) => ({ ...NOTHING, armed: state.armed === name ? null : name }),
  side: (state, change) => change, // role, color: whose pieces are set up
  odds: (state, odds) => ({ odds: { ...state.odds, ...odds } }),
};

// What an event makes of a state.
/** @type {<Name extends EventName>(state: State, type: Name, event: Events[Name]) => State} */
export function update(state, type, event) {
  const changes = ANYWHERE[type]?.(state, event) ?? (state.node && HERE[type]?.(state, event));
  return changes ? /** @type {State} */ ({ ...state, ...changes }) : state;
}
