// A game as a tree of nodes: what was played, tried and refused; where one stands; undo, redo and what is kept.
// node: id, parent, children, text, says, events, because, refused, comment, arrow; and its position: `held` (an answer
// of the engine: position, line, facts, faults, legal, owed, next) or, in a recorded game, `changes` of its parent's facts.

const KEY = "titan-table";
const EVERY = 40; // facts are kept at every such step of a recorded game
const MOST_KEPT = 4_000_000;

let lastId = 0;

export function newNode(parent, more) {
  const node = { id: ++lastId, parent, children: [], depth: parent ? parent.depth + 1 : 0, ...more };
  if (parent) parent.children.push(node);
  return node;
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
  constructor(changed) {
    this.changed = changed;
    this.node = null;
    this.past = [];
    this.future = [];
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
    this.past = this.past.filter((one) => !gone(one));
    this.future = this.future.filter((one) => !gone(one));
    this.node = node.parent;
    this.changed(true);
  }

  promote(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    siblings.unshift(node);
    this.changed(true);
  }

  // Whatever can be kept for the next time, within what a browser keeps.
  keep() {
    if (!this.node || this.root.record || this.root.step !== undefined) return;
    const nodes = [...everyNode(this.root)];
    const number = new Map(nodes.map((node, i) => [node, i]));
    const rows = nodes.map((node) => ({
      up: node.parent ? number.get(node.parent) : null, text: node.text, says: node.says, events: node.events,
      because: node.because, refused: node.refused, comment: node.comment, arrow: node.arrow,
      held: node.held ? { ...node.held, legal: null } : null,
    }));
    try {
      const text = JSON.stringify({ at: number.get(this.node), rows });
      if (text.length < MOST_KEPT) localStorage.setItem(KEY, text);
    } catch {
      // a browser that keeps nothing
    }
  }

  static kept() {
    try {
      const found = JSON.parse(localStorage.getItem(KEY));
      if (!found || !found.rows.length || !found.rows[0].held) return null;
      const nodes = [];
      for (const { up, ...more } of found.rows) nodes.push(newNode(up === null ? null : nodes[up], more));
      return nodes[found.at] || nodes[0];
    } catch {
      return null;
    }
  }

  static forget() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // a browser that keeps nothing
    }
  }
}
