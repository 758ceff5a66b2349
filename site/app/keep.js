// What was done is kept in this browser: each node of a game is a row, written once and when it changes, and beside
// them where one stands. Nothing is given up without a word: what cannot be written is told.
const NAME = "titan-table";
const NODES = "nodes";
const PLACES = "places";
const MOST_PLACES = 8; // of earlier visits, whose games are still there

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

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(NODES, { keyPath: "id" }).createIndex("root", "root");
    request.result.createObjectStore(PLACES, { keyPath: "visit" });
  };
  return settled(request);
}

export class Keep {
  // page: which page's work this is, the empty text for a table that opened nothing; failed(error): called once,
  // when this browser keeps nothing more.
  constructor(page, failed) {
    this.page = page;
    this.failed = failed;
    this.visit = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    this.writing = Promise.resolve();
    this.database = null;
  }

  // rows: nodes that are new or changed; gone: ids of those removed; place: {at, past, future, roots}.
  write(rows, gone, place) {
    this.writing = this.writing.then(() => this.put(rows, gone, place)).catch((error) => this.fail(error));
    return this.writing;
  }

  async put(rows, gone, place) {
    this.database ||= await opened();
    const transaction = this.database.transaction([NODES, PLACES], "readwrite");
    const done = finished(transaction);
    for (const row of rows) transaction.objectStore(NODES).put(row);
    for (const id of gone) transaction.objectStore(NODES).delete(id);
    transaction.objectStore(PLACES).put({ ...place, page: this.page, visit: this.visit, time: Date.now() });
    await done;
  }

  fail(error) {
    if (!this.told) this.failed(error);
    this.told = true;
  }

  // What was kept last: its place and the rows of its games; null where there is nothing.
  async read() {
    try {
      this.database = await opened();
      const transaction = this.database.transaction([NODES, PLACES]);
      const places = await settled(transaction.objectStore(PLACES).getAll());
      const place = places.filter((one) => one.page === this.page).sort(latest)[0];
      if (!place) return null;
      const rows = await Promise.all(place.roots.map((root) => settled(transaction.objectStore(NODES).index("root").getAll(root))));
      this.clear();
      return { place, rows: rows.flat() };
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  // The games of visits long ago are let go.
  async clear() {
    const transaction = this.database.transaction([NODES, PLACES], "readwrite");
    const places = (await settled(transaction.objectStore(PLACES).getAll())).sort(latest);
    const kept = new Set(places.slice(0, MOST_PLACES).flatMap((place) => place.roots));
    for (const place of places.slice(MOST_PLACES)) transaction.objectStore(PLACES).delete(place.visit);
    const cursor = transaction.objectStore(NODES).index("root").openKeyCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      if (!kept.has(at.key)) transaction.objectStore(NODES).delete(at.primaryKey);
      at.continue();
    };
  }
}
