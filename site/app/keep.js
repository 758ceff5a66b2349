// What was done is kept in this browser: each node of a game is a row, written once and when it changes, and beside
// them the games, each with where one stands in it. Nothing is given up without a word, and nothing kept is deleted but
// by whoever plays here.
const NAME = "titan-table";
const VERSION = 2;
const NODES = "nodes";
const GAMES = "games";
const PLACES = "places"; // of version 1: one for each visit
const TAB = "titan-game"; // which game this tab is in: two tabs are two games

const settled = (request) => new Promise((good, bad) => {
  request.onsuccess = () => good(request.result);
  request.onerror = () => bad(request.error);
});

const latest = (one, two) => two.time - one.time;

/** @type {(transaction: IDBTransaction) => Promise<void>} */
const finished = (transaction) => new Promise((good, bad) => {
  transaction.oncomplete = () => good();
  transaction.onabort = () => bad(transaction.error);
});

// The visits of version 1 become games.
function upgrade(/** @type {any} */ { target: { result: database, transaction }, oldVersion }) {
  if (!oldVersion) database.createObjectStore(NODES, { keyPath: "id" }).createIndex("root", "root");
  const games = database.createObjectStore(GAMES, { keyPath: "id" });
  if (!oldVersion) return;
  transaction.objectStore(PLACES).getAll().onsuccess = ({ target: { result: places } }) => {
    for (const { visit, page, ...place } of places.sort(latest).reverse()) games.put({ ...place, id: page || visit, name: "" });
    database.deleteObjectStore(PLACES);
  };
}

function opened() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = upgrade;
  return settled(request);
}

// The comments of two tabs on one move: both.
function merged(row, kept) {
  const theirs = kept?.comment || "";
  if (!theirs || theirs === row.comment || theirs === row.commentBefore) return row.comment;
  return row.comment ? `${theirs}\n${row.comment}` : theirs;
}

export class Keep {
  // failed(error): called once, when this browser keeps nothing more.
  constructor(failed) {
    this.failed = failed;
    this.writing = Promise.resolve();
    this.database = null;
  }

  // The game that this tab is in.
  get tab() {
    return sessionStorage.getItem(TAB) || "";
  }

  set tab(id) {
    sessionStorage.setItem(TAB, id);
  }

  // rows: nodes that are new or changed; gone: ids of those removed; game: {id, at, past, future, roots, ...}.
  write(rows, gone, game) {
    return this.later(async () => {
      const transaction = await this.transaction("readwrite");
      const done = finished(transaction);
      const nodes = transaction.objectStore(NODES);
      const kept = await settled(transaction.objectStore(GAMES).get(game.id));
      for (const { commentBefore, ...row } of rows) {
        nodes.get(row.id).onsuccess = ({ target: { result } }) => nodes.put({ ...row, comment: merged({ ...row, commentBefore }, result) });
      }
      for (const id of gone) nodes.delete(id);
      const roots = [...new Set([...(kept?.roots || []), ...game.roots])]; // another tab may be in this game, too
      transaction.objectStore(GAMES).put({ name: "", ...kept, ...game, roots, time: Date.now() });
      await done;
    });
  }

  rename(id, name) {
    return this.later(async () => {
      const games = (await this.transaction("readwrite")).objectStore(GAMES);
      const game = await settled(games.get(id));
      if (game) await settled(games.put({ ...game, name }));
    });
  }

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
  async read(id) {
    try {
      const transaction = await this.transaction("readonly");
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

  async transaction(mode) {
    this.database ||= await opened();
    return this.database.transaction([NODES, GAMES], mode);
  }

  // Changes follow each other.
  later(change) {
    this.writing = this.writing.then(change).catch((error) => this.fail(error));
    return this.writing;
  }

  fail(error) {
    if (!this.told) this.failed(error);
    this.told = true;
  }
}
