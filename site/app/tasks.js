// What takes an answer of the engine: each task asks in the name of a place or a piece, and ends when that is left.
import { BEGINNING, shown } from "./beginning.js";
import { touchedHex } from "./battleset.js";
import { announce, byId, saveAs, sentenceOf } from "./dom.js";
import { hashOf, openLink, pictureOf } from "./files.js";
import { keepJapanese } from "./glossary.js";
import { touchedLand } from "./gameset.js";
import { actorOf, characterOn, inBattle, isAble, isFull, leftOver, legalOf, optionOf, settingUp, targets } from "./state.js";
import { factsOf, lineOf, rootOf } from "./tree.js";
import { owns } from "./viewing.js";

const MOST_IN_A_LINK = 60_000;
const CHUNK = 25; // battles between two looks at the bar
const FEW = 2; // of those that look ahead, which take much longer each
const FORMS = { json: ["position.json", "application/json"], svg: ["position.svg", "image/svg+xml"], sheet: ["game.titan", "text/plain"], replay: ["game.replay.jsonl", "application/json"], orders: ["battle-orders.json", "application/json"] };

const askable = ({ held }) => held.partial?.position || held.position;

// Nothing is done where it hangs on what nobody knows.
/** @type {(answer: any) => any} */
const undecided = ({ says, text, why, ways }) => ({ title: says, text, verdict: "cannot-tell", rulings: [], notes: [sentenceOf(why), ...(ways?.length ? [`Possible ways: ${ways.join("; ")}.`] : [])] });

function waiting(table, words) {
  if (table.state.engine === "loading") table.tell(words);
}

// What a touch on a hex means while a battle is fought.
function meantByHex(state, key) {
  const piece = characterOn(state, key);
  const acting = actorOf(state);
  const { chosen, tray } = state;
  if (tray && !tray.single && isFull(tray)) {
    if (piece && targets(state).has(key)) return ["carry", { hex: key, takes: piece.left }];
    if (piece && piece.role !== acting && key !== tray.target && leftOver(tray) > 0) return ["refuse", { hex: key, takes: piece.left }];
  }
  const target = chosen && targets(state).get(key);
  if (target) return ["perform", { action: target.text }];
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
function onlyLegion(state, land) {
  const here = Object.entries(factsOf(state.node)).filter(([key, legion]) => key.startsWith("L/") && String(legion[1]) === land);
  return here.length === 1 ? here[0][0].slice(2) : null;
}

function meantByLand(state, { key, legion: touched }) {
  const { chosen } = state;
  const target = targets(state).get(key);
  const legion = touched || (!chosen && !target && onlyLegion(state, key)); // beside it, where a finger finds nothing smaller
  if (target?.all.length && (!legion || chosen || target.all[0].action.do === "engage")) {
    return target.all.length === 1 ? ["perform", { action: target.text }] : ["offer", { actions: target.all }];
  }
  if (legion && legion !== chosen) return ["choose", { key: legion }];
  const facts = factsOf(state.node);
  const mine = facts[`L/${chosen}`];
  if (mine && facts.p === "movement" && facts.r && String(mine[1]) !== key && mine[0] === facts.a) return ["wonder", { text: `${chosen} ${key}` }];
  return ["choose", { key: null }];
}

/**
 * @typedef {import("./main.js").Table} Table
 * @type {Record<string, (table: Table, event?: any) => Promise<any>>}
 */
export const TASKS = {
  ...BEGINNING,

  async touch(table, { place }) {
    const { state } = table;
    if (settingUp(state) && state.node.held) {
      if (inBattle(state)) touchedHex(table, place.key);
      else touchedLand(table, place);
      return;
    }
    waiting(table, "The rules are still loading: your touch is answered when they are here.");
    if (state.node.held?.legal || (await table.hold())) table.send(...(inBattle(table.state) ? meantByHex(table.state, place.key) : meantByLand(table.state, place)));
    else if (place.legion && !inBattle(state)) table.send("choose", { key: place.legion === state.chosen ? null : place.legion });
    else if (state.engine === "none") table.tell("This page shows a recorded game; it has no engine to analyse with.");
  },

  async drop(table, { from, to }) {
    const { state } = table;
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
      const { node } = table.state;
      if (notes?.length) table.send("note", { node, notes });
      announce(node.refused ? `Illegal: ${node.refused.rulings[0]?.text}` : [node.says, ...node.events.filter((one) => one.verdict === "consequence").map((one) => one.text)].join(". "));
      if (!focused) byId("ruling").scrollTop = 0;
    }
  },

  async roll(table, { answer }) {
    const { state } = table;
    const open = (tray, card) => {
      table.send("tray", { tray: { ...tray, says: answer.says }, card });
      byId("tray").querySelector("button.die")?.focus({ preventScroll: true });
    };
    if (answer.action?.do !== "strike") {
      open({ single: true, text: answer.text });
      return;
    }
    const { from, to } = legalOf(state).find((one) => one.text === answer.text)?.action || {};
    const key = from || /^(\w\d)/.exec(answer.text)?.[1];
    const aim = to || /strikes (\w\d)/.exec(answer.text)?.[1];
    const { position } = state.node.held;
    const reach = state.reach?.from === key ? state.reach : await table.ask({ ask: "legal", position, about: key });
    const target = reach.targets?.[aim];
    if (!target) return;
    const option = Math.max(0, target.options.findIndex((one) => one.text === answer.text));
    open({ options: target.options, needs: target.needs, target: aim, option }, { title: answer.says, rulings: target.rulings });
    table.send("strike", { answer: await table.ask({ ask: "odds", position, from: key, to: aim }) });
  },

  async dice(table) {
    if (table.state.tray.single && isFull(table.state.tray)) await table.send("declare");
  },

  async declare(table) {
    const { tray } = table.state;
    await TASKS.perform(table, { action: optionOf(tray).text, dice: tray.dice, carry: tray.carry });
  },

  async choose(table, { key }) {
    const { state } = table;
    const { held } = state.node;
    if (!key || !held || (held.faults.length && !held.partial)) return;
    const piece = characterOn(state, key);
    const facts = factsOf(state.node);
    const legion = facts[`L/${key}`];
    if (!inBattle(state) && (legion?.[0] !== facts.a || facts.e || !owns(state, legion))) return;
    table.send("reach", { answer: await table.ask({ ask: "legal", position: askable(state.node), about: piece ? piece.hex || piece.name : key }, "piece") });
  },

  // Why not: the rules on something that was touched and is not legal.
  async wonder(table, { text }) {
    const { node } = table.state;
    const answer = await table.ask({ ask: "why", position: askable(node), action: text });
    if (answer.error) table.send("card", { card: { title: text, notes: [sentenceOf(answer.error.message)] } });
    else if (answer.verdict === "cannot-tell") table.send("card", { card: undecided(answer) });
    else if (answer.verdict === "illegal" && !node.held.partial) await table.send("perform", { action: text });
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
    const { node, tray } = table.state;
    const hits = Math.min(leftOver(tray), Math.max(takes, 1));
    const answer = await table.ask({ ask: "act", position: askable(node), action: optionOf(tray).text, dice: tray.dice, carry: [...tray.carry, { to: hex, hits }] });
    if (answer.verdict === "illegal") table.send("card", { card: { title: answer.says, text: answer.text, verdict: "illegal", rulings: answer.rulings, arrow: answer.arrow } });
    else if (answer.error) table.tell(sentenceOf(answer.error.message));
  },

  async law(table, { rule }) {
    if (!table.state.laws[rule]) table.send("read", { rule, answer: await table.ask({ ask: "rules", rule }, "page") });
  },

  async simulate(table) {
    if (table.state.running) {
      table.send("fought", { running: null });
      return;
    }
    const held = await table.hold();
    if (!held) return;
    const running = {};
    const count = Object.values(table.state.policies).includes("best") ? FEW : CHUNK;
    /** @type {any} */
    let so_far = null;
    table.send("fought", { running });
    for (let first = 0; first < table.state.trials && table.state.running === running; first += count) {
      const answer = await table.ask({ ask: "simulate", position: held.position, first, count: Math.min(count, table.state.trials - first), ...table.state.policies, so_far });
      if (table.state.running !== running) return;
      so_far = answer.so_far;
      table.send("fought", { answer, running: answer.error ? null : running });
    }
    table.send("fought", { running: null });
  },

  async advise(table) {
    const held = await table.hold();
    if (held) table.send("advice", { advice: await table.ask({ ask: "advise", position: held.position }) });
  },

  async japanese(table, { japanese }) {
    keepJapanese(japanese);
  },

  async weigh(table, { land }) {
    const held = await table.hold();
    if (!held) return;
    table.send("engagement", { land, answer: null });
    const answer = await table.ask({ ask: "engagement", position: held.position, land });
    table.send("engagement", { land, answer });
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
    const line = lineOf(table.state.node);
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

