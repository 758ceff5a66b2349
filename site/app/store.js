// A game as a tree of nodes: what was played, tried and refused; where one stands; undo, redo and what is kept.
// node: id, parent, children, text, says, events, because, refused, comment, arrow; and its position: `held` (an answer
// of the engine: position, line, facts, faults, legal, owed, next; legal is null until it has judged) or, in a recorded game, `changes` of its parent's facts.

const EVERY = 40; // facts are kept at every such step of a recorded game
const MOST_STEPS = 1000; // that can be undone

const visit = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`; // no other tab makes the same ids
let last = 0;
const unsaved = new Set();

export function newNode(parent, more) {
  last += 1;
  const node = { id: `${visit}-${last}`, rank: Date.now() + last / 1e6, parent, children: [], depth: parent ? parent.depth + 1 : 0, ...more };
  if (parent) parent.children.push(node);
  unsaved.add(node);
  return node;
}

const KEPT = [
  "id", "rank", "depth", "text", "says", "events", "because", "refused", "comment", "arrow", "changes", "step", "problems", "hidden",
  "record", "title", "box",
];

// A node as it is kept: what is legal is asked anew.
function rowOf(node) {
  const row = Object.fromEntries(KEPT.filter((key) => node[key] !== undefined).map((key) => [key, node[key]]));
  const held = node.held ? { ...node.held, legal: null } : null;
  return { ...row, root: rootOf(node).id, up: node.parent?.id ?? null, held };
}

export function rootOf(node) {
  while (node.parent) node = node.parent;
  return node;
}

export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

export function endOf(node) {
  while (node.children.length) node = node.children[0];
  return node;
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

const VERDICT = { l: "legal", x: "illegal", c: "consequence" };

function ruling([rule, verdict, text, dice, number]) {
  return { rule, verdict: VERDICT[verdict], text, dice, number };
}

// The tree of a recorded game as the engine gives it.
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

export class Store {
  // changed(done): another node is shown, done: because something was done; keep: where it is kept, see keep.js.
  constructor(changed, keep) {
    this.changed = changed;
    this.keep = keep;
    this.node = null;
    this.past = [];
    this.future = [];
    this.gone = [];
    this.read = false;
  }

  get root() {
    return rootOf(this.node);
  }

  // Go to a node without doing anything: no step to undo.
  visit(node) {
    this.node = node;
    this.changed(false);
  }

  // Go to a node that something done has made.
  enter(node) {
    if (this.node) this.past.push(this.node);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    this.node = node;
    this.changed(true);
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.node);
    this.node = this.past.pop();
    this.changed(true);
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.node);
    this.node = this.future.pop();
    this.changed(true);
    return true;
  }

  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((one) => one !== node);
    const gone = (one) => pathTo(one).includes(node);
    for (const one of everyNode(node)) {
      unsaved.delete(one);
      this.gone.push(one.id);
    }
    this.past = this.past.filter((one) => !gone(one));
    this.future = this.future.filter((one) => !gone(one));
    this.node = node.parent;
    this.changed(true);
  }

  promote(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    node.rank = siblings[0].rank - 1;
    siblings.unshift(node);
    unsaved.add(node);
    this.changed(true);
  }

  comment(words) {
    this.node.comment = words;
    unsaved.add(this.node);
    this.changed(true);
  }

  // Write down what is new since the last time.
  save() {
    if (!this.read) return null; // what was kept before is read first
    const rows = [...unsaved].map(rowOf);
    unsaved.clear();
    this.saved = this.node;
    const ids = (nodes) => nodes.map((node) => node.id);
    const roots = [...new Set([this.node, ...this.past, ...this.future].map((node) => rootOf(node).id))];
    return this.keep.write(rows, this.gone.splice(0), { at: this.node.id, past: ids(this.past), future: ids(this.future), roots });
  }

  // What was kept, with what can be undone; null where there is nothing.
  async kept() {
    const found = await this.keep.read();
    this.read = true;
    if (!found) return null;
    const nodes = new Map();
    for (const { up, root, ...row } of found.rows.sort((one, two) => one.depth - two.depth || one.rank - two.rank)) {
      const parent = up === null ? null : nodes.get(up);
      if (parent === undefined) continue;
      const node = { ...row, parent, children: [] };
      if (!parent && node.changes) node.facts = node.changes;
      parent?.children.push(node);
      nodes.set(node.id, node);
    }
    const all = (ids) => ids.map((id) => nodes.get(id)).filter(Boolean);
    const node = nodes.get(found.place.at);
    return node ? { node, past: all(found.place.past), future: all(found.place.future) } : null;
  }

  // Go on where one stood; what the page began with is nothing that was done.
  adopt({ node, past, future }) {
    unsaved.clear();
    this.past = past;
    this.future = future;
    this.visit(node);
  }
}
