// A game as a tree of nodes: what was played, tried and refused. The position of a node is `held`, an answer of the
// engine, or in a recorded game `changes` of its parent's facts. A position that was set up begins a tree of its own,
// `from` the node that it was made of. A trail goes along the first children of a tree, or along other ones once they
// were visited, and over trees that come from each other: to undo is to go back on it, and to redo to go on.

/** @import { BoxName, Changes, Facts, Line, Node, Row, Said, ShortRuling } from "./types" */

const EVERY = 40; // facts are kept at every such step of a recorded game
const visit = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`; // no other tab makes the same ids
let last = 0;
/** @type {Set<Node>} */
let unsaved = new Set();
/** @type {string[]} */
let gone = [];

/** @type {(parent: Node | null, more: Partial<Node>) => Node} */
export function newNode(parent, more) {
  last += 1;
  /** @type {Node} */
  const node = { id: `${visit}-${last}`, rank: Date.now() + last / 1e6, parent, children: [], depth: parent ? parent.depth + 1 : 0, ...more };
  if (parent) parent.children.push(node);
  return changed(node);
}

// A node that is to be written down.
/** @type {(node: Node) => Node} */
export function changed(node) {
  unsaved.add(node);
  return node;
}

// Takes a node with all that follows it out of its tree; its parent.
/** @type {(node: Node) => Node} */
export function cutOff(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((one) => one !== node);
  for (const one of everyNode(node)) {
    unsaved.delete(one);
    gone.push(one.id);
  }
  return parent;
}

/** @type {(node: Node) => void} */
export function promote(node) {
  if (!node.parent) return;
  const siblings = node.parent.children;
  siblings.splice(siblings.indexOf(node), 1);
  node.rank = siblings[0].rank - 1;
  siblings.unshift(changed(node));
}

// The nodes that are new or changed since the last time, as rows, and the ids of those removed; again, if they could not
// be written down.
export function news() {
  const told = { rows: [...unsaved].map(rowOf), gone };
  const [nodes, ids] = [unsaved, gone];
  const again = () => {
    unsaved = new Set([...nodes, ...unsaved]);
    gone = [...ids, ...gone];
  };
  forget();
  return { ...told, again };
}

export function forget() {
  unsaved = new Set();
  gone = [];
}

// A node as it is kept: what is legal is asked anew.
/** @type {(node: Node) => Row} */
function rowOf(node) {
  const { parent, children, facts, known, glanced, from, held, ...row } = node;
  return { ...row, root: rootOf(node).id, up: parent?.id ?? null, from: from?.id, held: held && { ...held, legal: null } };
}

// The nodes that rows were kept of, by their ids.
/** @type {(rows: Row[]) => Map<string, Node>} */
export function nodesOf(rows) {
  /** @type {Map<string, Node>} */
  const nodes = new Map();
  for (const { up, root, from, ...row } of rows.sort((one, two) => one.depth - two.depth || one.rank - two.rank)) {
    const parent = up === null ? null : nodes.get(up);
    if (parent === undefined) continue;
    /** @type {Node} */
    const node = { ...row, parent, children: [] };
    if (!parent && node.changes) node.facts = /** @type {Facts} */ (node.changes);
    parent?.children.push(node);
    nodes.set(node.id, node);
  }
  for (const { id, from } of rows) {
    const node = nodes.get(id);
    if (node && from) node.from = nodes.get(from);
  }
  return nodes;
}

/** @type {(node: Node) => Node} */
export function rootOf(node) {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

// The trail up to a node, over the trees that its own comes from.
/** @type {(node: Node) => Node[]} */
export function trailTo(node) {
  const trail = [];
  for (let at = /** @type {Node | null | undefined} */ (node); at; at = at.parent ?? at.from) trail.push(at);
  return trail.reverse();
}

// Of a trail, what lies in the tree of one of its nodes: its depth is its place in it.
/** @type {(trail: Node[], node: Node) => Node[]} */
export function lineIn(trail, node) {
  const begin = trail.indexOf(node) - node.depth;
  const end = trail.findIndex((one, i) => i > begin && !one.parent);
  return trail.slice(begin, end < 0 ? trail.length : end);
}

/** @type {(node: Node) => Node} */
export function endOf(node) {
  let at = node;
  while (at.children.length) [at] = at.children;
  return at;
}

/** @type {(root: Node) => Generator<Node, void>} */
export function* everyNode(root) {
  const waiting = [root];
  while (waiting.length) {
    const node = /** @type {Node} */ (waiting.pop());
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
  }
}

// The box of the game that a node belongs to.
/** @type {(node: Node) => BoxName} */
export const boxOf = (node) => rootOf(node).box ?? rootOf(node).held?.position.box ?? "standard";

// The facts of a node: held by itself, or its parent's with its changes.
/** @type {(node: Node) => Facts} */
export function factsOf(node) {
  const late = [];
  let at = node;
  while (!at.held && !at.facts && at.parent) {
    late.push(at);
    at = at.parent;
  }
  let facts = /** @type {Facts} */ (at.held ? at.held.facts : at.facts);
  for (const one of late.reverse()) {
    facts = withChanges(facts, one.changes || {});
    if (one.depth % EVERY === 0 || one === node) one.facts = facts;
  }
  return facts;
}

/** @type {(facts: Facts, changes: Changes) => Facts} */
function withChanges(facts, changes) {
  const all = { ...facts, ...changes };
  for (const key of /** @type {(keyof Facts)[]} */ (Object.keys(changes))) if (changes[key] === null) delete all[key];
  return /** @type {Facts} */ (all);
}

// What was played up to a node, as questions carry it: on from a position, or from a step of a recorded game.
/** @type {(node: Node) => Line} */
export function lineOf(node) {
  const path = trailTo(node).slice(-node.depth - 1).filter((one) => !one.refused || one.step !== undefined);
  const [root] = path;
  const steps = path.filter((one) => one.step !== undefined).length;
  const played = path.slice(1 + steps).map((one) => ({ action: one.text || "", comment: one.comment || "" }));
  return root.record ? { record: root.record, step: steps, played } : { position: root.held?.position, played };
}

/** @type {(node: Node) => boolean} */
export const isBad = (node) => Boolean(node.refused || node.problems?.length);

const VERDICT = /** @type {const} */ ({ l: "legal", x: "illegal", c: "consequence" });
/** @type {(short: ShortRuling) => Said} */
const ruling = ([rule, verdict, text, dice, number]) => ({ rule, verdict: VERDICT[verdict], text, dice, number });

// The tree of a recorded game as the engine gives it.
/** @param {import("./protocol").Recorded} record */
export function treeOf(record) {
  const root = newNode(null, { facts: record.start, changes: record.start, record: record.record || null, title: record.title, box: record.box });
  let at = root;
  for (const [i, step] of record.steps.entries()) {
    at = newNode(at, {
      text: step.x, says: step.s, changes: step.d, step: i + 1, comment: step.c || "", arrow: step.k || null,
      events: (step.e || []).map(ruling), because: (step.y || []).map(ruling),
      refused: step.f ? { rulings: step.f.map(ruling), instead: i + 1 === record.steps.length ? record.legal.map((text) => ({ text, says: text })) : [] } : null,
      problems: step.p || [], hidden: step.h || null,
    });
  }
  return root;
}
