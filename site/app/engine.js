// Who answers: the server that gave this page, a worker with the library in it, or nobody.
// Each has ask(question) → a promise of the answer; an error is an answer with the key `error`.
// What takes longer than a moment is told: working(true), and working(false) when nothing waits any more.
import { all } from "./dom.js";

/** @type {(message: string) => any} */
const fault = (message) => ({ error: { code: "engine", message, pointer: "", line: null, hint: null }, faults: [] });

async function post(name, question) {
  const token = new URLSearchParams(location.search).get("token") || "";
  const reply = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Titan-Token": token },
    body: JSON.stringify(question),
  });
  return reply.json();
}

/** @type {any} */
let policy = null;

const COME = "titan-come"; // the cache of what the first visit has fetched, for the service worker

// An address of this page's own that a script runs from.
function trusted(address) {
  policy ||= /** @type {any} */ (globalThis).trustedTypes?.createPolicy("titan", { createScriptURL: (given) => given });
  return policy ? policy.createScriptURL(address) : address;
}

// After one visit the page works without a network.
export function keepOffline() {
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
    navigator.serviceWorker.register(trusted("worker.js")).catch(() => {});
  }
}

const isFirst = () => "serviceWorker" in navigator && !navigator.serviceWorker.controller;

// The worker's script lies beside the page, packed by gzip, or in the page itself, with the files that it needs.
async function workerScript() {
  const held = document.getElementById("engine");
  if (held) return held.textContent;
  const reply = await fetch("engine.js.gz");
  if (!reply.ok) throw new Error(`engine.js.gz: ${reply.status}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (isFirst()) await caches.open(COME).then((cache) => cache.put(reply.url, new Response(bytes))).catch(() => {});
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes); // the server has unpacked it
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

async function startedWorker(told) {
  const script = new Blob([await workerScript()], { type: "text/javascript" });
  const worker = new Worker(trusted(URL.createObjectURL(script)));
  const waiting = new Map();
  let last = 0;
  /** @type {Promise<void>} */
  const ready = new Promise((good, bad) => {
    worker.addEventListener("error", (event) => bad(new Error(event.message || "the worker does not start")));
    worker.addEventListener("message", ({ data }) => {
      if (data.progress) told(data.progress);
      else if (data.ready) good();
      else if (data.failed) bad(new Error(data.failed));
      else {
        waiting.get(data.number)(data.answer);
        waiting.delete(data.number);
      }
    });
  });
  const parts = all("script[data-file]").map((part) => [part.dataset.file, part.textContent.trim()]);
  worker.postMessage({ files: parts.length ? Object.fromEntries(parts) : null, base: document.baseURI, first: isFirst() });
  await ready;
  return (question) => new Promise((good) => {
    waiting.set(++last, good);
    worker.postMessage({ number: last, question });
  });
}

function workerEngine(told) {
  const began = startedWorker(told);
  return async (question) => (await began)(question);
}

const MOMENT = 300; // milliseconds

// What a question comes to that nobody wants an answer to any more.
export class Cancelled extends Error {}

export class Engine {
  // kind: "server", "worker" or "none"; changed(state, words) is called when the state changes.
  constructor(kind, changed, working) {
    this.changed = changed;
    this.working = working;
    this.waiting = 0;
    this.state = kind === "none" ? "none" : "loading";
    this.queue = [];
    this.post = post;
    changed(this.state, "");
    if (kind === "none") {
      this.answer = async () => fault("nobody answers");
      return;
    }
    /** @type {(question: object) => Promise<any>} */
    this.answer = kind === "server" ? (question) => post("ask", question) : workerEngine((words) => changed("loading", words));
    this.ask({ ask: "rules", rule: "STRIKE-1" }).then((answer) => {
      this.state = answer.error ? "failed" : "ready";
      changed(this.state, answer.error?.message || "");
    });
  }

  /**
   * Questions are asked one after the other; one whose signal is given leaves the queue.
   * @template {import("./protocol").Question} Q
   * @param {Q} question
   * @param {AbortSignal | null} signal
   * @returns {Promise<import("./protocol").Answer<Q>>}
   */
  ask(question, signal = null) {
    if (this.state === "none") return Promise.resolve(fault("This page only shows a recorded game: nothing in it can answer."));
    if (this.state === "failed") return Promise.resolve(fault("The rules could not be loaded."));
    const asked = new Promise((good, bad) => {
      const job = { question, good };
      this.queue.push(job);
      signal?.addEventListener("abort", () => {
        this.queue = this.queue.filter((one) => one !== job);
        bad(new Cancelled());
      });
      this.next();
    });
    this.wait(1);
    return asked.finally(() => this.wait(-1));
  }

  // How many answers are waited for.
  wait(by) {
    this.waiting += by;
    if (by > 0 && this.waiting === 1) this.slow = setTimeout(() => this.working(true), MOMENT);
    if (this.waiting) return;
    clearTimeout(this.slow);
    this.working(false);
  }

  async next() {
    if (this.busy || !this.queue.length) return;
    const { question, good } = this.queue.shift();
    this.busy = true;
    good(await this.answer(question).catch((error) => fault(`No answer came: ${error.message || error}`)));
    this.busy = false;
    this.next();
  }
}
