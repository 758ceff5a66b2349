// A game as a tree of nodes: what was played, tried and refused.
// node: id, parent, children, text, says, events, because, refused, comment, arrow; and its position: `held` (an answer
// of the engine: position, line, facts, faults, legal, owed, next; legal is null until it has judged) or, in a recorded game, `changes` of its parent's facts.

const EVERY = 40; // facts are kept at every such step of a recorded game
const KEPT = [
  "id", "rank", "depth", "text", "says", "events", "because", "refused", "comment", "commentBefore", "notes", "arrow", "changes", "step", "problems", "hidden",
  "record", "title", "box",
];

const visit = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`; // no other tab makes the same ids
let last = 0;
let unsaved = new Set();
let gone = [];

export function newNode(parent, more) {
  last += 1;
  const node = { id: `${visit}-${last}`, rank: Date.now() + last / 1e6, parent, children: [], depth: parent ? parent.depth + 1 : 0, ...more };
  if (parent) parent.children.push(node);
  return changed(node);
}

// A node that is to be written down.
export function changed(node) {
  unsaved.add(node);
  return node;
}

export function cutOff(node) {
  node.parent.children = node.parent.children.filter((one) => one !== node);
  for (const one of everyNode(node)) {
    unsaved.delete(one);
    gone.push(one.id);
  }
}

export function promote(node) {
  const siblings = node.parent.children;
  siblings.splice(siblings.indexOf(node), 1);
  node.rank = siblings[0].rank - 1;
  siblings.unshift(changed(node));
}

// The rows of all nodes that are new or changed since the last time, and the ids of those removed.
export function news() {
  const told = [[...unsaved].map(rowOf), gone];
  forget();
  return told;
}

export function forget() {
  unsaved = new Set();
  gone = [];
}

// A node as it is kept: what is legal is asked anew.
function rowOf(node) {
  const row = Object.fromEntries(KEPT.filter((key) => node[key] !== undefined).map((key) => [key, node[key]]));
  const held = node.held ? { ...node.held, legal: null } : null;
  return { ...row, root: rootOf(node).id, up: node.parent?.id ?? null, held };
}

// The nodes that rows were kept of, by their ids.
export function nodesOf(rows) {
  const nodes = new Map();
  for (const { up, root, ...row } of rows.sort((one, two) => one.depth - two.depth || one.rank - two.rank)) {
    const parent = up === null ? null : nodes.get(up);
    if (parent === undefined) continue;
    const node = { ...row, parent, children: [] };
    if (!parent && node.changes) node.facts = node.changes;
    parent?.children.push(node);
    nodes.set(node.id, node);
  }
  return nodes;
}

export function rootOf(node) {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

export function endOf(node) {
  let at = node;
  while (at.children.length) [at] = at.children;
  return at;
}

export function* everyNode(root) {
  const waiting = [root];
  while (waiting.length) {
    const node = waiting.pop();
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
  }
}

// The box of the game that a node belongs to.
export const boxOf = (node) => rootOf(node).box ?? rootOf(node).held?.position.box ?? "standard";

// The facts of a node: held by itself, or its parent's with its changes.
export function factsOf(node) {
  const late = [];
  let at = node;
  while (!at.held && !at.facts) {
    late.push(at);
    at = at.parent;
  }
  let facts = at.held ? at.held.facts : at.facts;
  for (const one of late.reverse()) {
    facts = { ...facts };
    for (const [key, value] of Object.entries(one.changes || {})) {
      if (value === null) delete facts[key];
      else facts[key] = value;
    }
    if (one.depth % EVERY === 0 || one === node) one.facts = facts;
  }
  return facts;
}

// What was played up to a node, as questions carry it: on from a position, or from a step of a recorded game.
export function lineOf(node) {
  const path = pathTo(node).filter((one) => !one.refused || one.step !== undefined);
  const [root] = path;
  const steps = path.filter((one) => one.step !== undefined).length;
  const played = path.slice(1 + steps).map((one) => ({ action: one.text, comment: one.comment || "" }));
  return root.record ? { record: root.record, step: steps, played } : { position: root.held?.position, played };
}

export const isBad = (node) => Boolean(node.refused || node.problems?.length);

/** @type {Record<string, "legal" | "illegal" | "consequence">} */
const VERDICT = { l: "legal", x: "illegal", c: "consequence" };
/** @type {(short: import("./types").ShortRuling) => import("./types").Said} */
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
