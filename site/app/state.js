// The table's one state, and what each event makes of it. Nothing here asks, waits or draws.
import { seatsOf } from "./door.js";
import { narrow } from "./dom.js";
import { wantsJapanese } from "./glossary.js";
import { factsOfDocument } from "./facts.js";
import { ROLES } from "./pieces.js";
import { ableOnes, pieceOn, targetsOf } from "./reach.js";
import { changed, cutOff, endOf, factsOf, newNode, pathTo, promote, treeOf } from "./tree.js";

const MOST_STEPS = 1000; // that can be undone
const UNREADABLE = { legal: [], owed: [], next: { by: null, says: "This position is not possible", actions: [] } };

// What belongs to one moment of one position: who is chosen and what the engine says of it, and what is being decided.
// pending: actions of which one is to be chosen or confirmed; leaving: who leaves a Legion; moved: the step is new.
/** @type {{ chosen: string | null, reach: any, card: any, pending: any[] | null, leaving: number[], tray: any, moved: boolean }} */
const NOTHING = { chosen: null, reach: null, card: null, pending: null, leaving: [], tray: null, moved: false };
/** @type {{ running: any, fought: any, strike: any, engagement: any, advice: any }} */
const NO_ODDS = { running: null, fought: null, strike: null, engagement: null, advice: null };

export function begun(data) {
  return {
    ...NOTHING, ...NO_ODDS, data, engine: "loading", progress: "", message: "", working: false, panel: "door",
    node: /** @type {any} */ (null), line: /** @type {any[]} */ ([]), past: /** @type {any[]} */ ([]), future: /** @type {any[]} */ ([]), // node: null at the front door
    version: 0, // how many things were done
    game: null, games: null, doomed: null, // which game is open; all that are kept; the one that is about to be deleted
    begin: { seats: seatsOf(data.players[0]), box: "standard", ruleset: "standard", options: {}, seed: "" }, // a new game
    heard: /** @type {any} */ (null), // of what was typed last: {text, fault, rules, notes}
    shown: null, // "board" where the Masterboard is looked at while a battle is fought
    role: ROLES[0], armed: null, color: null, made: null, // setting up: whose characters, which; a Legion just made
    viewer: data.viewer || "", search: "", laws: {}, unfolded: null, link: "",
    policies: { attacker: "greedy", defender: "greedy" }, trials: 400, japanese: wantsJapanese(),
  };
}

// --- what is asked of it

export const front = () => (narrow() ? "talk" : "moves"); // the panel that one plays with
export const settingUp = (state) => state.panel === "setup";
export const isAble = (state) => state.engine === "ready" || state.engine === "loading";
export const legalOf = (state) => state.node.held?.legal || [];
export const splitsOf = (state) => legalOf(state).filter((one) => one.action.do === "split" && one.action.legion === state.chosen);
export const actorOf = (state) => factsOf(state.node).b?.[1] || ROLES[0];
export const viewOf = (state) => {
  const facts = factsOf(state.node);
  return facts.B && !(state.shown === "board" && facts.t !== undefined) ? "battle" : "board";
};
export const inBattle = (state) => viewOf(state) === "battle";
export const characterOn = (state, key) => (inBattle(state) ? pieceOn(state.data, factsOf(state.node), key) : null);
export const targets = (state) => (state.tray ? carriesOf(state.tray) : targetsOf({ legal: legalOf(state), reach: state.reach, chosen: state.chosen, battle: inBattle(state) }));
export const able = (state) => (state.chosen ? new Set() : ableOnes(legalOf(state), actorOf(state)));

// --- dice on the tray

export const optionOf = (tray) => (tray.single ? { text: tray.text, dice: 1 } : tray.options[tray.option]);
export const isFull = (tray) => tray.dice.length >= optionOf(tray).dice;
export const hitsOf = (tray) => (tray.single ? 0 : tray.dice.filter((die) => die >= optionOf(tray).strike_number).length);
export const leftOver = (tray) => hitsOf(tray) - tray.needs - tray.carry.reduce((sum, one) => sum + one.hits, 0);

// Whom the rules let take the hits that are left over: place → what a touch there does, and what is written on it.
export function carriesOf(tray) {
  const carries = new Map();
  if (tray.single || !isFull(tray)) return carries;
  const { text, carry_to: allowed = [] } = optionOf(tray);
  for (const { to, hits } of tray.carry) carries.set(to, { chip: `takes ${hits}`, label: `takes ${hits}`, text: `${text} carrying ${to}:${hits}`, all: [] });
  const left = leftOver(tray);
  if (left > 0) for (const to of allowed) if (!carries.has(to)) carries.set(to, { chip: `${left} left`, label: `may take ${left}`, text: `${text} carrying ${to}:${left}`, all: [] });
  return carries;
}

// Hits left over are carried to an enemy: as many as it still takes, or all that are left; or not, after all.
function carried(tray, hex, takes) {
  const others = tray.carry.filter((one) => one.to !== hex);
  if (others.length < tray.carry.length || leftOver(tray) <= 0) return others;
  return [...others, { to: hex, hits: Math.min(leftOver(tray), Math.max(takes, 1)) }];
}

// --- where one is

const at = (state, node) => ({ ...NOTHING, ...NO_ODDS, node, line: state.line[node.depth] === node ? state.line : pathTo(endOf(node)) });
const done = (state, node) => ({ ...at(state, node), line: pathTo(endOf(node)), version: state.version + 1 });
const entered = (state, node) => ({ ...done(state, node), past: [...state.past, state.node].slice(-MOST_STEPS), future: [] });

function withHits({ says, events }) {
  const hits = events?.find((one) => one.facts?.hits !== undefined && one.facts.strike_number)?.facts.hits;
  return hits === undefined ? says : `${says.replace(/: \d+ hits?$/, "")}: ${hits} hit${hits === 1 ? "" : "s"}`;
}

// The node of what was played or refused: one that was made before, or a new one.
function played(from, answer, held) {
  const base = from.refused ? from.parent : from;
  const illegal = answer.verdict === "illegal";
  const same = base.children.find((child) => child.text === answer.text && Boolean(child.refused) === illegal);
  return same || newNode(base, {
    text: answer.text, says: withHits(answer), arrow: answer.arrow || null, events: answer.events || [], because: illegal ? [] : answer.rulings,
    refused: illegal ? { rulings: answer.rulings, instead: answer.instead } : null, held: answer.after || held, comment: "",
  });
}

/** @type {Record<string, (state: ReturnType<typeof begun>, event: any) => object>} */
const EVENTS = {
  engine: (state, { engine, words }) => ({ engine, progress: words }),
  tell: (state, { message }) => ({ message }),
  working: (state, { working }) => ({ working }),
  heard: (state, { heard }) => ({ heard }),
  door: () => ({ ...NOTHING, ...NO_ODDS, node: null, line: [], past: [], future: [], game: null, doomed: null, heard: null, panel: "door" }),
  // A link that waits for the rules: its board is seen already.
  glance: (state, { text, document }) => ({
    heard: { text, waits: "The link is opened as soon as the rules are here." },
    ...(document && {
      ...at(state, newNode(null, { glanced: true, held: { position: document, line: null, facts: factsOfDocument(state.data, document), faults: [], legal: null, owed: [], next: { says: "The rules are loading …", actions: [] } } })),
      panel: front(),
    }),
  }),
  games: (state, { games }) => ({ games }),
  doom: (state, { id }) => ({ doomed: id }),
  begin: (state, { begin }) => ({ begin }),
  panel: (state, { name }) => ({ panel: name, ...(name === "setup" ? NOTHING : { armed: null }) }),
  turn: (state) => ({ ...NOTHING, shown: inBattle(state) ? "board" : null }),
  search: (state, { search }) => ({ search }),
  viewer: (state, { viewer }) => ({ ...NOTHING, viewer }),

  visit: (state, { node }) => at(state, node),
  adopt: (state, { node, past, future, game }) => ({ ...at(state, node), past, future, game, panel: front() }),
  enter: (state, { node, game, ...more }) => ({ ...done(state, node), past: [], future: [], game, shown: null, heard: null, ...more }),
  undo: (state) => (state.past.length
    ? { ...done(state, state.past.at(-1)), past: state.past.slice(0, -1), future: [...state.future, state.node] } : {}),
  redo: (state) => (state.future.length
    ? { ...done(state, state.future.at(-1)), past: [...state.past, state.node], future: state.future.slice(0, -1) } : {}),
  comment: (state, { words }) => {
    changed(state.node).commentBefore = state.node.comment || "";
    state.node.comment = words;
    return { version: state.version + 1 };
  },
  promote: (state) => {
    promote(state.node);
    return done(state, state.node);
  },
  remove: (state) => {
    const { node, past, future } = state;
    const stays = (one) => !pathTo(one).includes(node);
    cutOff(node);
    return { ...done(state, node.parent), past: past.filter(stays), future: future.filter(stays) };
  },
  opened: (state, { answer, game }) => ({
    ...done(state, answer.kind === "record" ? treeOf(answer) : newNode(null, { held: answer, notes: answer.notes })),
    past: [], future: [], game, shown: null, heard: null, panel: front(),
  }),
  held: (state, { node, answer }) => {
    if (!answer.error) node.held = answer;
    else if (node.held) node.held = { ...node.held, ...UNREADABLE, faults: answer.faults };
    return { node };
  },
  played: (state, { answer, held }) => {
    const node = played(state.node, answer, held);
    return { ...entered(state, node), moved: !node.refused };
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
  law: (state, { key }) => ({ unfolded: state.unfolded === key ? null : key }),
  read: (state, { rule, answer }) => ({ laws: { ...state.laws, [rule]: answer } }),

  perform: () => ({ tray: null }),
  tray: (state, { tray, card = state.card }) => ({ tray: { option: 0, dice: [], carry: [], ...tray }, card, panel: narrow() ? "talk" : state.panel }),
  way: (state, { option }) => ({ tray: { ...state.tray, option, dice: [], carry: [] } }),
  dice: (state, { dice }) => ({ tray: { ...state.tray, dice: [...state.tray.dice, ...dice].slice(0, optionOf(state.tray).dice) } }),
  carry: (state, { hex, takes }) => ({ tray: { ...state.tray, carry: carried(state.tray, hex, takes) } }),
  back: ({ tray }) => ({ tray: tray.carry.length ? { ...tray, carry: tray.carry.slice(0, -1) } : { ...tray, dice: tray.dice.slice(0, -1) } }),
  close: () => ({ tray: null }),

  // Setting up. A position that was edited is drawn at once; what is right and wrong with it is asked behind it.
  edit: (state, { document, ...more }) => {
    const says = state.engine === "loading" ? "The rules are still loading." : state.node.held?.next?.says;
    const facts = factsOfDocument(state.data, document);
    const held = { position: document, line: null, facts, faults: [], legal: null, owed: [], next: { says, actions: [] } };
    return { ...entered(state, newNode(null, { held })), chosen: state.chosen, ...more };
  },
  pick: (state, { chosen, ...more }) => ({ ...NOTHING, chosen, ...more }),
  arm: (state, { name }) => ({ ...NOTHING, armed: state.armed === name ? null : name }),
  side: (state, change) => change, // role, color: whose pieces are set up

  policy: (state, policies) => ({ policies: { ...state.policies, ...policies } }),
  trials: (state, { trials }) => ({ trials }),
  fought: (state, { answer, running }) => ({ fought: answer ?? state.fought, running }),
  strike: (state, { answer }) => ({ strike: answer }),
  engagement: (state, { land, answer }) => ({ engagement: { land, answer } }),
  advice: (state, { advice }) => ({ advice }),
  japanese: (state, { japanese }) => ({ japanese }),
  link: (state, { link }) => ({ link }),
};

export const update = (state, type, event) => (EVENTS[type] ? { ...state, ...EVENTS[type](state, event) } : state);
