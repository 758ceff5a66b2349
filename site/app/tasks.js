// What takes an answer of the engine: each task asks in the name of a place or a piece, and ends when that is left.
import { BEGINNING, shown } from "./beginning.js";
import { touchedHex } from "./battleset.js";
import { all, announce, byId, saveAs, sentenceOf } from "./dom.js";
import { hashOf, openLink, pictureOf } from "./files.js";
import { keepJapanese } from "./glossary.js";
import { touchedLand } from "./gameset.js";
import { actorOf, characterOn, hitsOf, inBattle, isAble, isFull, leftOver, optionOf, settingUp, splitsOf, targets } from "./state.js";
import { legionsIn } from "./facts.js";
import { factsOf, lineOf, rootOf } from "./tree.js";
import { owns } from "./viewing.js";

/** @import { Table } from "./main.js" */
/** @import { Answer, Fought, Position, Questions, Tried, hex } from "./protocol" */
/** @import { Card, Event, Events, Node, Open, Place, Tasks } from "./types" */

const MOST_IN_A_LINK = 60_000;
const CHUNK = 25; // battles between two looks at the bar
const FEW = 2; // of those that look ahead, which take much longer each
/** @type {Record<string, [name: string, type: string]>} */
const FORMS = { json: ["position.json", "application/json"], svg: ["position.svg", "image/svg+xml"], sheet: ["game.titan", "text/plain"], replay: ["game.replay.jsonl", "application/json"], orders: ["battle-orders.json", "application/json"] };

// The position of a node as questions carry it: of an impossible one, the possible part.
/** @type {(node: Node) => Position | undefined} */
const askable = ({ held }) => held?.partial?.position || held?.position;

// Nothing is done where it hangs on what nobody knows.
/** @type {(answer: Tried) => Card} */
const undecided = ({ says, text, why = "", ways }) => ({ title: says, text, verdict: "cannot-tell", rulings: [], notes: [sentenceOf(why), ...(ways?.length ? [`Possible ways: ${ways.join("; ")}.`] : [])] });

/** @type {(table: Table, words: string) => void} */
function waiting(table, words) {
  if (table.state.engine === "loading") table.tell(words);
}

// What a touch on a hex means while a battle is fought.
/** @type {(state: Open, key: string) => Event} */
function meantByHex(state, key) {
  const piece = characterOn(state, key);
  const acting = actorOf(state);
  const { chosen, tray } = state;
  if (tray && !tray.single && isFull(tray) && piece?.hex) {
    const carry = { hex: /** @type {hex} */ (key), takes: piece.left };
    if (targets(state).has(key)) return ["carry", carry];
    if (piece.role !== acting && key !== tray.target && leftOver(tray) > 0) return ["refuse", carry];
  }
  const target = chosen ? targets(state).get(key) : undefined;
  if (target?.text) return ["perform", { action: target.text }];
  const mine = characterOn(state, chosen);
  const strikes = factsOf(state.node).b?.[3] !== "maneuver";
  if (mine && key !== chosen && mine.role === acting && piece?.role !== acting) {
    if (strikes && piece) return ["wonder", { text: `${mine.hex} strikes ${key}` }];
    if (!strikes && state.data.hexes[key]) return ["wonder", { text: mine.hex ? `${mine.name} ${mine.hex}-${key}` : `${mine.name} enters ${key}` }];
    return ["choose", { key: null }];
  }
  return ["choose", { key: piece && key !== chosen ? key : null }];
}

// The Legion that is alone in a land.
/** @type {(state: Open, land: string) => string | null} */
function onlyLegion(state, land) {
  const here = legionsIn(factsOf(state.node)).filter(([, legion]) => String(legion[1]) === land);
  return here.length === 1 ? here[0][0] : null;
}

/** @type {(state: Open, place: Place) => Event} */
function meantByLand(state, { key, legion: touched }) {
  const { chosen } = state;
  const target = targets(state).get(key);
  const legion = touched || (!chosen && !target && onlyLegion(state, key)); // beside it, where a finger finds nothing smaller
  if (target?.text && target.all.length && (!legion || chosen || target.all[0].action.do === "engage")) {
    return target.all.length === 1 ? ["perform", { action: target.text }] : ["offer", { actions: target.all }];
  }
  if (legion && legion !== chosen) return ["choose", { key: legion }];
  const facts = factsOf(state.node);
  const mine = facts[`L/${chosen}`];
  if (mine && facts.p === "movement" && facts.r && String(mine[1]) !== key && mine[0] === facts.a) return ["wonder", { text: `${chosen} ${key}` }];
  return ["choose", { key: null }];
}

/** @type {Tasks} */
export const TASKS = {
  ...BEGINNING,

  async touch(table, { place }) {
    const { open: state } = table;
    if (settingUp(state) && state.node.held) {
      if (inBattle(state)) touchedHex(table, place.key);
      else touchedLand(table, place);
      return;
    }
    waiting(table, "The rules are still loading: your touch is answered when they are here.");
    if (state.node.held?.legal || (await table.hold())) table.send(...(inBattle(table.open) ? meantByHex(table.open, place.key) : meantByLand(table.open, place)));
    else if (place.legion && !inBattle(state)) table.send("choose", { key: place.legion === state.chosen ? null : place.legion });
    else if (state.engine === "none") table.tell("This page shows a recorded game; it has no engine to analyse with.");
  },

  async drop(table, { from, to }) {
    const { open: state } = table;
    if (!from || !to) return;
    if (settingUp(state) && inBattle(state)) touchedHex(table, from.key, to.key);
    else if (settingUp(state)) {
      if (from.legion) touchedLand(table, { key: to.key, legion: null }, from.legion);
    } else {
      table.send("pick", { chosen: from.legion || from.key });
      table.send("touch", { place: { key: to.key, legion: null } });
    }
  },

  // action: in short text or as an object.
  async perform(table, { action, dice = [], carry = [], notes }) {
    waiting(table, "The rules are still loading: this is done as soon as they are here.");
    const held = await table.hold();
    if (!held) return;
    if (held.faults.length) {
      table.tell("This position is not possible yet: see what is wrong with it.");
      return;
    }
    const answer = await table.ask({ ask: "act", position: held.position, action, dice, carry });
    if (answer.error) table.tell(sentenceOf(answer.error.message));
    else if (answer.verdict === "cannot-tell") table.send("card", { card: undecided(answer) });
    else if (answer.dice) await table.send("roll", { answer });
    else {
      const focused = byId("board").contains(document.activeElement);
      table.send("played", { answer, held });
      const { node } = table.open;
      if (notes?.length) table.send("note", { node, notes });
      announce(node.refused ? `Illegal: ${node.refused.rulings[0]?.text}` : [node.says, ...(node.events || []).filter((one) => one.verdict === "consequence").map((one) => one.text)].join(". "));
      if (!focused) byId("ruling").scrollTop = 0;
    }
  },

  async roll(table, { answer }) {
    const { open: state } = table;
    const { action, text, says } = answer;
    /** @type {(tray: Events["tray"]["tray"], card?: Card) => void} */
    const open = (tray, card) => {
      table.send("tray", { tray, card });
      all("#tray button.die")[0]?.focus({ preventScroll: true });
    };
    const position = askable(state.node);
    if (action?.do !== "strike" || !position) {
      open({ single: true, text, says });
      return;
    }
    const { from, to } = action;
    const reach = state.reach?.from === from ? state.reach : await table.ask({ ask: "legal", position, about: from });
    const target = reach.targets?.[to];
    if (!target) return;
    const option = Math.max(0, target.options.findIndex((one) => one.text === text));
    open({ options: target.options, needs: target.needs, target: to, option, says }, { title: says, rulings: target.rulings });
    table.send("odds", { strike: await table.ask({ ask: "odds", position, from, to }) });
  },

  async dice(table) {
    const { tray } = table.state;
    if (tray?.single && isFull(tray)) await table.send("declare");
    else if (tray && !tray.single) {
      const left = optionOf(tray).dice - tray.dice.length;
      announce(`Dice: ${tray.dice.join(" ")}. ${left ? `${left} to come` : `${hitsOf(tray)} hits, ${tray.needs} to slay, ${Math.max(leftOver(tray), 0)} left over`}`);
    }
  },

  // What a screen reader says of what is only seen: the step that is shown, the choice that is next, where the chosen one may go.
  async visit(_, { node }) {
    announce(node.says || "The beginning");
  },

  async opened(table) {
    const { node } = table.open;
    announce(node.held?.next.says || node.title || "Opened");
  },

  async enter(table) {
    announce(table.open.node.held?.next.says || "Opened");
  },

  async reach(table) {
    const lit = [...targets(table.open).keys()];
    announce(lit.length ? `Lit: ${lit.join(", ")}` : splitsOf(table.open).length ? "Choose who leaves" : "Nothing is lit");
  },

  async declare(table) {
    const { tray } = table.state;
    if (tray) await table.send("perform", { action: optionOf(tray).text, dice: tray.dice, carry: tray.carry });
  },

  async choose(table, { key }) {
    const { open: state } = table;
    const { held } = state.node;
    if (!key || !held || (held.faults.length && !held.partial)) return;
    const piece = characterOn(state, key);
    const facts = factsOf(state.node);
    const legion = facts[`L/${key}`];
    if (!inBattle(state) && (legion?.[0] !== facts.a || facts.e || !owns(state, legion))) return;
    const position = held.partial?.position || held.position;
    table.send("reach", { answer: await table.ask({ ask: "legal", position, about: piece ? piece.hex || piece.name : key }, "piece") });
  },

  // Why not: the rules on something that was touched and is not legal.
  async wonder(table, { text }) {
    const { held } = table.open.node;
    const position = askable(table.open.node);
    if (!position) return;
    const answer = await table.ask({ ask: "why", position, action: text });
    if (answer.error) table.send("card", { card: { title: text, notes: [sentenceOf(answer.error.message)] } });
    else if (answer.verdict === "cannot-tell") table.send("card", { card: undecided(answer) });
    else if (answer.verdict === "illegal" && !held?.partial) await table.send("perform", { action: text });
    else if (answer.verdict === "illegal") table.send("card", { card: { title: answer.says, text, verdict: "illegal", rulings: answer.rulings } });
  },

  async held(table, { node, answer }) {
    if (answer.error && !node.held) table.tell(sentenceOf(answer.error.message));
  },

  async panel(table, { name }) {
    if (name === "setup" && table.state.node) await table.hold();
  },

  async analyse(table) {
    await table.hold();
  },

  // Nothing has been done for a moment: what is not yet known of this position is asked, and where one stands is kept.
  async settle(table) {
    const { node, engine } = table.state;
    if (!node) return;
    if (node !== table.savedAt) table.save();
    if (rootOf(node).changes && !isAble(table.state)) history.replaceState(history.state, "", `#step-${node.step || 0}`);
    if (node.held && !node.held.legal && engine !== "none") table.hold().catch(() => {});
    await table.send("deduce");
  },

  async viewer(table, { viewer }) {
    const { data } = table.state;
    if (viewer && viewer !== data.viewer && !isAble(table.state)) {
      table.tell(`What ${viewer} can know takes an engine: titan serve, the site, or a page made with titan replay --as ${viewer}.`);
      table.send("viewer", { viewer: data.viewer || "" });
    } else await table.send("deduce");
  },

  // What the viewer can deduce here, asked once.
  async deduce(table) {
    const { node, viewer, data, chosen } = table.state;
    if (!node || !viewer || viewer === data.viewer || node.known?.viewer === viewer || !isAble(table.state)) return;
    const answer = await table.ask({ ask: "deduce", ...lineOf(node), as: viewer });
    if (answer.error) table.tell(`What ${viewer} can know is not to be told here: ${answer.error.message}.`);
    table.send("known", { node, viewer, facts: answer.known || {} });
    if (chosen && !inBattle(table.state)) table.send("choose", { key: chosen });
  },

  // Why hits may not be carried there: the tray stays open.
  async refuse(table, { hex, takes }) {
    const { node, tray } = table.open;
    const position = askable(node);
    if (!position || !tray) return;
    const hits = Math.min(leftOver(tray), Math.max(takes, 1));
    const answer = await table.ask({ ask: "act", position, action: optionOf(tray).text, dice: tray.dice, carry: [...tray.carry, { to: hex, hits }] });
    if (answer.verdict === "illegal") table.send("card", { card: { title: answer.says, text: answer.text, verdict: "illegal", rulings: answer.rulings, arrow: answer.arrow } });
    else if (answer.error) table.tell(sentenceOf(answer.error.message));
  },

  async law(table, { rule }) {
    if (!table.state.laws[rule]) table.send("read", { rule, answer: await table.ask({ ask: "rules", rule }, "page") });
  },

  async simulate(table) {
    if (table.state.odds.running) {
      table.send("odds", { running: null });
      return;
    }
    const held = await table.hold();
    if (!held) return;
    const running = {};
    const isRunning = () => table.state.odds.running === running;
    const count = Object.values(table.state.policies).includes("best") ? FEW : CHUNK;
    /** @type {Fought["so_far"] | null} */
    let so_far = null; // of the battles before
    table.send("odds", { running });
    for (let first = 0; first < table.state.trials && isRunning(); first += count) {
      /** @type {Answer<Questions["simulate"]>} */
      const answer = await table.ask({ ask: "simulate", position: held.position, first, count: Math.min(count, table.state.trials - first), ...table.state.policies, so_far });
      if (!isRunning()) return;
      so_far = answer.so_far;
      table.send("odds", { fought: answer, running: answer.error ? null : running });
    }
    table.send("odds", { running: null });
  },

  async advise(table) {
    const held = await table.hold();
    if (held) table.send("odds", { advice: await table.ask({ ask: "advise", position: held.position }) });
  },

  async japanese(table, { japanese }) {
    keepJapanese(japanese);
  },

  async weigh(table, { land }) {
    const held = await table.hold();
    if (!held) return;
    table.send("odds", { engagement: { land, answer: null } });
    const answer = await table.ask({ ask: "engagement", position: held.position, land });
    table.send("odds", { engagement: { land, answer } });
  },

  async open(table, { file }) {
    if (!file) return;
    const plain = file.name.endsWith(".gz") ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))) : file;
    const text = await plain.text().catch((error) => table.tell(`${file.name} cannot be read: ${error.message || error}`));
    if (text !== undefined) await table.send("load", { text, name: file.name, position: await shown(table) });
  },

  async follow(table) {
    return openLink(table);
  },

  async copy(table, { whole }) {
    const hash = await hashOf(table, whole);
    if (!hash) return;
    if (hash.length > MOST_IN_A_LINK) {
      table.tell("This is too long for a link: save it as a file.");
      return;
    }
    table.send("link", { link: `${location.origin === "null" ? location.href.split("#")[0] : location.origin + location.pathname}${hash}` });
    byId("link").select();
    await navigator.clipboard.writeText(table.state.link).then(() => table.tell("The link is copied."), () => table.tell("Copy the link from the field."));
  },

  // Save as a file: form is one of FORMS, "game" for what was played in the form that fits it, or "png".
  async save(table, { form }) {
    const line = lineOf(table.open.node);
    const battle = line.position?.kind === "battle";
    const as = form === "game" ? (battle ? "orders" : "replay") : form === "png" ? "svg" : form;
    const text = await table.exported(as, as === "json" || as === "svg" ? null : line);
    if (!text) return;
    if (form === "png") saveAs("position.png", await pictureOf(text), "image/png");
    else saveAs(FORMS[as][0], text, FORMS[as][1]);
  },

  async saveThere(table) {
    const held = await table.hold();
    if (!held) return;
    const answer = await table.engine.post("save", { position: held.position, boxes: table.kits.held });
    table.tell(answer.error ? answer.error.message : `Saved ${answer.saved}`);
  },
};

