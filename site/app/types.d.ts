// What the page is made of: the facts of a position, the tree of a game, the state, and the events that change it.
import type { ComponentChildren } from "preact";
import type { Table } from "./main";
import type * as protocol from "./protocol";

type Action = protocol.Action;
type Aim = protocol.Aim;
type Carry = protocol.Carry;
type hex = protocol.hex;
type LegalAction = protocol.LegalAction;
type NoAnswer = protocol.NoAnswer;
type Position = protocol.Position;
type Ruling = protocol.Ruling;
type Tried = protocol.Tried;
type Split = Extract<Action, { do: "split" }>;

// --- facts of a position: titan_rules/draw/page.py makes them ---

export type Role = "attacker" | "defender";
export type Bit = 0 | 1;
/** By its number in the box. */
export type CharacterNumber = number;

export type PlayerFact = [score: number, power: number, out: Bit, markers: number, name: string];
export type LegionFact = [color: string, land: number, height: number, marks: number, known: CharacterNumber[], entrySide: string];
export type BattleFact = [terrain: string, land: number | null, attacker: string, attackerLegion: string, defender: string, defenderLegion: string, entrySide: string];
/** acting: "" where the battle is over. */
export type MomentFact = [turn: number, acting: Role | "", says: string, phase: "maneuver" | "strike" | "strikeback"];
/** hex: "" where it is not yet on the board; marks: 1 moved, 2 struck, 4 slain. */
export type CombatantFact = [character: CharacterNumber, hex: string, power: number, hits: number, marks: number];
export type SideFact = [characters: CombatantFact[], slain: CharacterNumber[], score: number];
/** What can be known of a Legion: who is certainly in it, bounds for each other, the likeliest contents, how many others there are. */
export type KnownFact = [
  certain: CharacterNumber[], bounds: [character: CharacterNumber, least: number, most: number][],
  contents: [weight: string, characters: CharacterNumber[]][], others: number, rulings?: Ruling[],
];

interface BattleFacts {
  B: BattleFact;
  b: MomentFact;
  A: SideFact;
  D: SideFact;
}

interface GameFacts {
  /** The turn; none in a battle by itself. */
  t: number;
  /** Whose turn. */
  a: string;
  /** The Movement Roll. */
  r: number;
  /** The land of the Engagement that is being resolved. */
  e: number;
}

/** What is seen of a position. */
export interface Facts extends Partial<BattleFacts>, Partial<GameFacts> {
  /** The phase. */
  p: string;
  /** What happens, in words. */
  w: string;
  [player: `P/${string}`]: PlayerFact;
  [legion: `L/${string}`]: LegionFact;
  [known: `K/${string}`]: KnownFact;
}

/** Facts that are others than before; null: gone. */
export type Changes = { [key in keyof Facts]?: Facts[key] | null };

/** The facts while a battle is fought. */
export type FactsOfBattle = Facts & BattleFacts;

// --- what the page draws with ---

/** An element as data: tag, attributes, children. */
export type Drawing = [tag: string, attributes: Record<string, string>, ...children: (string | Drawing)[]];
export type LandShape = [terrain: string, x: number, y: number, inverted: Bit, outline: string, foot: number];
export type CharacterKind = [name: string, power: number, skill: number, marks: string[], count: number, summonable: Bit];
/** A box: a name, the name of a file, or a document. */
export type BoxName = string | BoxDocument;
export interface BoxDocument {
  name?: string;
  extends?: string;
  [key: string]: unknown;
}
export type OptionValue = string | boolean;
export type Point = [x: number, y: number];

/** The drawing of a board on the page: with what lies under it, its places, its words with their sizes, and who stands on it. */
export interface BoardMap extends SVGSVGElement {
  ground: SVGSVGElement;
  places: Map<string, SVGGElement>;
  words: [word: Element, size: number][];
  standing: Map<string, SVGElement>;
  /** Pixels of one of its units when it was last drawn. */
  unit: number;
}
export type Colors = [fill: string, ink: string];
/** What is shown on a board. */
export interface Shown {
  facts: Facts;
  view: "battle" | "board";
  chosen: string | null;
  /** What may be done with the chosen piece, by place. */
  legal: Targets;
  /** Who may do something, by place. */
  able: Set<string>;
  arrow: Arrow | null;
  /** The lands that a move passed. */
  way: number[] | null;
  /** Whether the step is new. */
  moved: boolean;
  rulings: Said[];
}
/** How near a board is seen, and from where. */
export type Zoom = { x: number, y: number, k: number };

/** The places, colours and characters of a box. */
export interface Geometry {
  box: BoxName;
  lands: Record<string, LandShape>;
  hexes: Record<string, Point>;
  /** The outline of a hex. */
  hex: string;
  size: [width: number, mapHeight: number, boardHeight: number, edge: number];
  colors: Record<string, Colors>;
  /** The markers of each colour. */
  letters: Record<string, string[]>;
  characters: CharacterKind[];
  starting: string[];
  titan: [power: number, step: number];
  figures: Record<string, string>;
  terrains: string[];
  /** The drawing of an entry side: by terrain and side. */
  entries: Record<string, Record<string, string>>;
  players: [least: number, most: number];
  shapes: Record<Role, { rx: string, d: string }>;
  hatch: string;
  stacks: [aside: number, down: number, scale: number][][];
}

/** What the page holds when it begins. */
export interface Data extends Geometry {
  engine: "server" | "worker" | "none";
  worker?: boolean;
  rulesets: Record<string, Record<string, OptionValue>>;
  options: [name: string, values: OptionValue[], about: string, rules: string[]][];
  glossary: Record<string, string>;
  shipped: string[];
  first: { held: Held, opened: boolean } | null;
  record?: protocol.Recorded;
  /** The step to open a record at. */
  open?: number;
  viewer?: string | null;
  laws?: Record<string, string>;
  boxes?: Record<string, BoxDocument>;
  /** The file that a server saves to. */
  saved?: string;
}

// --- the elements of the page ---

/** What kind some of its elements are, by their ids. */
export interface Elements {
  ask: HTMLTextAreaElement;
  blanks: HTMLTemplateElement;
  comment: HTMLTextAreaElement;
  file: HTMLInputElement;
  link: HTMLInputElement;
  position: HTMLInputElement;
  redo: HTMLButtonElement;
  search: HTMLInputElement;
  slider: HTMLInputElement;
  undo: HTMLButtonElement;
}

/** Anything that Preact shows. */
export type View = ComponentChildren;
/** Attributes and listeners of an element. */
export type More = Record<string, unknown>;
/** A choice: its value, or its value and how it is called. */
export type Choosable = string | number | readonly [value: string | number, words: string];

// --- a game as a tree ---

/** A ruling as the card shows it: with dice that were rolled, and what hits. */
export interface Said {
  rule: string;
  text: string;
  verdict: Ruling["verdict"] | "";
  facts?: RulingFacts;
  title?: string;
  dice?: number[];
  number?: number;
}

/** What a ruling is about: which of these it has hangs on its rule. */
export interface RulingFacts {
  hits?: number;
  /** "6 6 1" */
  dice?: string;
  die?: number;
  strike_number?: number;
  start?: string;
  end?: string;
  why?: string;
  /** Lands that a move passes, or hexes in a text. */
  way?: number[] | string;
  skill?: number;
  theirs?: number;
  hex?: string;
  at?: number;
  number?: number;
  target?: string;
  to?: string;
  [key: string]: unknown;
}

/** A ruling of a recorded game, in short. */
export type ShortRuling = [rule: string, verdict: "l" | "x" | "c", text: string, dice?: number[], number?: number];
export type Played = { action: string, comment?: string };
/** What was played, as questions carry it: on from a position, or from a step of a recorded game. */
export type Line = { record: string, step: number, played: Played[], position?: undefined } | { position?: Position, played: Played[], record?: undefined };
export type Arrow = string[];

/** The engine's answer on a position; legal is null until it has judged. */
export interface Held extends Omit<protocol.Drawn, "line" | "legal" | "next" | "missing" | "partial"> {
  line: string | null;
  legal: LegalAction[] | null;
  next: Partial<protocol.Choice> & { says: string, actions: string[] };
  missing?: string | null;
  partial?: protocol.Possible | null;
}

/** A step of a game: what was played, tried or refused, and the position that it led to. */
export interface Node {
  id: string;
  rank: number;
  depth: number;
  parent: Node | null;
  children: Node[];
  text?: string;
  says?: string;
  arrow?: Arrow | null;
  events?: Said[];
  because?: Said[];
  refused?: { rulings: Said[], instead?: Offer[] } | null;
  comment?: string;
  /** The comment that this tab has changed, to merge with another tab's. */
  commentBefore?: string;
  notes?: string[];
  held?: Held | null;
  /** A link's board that is looked at until the engine has read it. */
  glanced?: boolean;
  /** What a viewer can deduce here. */
  known?: { viewer: string, facts: Changes };
  /** Where a position that was set up was made from. */
  from?: Node;

  // of a recorded game
  step?: number;
  changes?: Changes;
  facts?: Facts;
  problems?: string[];
  /** Whose secret it holds, and what the others learn. */
  hidden?: string[] | null;

  // of its root
  title?: string;
  record?: string | null;
  box?: BoxName;
}

/** A node as it is kept; up: the id of its parent. */
export interface Row extends Omit<Node, "parent" | "children" | "facts" | "known" | "glanced" | "from"> {
  root: string;
  up: string | null;
  from?: string;
}

// --- what is looked at, and what is being decided ---

/** A hex, a land, or a character off the board; and the Legion in it that was touched. */
export type Place = { key: string, legion: string | null };
export type Offer = { text: string, says: string };

export interface Card {
  title: string;
  text?: string;
  verdict?: protocol.Tried["verdict"];
  /** With which roll a Legion may go where: lands, and what is said of each. */
  goes?: { roll: number, lands: [land: string, says: string][] };
  lead?: View[];
  rulings?: Said[];
  events?: Said[];
  instead?: Offer[];
  notes?: string[];
  faults?: string[];
  comment?: string;
  arrow?: Arrow | null;
}

interface AnyTray {
  says: string;
  dice: number[];
  carry: Carry[];
  option: number;
}
/** One die for an action. */
export type DieTray = AnyTray & { single: true, text: string };
/** The dice of a strike; options: the ways to roll it. */
export type StrikeTray = AnyTray & { single?: false, options: Aim["options"], needs: number, target: string };
export type Tray = DieTray | StrikeTray;

/** What a touch on a place does, and what is written there. */
export interface Target {
  text?: string;
  label: string;
  all: LegalAction[];
  chip?: string;
  muster?: string;
  way?: number[];
  how?: "teleport";
  rolls?: number[];
}
export type Targets = Map<string, Target>;

/** What was typed last, and what it came to. */
export interface Heard {
  text?: string;
  fault?: Partial<protocol.Fault> & { message: string };
  rules?: protocol.RuleEntry[];
  entries?: string[][];
  legions?: protocol.LegionAsked[];
  waits?: string;
}

export type Seat = { name: string, color: string };
export interface Begin {
  seats: Seat[];
  box: string;
  ruleset: string;
  options: Record<string, OptionValue>;
  seed: string;
}

/** A game that this browser keeps. */
export interface Game {
  id: string;
  name: string;
  title: string;
  says: string;
  time: number;
  box: BoxName;
  facts: Facts;
  /** The ids of the node where one stands, and of the last one on its trail. */
  at: string;
  end: string;
  /** The ids of its trees. */
  roots: string[];
}

export type Panel = "door" | "talk" | "moves" | "setup" | "odds" | "files" | "rules";
export type Policy = "greedy" | "best" | "random";

/** What belongs to one moment of one position. */
export interface Moment {
  /** The character or Legion that is chosen, by its place or marker. */
  chosen: string | null;
  /** What the engine says of it. */
  reach: protocol.Reach | null;
  /** What the card says instead of what was played. */
  card: Card | null;
  /** Actions of which one is to be chosen or confirmed. */
  pending: Offer[] | null;
  /** Who leaves a Legion: places in it. */
  leaving: number[];
  tray: Tray | null;
  /** Whether the step is new. */
  moved: boolean;
}

/** The chances that were asked for in a position. */
export interface Odds {
  /** The run of battles that is going on. */
  running?: object | null;
  fought?: protocol.Fought & Partial<NoAnswer>;
  strike?: protocol.Answers["odds"] & Partial<NoAnswer>;
  engagement?: { land: number, answer: (protocol.EngagementOdds & Partial<NoAnswer>) | null };
  advice?: protocol.Advice & Partial<NoAnswer>;
}

interface Always extends Moment {
  data: Data;
  engine: "loading" | "ready" | "failed" | "none";
  progress: string;
  message: string;
  working: boolean;
  panel: Panel;
  /** How many things were done. */
  version: number;
  /** The id of the game that is open. */
  game: string | null;
  /** All that are kept. */
  games: Game[] | null;
  /** The one that is about to be deleted. */
  doomed: string | null;
  /** A new game. */
  begin: Begin;
  heard: Heard | null;
  /** Where the Masterboard is looked at while a battle is fought. */
  shown: "board" | null;
  /** Setting up: whose characters, which; whose Legions, and the one just made. */
  role: Role;
  armed: string | null;
  color: string | null;
  made: string | null;
  viewer: string;
  search: string;
  laws: Record<string, protocol.Law & Partial<NoAnswer>>;
  unfolded: string | null;
  link: string;
  policies: Record<Role, Policy>;
  trials: number;
  japanese: boolean;
  odds: Odds;
  /** The steps that undo, redo and the slider go along. */
  trail: Node[];
}

/** At the front door no game is open. */
export type Door = Always & { node: null };
/** A game is open. */
export type Open = Always & { node: Node };
export type State = Door | Open;
export type Changed = Partial<Always> & { node?: Node | null };
/** The table while a game is open. */
export type OpenTable = Table & { state: Open };

// --- events ---

type Empty = void;

/** What can happen, by name, and what it brings. */
export interface Events {
  // the page
  engine: { engine: State["engine"], words: string };
  tell: { message: string };
  working: { working: boolean };
  heard: { heard: Heard | null };
  panel: { name: Panel };
  search: { search: string };
  japanese: { japanese: boolean };
  link: { link: string };
  law: { rule: string, key: string };
  read: { rule: string, answer: protocol.Law & Partial<NoAnswer> };
  follow: Empty;
  settle: Empty;

  // the front door
  door: Empty;
  home: Empty;
  games: { games: Game[] };
  doom: { id: string | null };
  begin: { begin: Begin };
  reopen: { id: string };
  rename: { id: string, name: string };
  erase: { id: string };
  fresh: { kind: "game" | "battle", box?: BoxName };
  scenario: { id: string };

  // what is typed or opened
  ask: { text: string };
  load: { text: string, name?: string, position?: Position | null };
  unread: { text: string, fault: protocol.Fault };
  glance: { text: string, document: Position | null };
  open: { file?: File };
  opened: { answer: protocol.PositionLoaded | protocol.Recorded, game: string };
  enter: { node: Node, game: string, panel: Panel, armed?: null };
  adopt: { node: Node, trail: Node[], game: string };
  carryOut: { actions: { action: string, comment?: string, notes?: string[] }[] };

  // the tree
  visit: { node: Node };
  undo: Empty;
  redo: Empty;
  comment: { words: string };
  promote: Empty;
  remove: Empty;
  note: { node: Node, notes: string[] };
  held: { node: Node, answer: protocol.Drawn & Partial<NoAnswer> };
  played: { answer: protocol.Tried, held: Held };
  analyse: Empty;

  // the board
  touch: { place: Place };
  drop: { from: Place | null, to: Place | null };
  turn: Empty;
  choose: { key: string | null };
  reach: { answer: protocol.Reach & Partial<NoAnswer> };
  card: { card: Card };
  offer: { actions: Offer[] | null };
  leave: { i: number };
  perform: { action: string | Action, dice?: number[], carry?: Carry[], notes?: string[] };
  wonder: { text: string };
  refuse: { hex: hex, takes: number };
  viewer: { viewer: string };
  deduce: Empty;
  known: { node: Node, viewer: string, facts: Changes };

  // dice
  roll: { answer: protocol.Tried };
  tray: { tray: Omit<DieTray, "dice" | "carry" | "option"> | Omit<StrikeTray, "dice" | "carry">, card?: Card };
  way: { option: number };
  dice: { dice: number[] };
  carry: { hex: hex, takes: number };
  back: Empty;
  close: Empty;
  declare: Empty;

  // setting up
  edit: { document: Position, chosen?: string | null, made?: string | null };
  pick: { chosen?: string | null, armed?: null, made?: null };
  arm: { name: string };
  side: { role?: Role, color?: string };

  // odds
  policy: Partial<Record<Role, Policy>>;
  trials: { trials: number };
  simulate: Empty;
  odds: Odds;
  weigh: { land: number };
  advise: Empty;

  // out
  copy: { whole: boolean };
  save: { form: "json" | "svg" | "png" | "sheet" | "game" };
  saveThere: Empty;
}

export type EventName = keyof Events;
/** An event: its name, and what it brings if it brings anything. */
export type Event = { [name in EventName]: [Events[name]] extends [void] ? [name] : [name, Events[name]] }[EventName];
/** What an event changes at once is drawn; if it starts a task, a promise of its end. */
export type Send = (...event: Event) => Promise<unknown> | undefined;
/** What each event changes in a state. */
export type Update<S> = { [name in EventName]?: (state: S, event: Events[name]) => Changed };
/** What takes an answer of the engine, by the event that starts it. */
export type Tasks = { [name in EventName]?: (table: Table, event: Events[name]) => Promise<unknown> };
