// What was done is kept in this browser: each node of a game is a row, written once and when it changes, and beside
// them the games, each with where one stands in it. Nothing is given up without a word, and nothing kept is deleted but
// by whoever plays here.
const NAME = "titan-table";
const VERSION = 2;
const NODES = "nodes";
const GAMES = "games";
const PLACES = "places"; // of version 1: one for each visit
const TAB = "titan-game"; // which game this tab is in: two tabs are two games

/** @import { Game, Row } from "./types" */

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const settled = (request) => new Promise((good, bad) => {
  request.onsuccess = () => good(request.result);
  request.onerror = () => bad(request.error);
});

/** @type {(one: { time: number }, two: { time: number }) => number} */
const latest = (one, two) => two.time - one.time;

/** @type {(transaction: IDBTransaction) => Promise<void>} */
const finished = (transaction) => new Promise((good, bad) => {
  transaction.oncomplete = () => good();
  transaction.onabort = () => bad(transaction.error);
});

// The visits of version 1 become games.
/** @type {(request: IDBOpenDBRequest, oldVersion: number) => void} */
function upgrade({ result: database, transaction }, oldVersion) {
  if (!oldVersion) database.createObjectStore(NODES, { keyPath: "id" }).createIndex("root", "root");
  const games = database.createObjectStore(GAMES, { keyPath: "id" });
  if (!oldVersion || !transaction) return;
  settled(transaction.objectStore(PLACES).getAll()).then((places) => {
    for (const { visit, page, ...place } of places.sort(latest).reverse()) games.put({ ...place, id: page || visit, name: "" });
    database.deleteObjectStore(PLACES);
  });
}

function opened() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
  return settled(request);
}

// The comments of two tabs on one move: both.
/** @type {(row: Row, kept?: Row) => string | undefined} */
function merged(row, kept) {
  const theirs = kept?.comment || "";
  if (!theirs || theirs === row.comment || theirs === row.commentBefore) return row.comment;
  return row.comment ? `${theirs}\n${row.comment}` : theirs;
}

export class Keep {
  /** @param {(error: unknown) => void} failed called once, when this browser keeps nothing more */
  constructor(failed) {
    this.failed = failed;
    this.told = false;
    this.writing = Promise.resolve(true);
    /** @type {IDBDatabase | null} */
    this.database = null;
  }

  // The game that this tab is in.
  get tab() {
    return sessionStorage.getItem(TAB) || "";
  }

  set tab(id) {
    sessionStorage.setItem(TAB, id);
  }

  // What was done in a game: nodes that are new or changed, and the ids of those removed; whether it is written down.
  /** @type {(news: { rows: Row[], gone: string[] }, game: Omit<Game, "name" | "time" | "roots">) => Promise<boolean>} */
  write({ rows, gone }, game) {
    return this.later(async () => {
      const transaction = await this.transaction("readwrite");
      const done = finished(transaction);
      const nodes = transaction.objectStore(NODES);
      const kept = await settled(transaction.objectStore(GAMES).get(game.id));
      await Promise.all(rows.map(async ({ commentBefore, ...row }) => {
        nodes.put({ ...row, comment: merged({ ...row, commentBefore }, await settled(nodes.get(row.id))) });
      }));
      for (const id of gone) nodes.delete(id);
      const roots = [...new Set([...(kept?.roots || []), ...rows.map((row) => row.root)])]; // another tab may be in this game, too
      transaction.objectStore(GAMES).put({ name: "", ...kept, ...game, roots, time: Date.now() });
      await done;
    });
  }

  /** @type {(id: string, name: string) => Promise<boolean>} */
  rename(id, name) {
    return this.later(async () => {
      const games = (await this.transaction("readwrite")).objectStore(GAMES);
      const game = await settled(games.get(id));
      if (game) await settled(games.put({ ...game, name }));
    });
  }

  /** @type {(id: string) => Promise<boolean>} */
  remove(id) {
    return this.later(async () => {
      const transaction = await this.transaction("readwrite");
      const games = transaction.objectStore(GAMES);
      const game = await settled(games.get(id));
      games.delete(id);
      for (const root of game?.roots || []) {
        for (const key of await settled(transaction.objectStore(NODES).index("root").getAllKeys(root))) transaction.objectStore(NODES).delete(key);
      }
    });
  }

  // Everything kept, newest first.
  /** @returns {Promise<Game[]>} */
  async games() {
    try {
      await this.writing;
      const games = await settled((await this.transaction("readonly")).objectStore(GAMES).getAll());
      return games.sort(latest);
    } catch (error) {
      this.fail(error);
      return [];
    }
  }

  // A game with the rows of its nodes; null if it is not kept.
  /** @type {(id: string) => Promise<{ game: Game, rows: Row[] } | null>} */
  async read(id) {
    try {
      const transaction = await this.transaction("readonly");
      /** @type {Game | null} */
      const game = id ? await settled(transaction.objectStore(GAMES).get(id)) : null;
      if (!game) return null;
      const index = transaction.objectStore(NODES).index("root");
      const rows = await Promise.all(game.roots.map((root) => settled(index.getAll(root))));
      return { game, rows: rows.flat() };
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** @type {(mode: IDBTransactionMode) => Promise<IDBTransaction>} */
  async transaction(mode) {
    this.database ||= await opened();
    return this.database.transaction([NODES, GAMES], mode);
  }

  // Changes follow each other; whether this one was made.
  /** @type {(change: () => Promise<void>) => Promise<boolean>} */
  later(change) {
    this.writing = this.writing.then(change).then(() => true, (error) => this.fail(error));
    return this.writing;
  }

  /** @type {(error: unknown) => false} */
  fail(error) {
    if (!this.told) this.failed(error);
    this.told = true;
    return false;
  }
}
