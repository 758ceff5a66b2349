// Who answers: the server that gave this page, a worker with the library in it, or nobody.
// Each has ask(question) → a promise of the answer; an error is an answer with the key `error`.
// What takes longer than a moment is told: working(true), and working(false) when nothing waits any more.
import { all } from "./dom.js";

/** @import { Answer, NoAnswer, Question } from "./protocol" */
/** @import { State } from "./types" */

/** @typedef {(question: object) => Promise<any>} Ask what an answer is, its question says: see ask */

/** @type {(message: string) => NoAnswer} */
const fault = (message) => ({ error: { code: "engine", message, pointer: "", line: null, hint: null }, faults: [] });

/** @type {(name: string, question: object) => Promise<any>} */
async function post(name, question) {
  const token = new URLSearchParams(location.search).get("token") || "";
  const reply = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Titan-Token": token },
    body: JSON.stringify(question),
  });
  return reply.json();
}

/** @typedef {{ createScriptURL(address: string): string }} Policy */
/** @typedef {{ createPolicy(name: string, rules: Policy): Policy }} TrustedTypes */

/** @type {Policy | undefined} */
let policy;

const COME = "titan-come"; // the cache of what the first visit has fetched, for the service worker

// An address of this page's own that a script runs from.
/** @type {(address: string) => string} */
function trusted(address) {
  const { trustedTypes } = /** @type {{ trustedTypes?: TrustedTypes }} */ (globalThis);
  policy ||= trustedTypes?.createPolicy("titan", { createScriptURL: (given) => given });
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
  if (held) return held.textContent || "";
  const reply = await fetch("engine.js.gz");
  if (!reply.ok) throw new Error(`engine.js.gz: ${reply.status}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (isFirst()) await caches.open(COME).then((cache) => cache.put(reply.url, new Response(bytes))).catch(() => {});
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes); // the server has unpacked it
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** @type {(told: (words: string) => void) => Promise<Ask>} */
async function startedWorker(told) {
  const script = new Blob([await workerScript()], { type: "text/javascript" });
  const worker = new Worker(trusted(URL.createObjectURL(script)));
  /** @type {Map<number, (answer: unknown) => void>} */
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
        waiting.get(data.number)?.(data.answer);
        waiting.delete(data.number);
      }
    });
  });
  const parts = all("script[data-file]").map((part) => [part.dataset.file, part.textContent?.trim()]);
  worker.postMessage({ files: parts.length ? Object.fromEntries(parts) : null, base: document.baseURI, first: isFirst() });
  await ready;
  return (question) => new Promise((good) => {
    waiting.set(++last, good);
    worker.postMessage({ number: last, question });
  });
}

/** @type {(told: (words: string) => void) => Ask} */
function workerEngine(told) {
  const began = startedWorker(told);
  return async (question) => (await began)(question);
}

const MOMENT = 300; // milliseconds

// What a question comes to that nobody wants an answer to any more.
export class Cancelled extends Error {}

export class Engine {
  /**
   * @param {"server" | "worker" | "none"} kind
   * @param {(state: State["engine"], words: string) => void} changed called when the state changes
   * @param {(working: boolean) => void} working
   */
  constructor(kind, changed, working) {
    this.changed = changed;
    this.working = working;
    this.waiting = 0;
    this.slow = 0;
    this.busy = false;
    /** @type {State["engine"]} */
    this.state = kind === "none" ? "none" : "loading";
    /** @type {{ question: object, good: (answer: any) => void }[]} */
    this.queue = [];
    this.post = post;
    changed(this.state, "");
    /** @type {Ask} */
    this.answer = async () => fault("nobody answers");
    if (kind === "none") return;
    this.answer = kind === "server" ? (question) => post("ask", question) : workerEngine((words) => changed("loading", words));
    this.ask({ ask: "rules", rule: "STRIKE-1" }).then((answer) => {
      this.state = answer.error ? "failed" : "ready";
      changed(this.state, answer.error?.message || "");
    });
  }

  /**
   * Questions are asked one after the other; one whose signal is given leaves the queue.
   * @template {Question} Q
   * @param {Q} question
   * @param {AbortSignal | null} signal
   * @returns {Promise<Answer<Q>>}
   */
  ask(question, signal = null) {
    const refused = { none: "This page only shows a recorded game: nothing in it can answer.", failed: "The rules could not be loaded.", loading: "", ready: "" }[this.state];
    if (refused) return Promise.resolve(/** @type {Answer<Q>} */ (fault(refused)));
    this.wait(1);
    return this.queued(question, signal).finally(() => this.wait(-1));
  }

  /** @type {(question: object, signal: AbortSignal | null) => Promise<any>} */
  queued(question, signal) {
    return new Promise((good, bad) => {
      const job = { question, good };
      this.queue.push(job);
      signal?.addEventListener("abort", () => {
        this.queue = this.queue.filter((one) => one !== job);
        bad(new Cancelled());
      });
      this.next();
    });
  }

  // How many answers are waited for.
  /** @param {1 | -1} by */
  wait(by) {
    this.waiting += by;
    if (by > 0 && this.waiting === 1) this.slow = setTimeout(() => this.working(true), MOMENT);
    if (this.waiting) return;
    clearTimeout(this.slow);
    this.working(false);
  }

  async next() {
    const first = this.busy ? null : this.queue.shift();
    if (!first) return;
    const { question, good } = first;
    this.busy = true;
    good(await this.answer(question).catch((error) => fault(`No answer came: ${error.message || error}`)));
    this.busy = false;
    this.next();
  }
}
