"use strict";
// Runs in a worker, after Pyodide's own scripts and python.js: the library answers what the page asks.
// The files lie beside this one, packed by gzip, or come with the first message as base64.
(() => {
  const fetched = globalThis.fetch?.bind(globalThis);
  let held = null;
  let base = null;
  let first = false; // the first visit: what is fetched is handed to the service worker

  async function unpacked(bytes) {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes; // the server has done it
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const all = Object.values(FILE_SIZES).reduce((sum, size) => sum + size, 0);
  let come = 0;

  // The bytes of a file as they come, and how far all of them are.
  async function fetchedFile(name) {
    const reply = await fetched(new URL(`${name}.gz`, base));
    if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
    const parts = [];
    const reader = reply.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      come += part.value.length;
      const loading = `The rules are loading: ${megabytes(come)} of ${megabytes(all)} MB`;
      postMessage({ progress: come < all ? loading : "The rules are here and begin …" });
    }
    const whole = new Blob(parts);
    if (first && globalThis.caches) await caches.open("titan-come").then((cache) => cache.put(reply.url, new Response(whole))).catch(() => {});
    return new Uint8Array(await whole.arrayBuffer());
  }

  async function file(name) {
    if (!held) return unpacked(await fetchedFile(name));
    const reply = await fetched(`data:;base64,${held[name]}`);
    return unpacked(new Uint8Array(await reply.arrayBuffer()));
  }

  // Pyodide asks for its own files; they are found by their names.
  globalThis.fetch = async (address) => {
    const name = String(address?.url || address).split("/").pop();
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(await file(name), { headers: { "Content-Type": type } });
  };

  // From the snapshot where there is one; from the beginning in a browser that it does not fit.
  async function start() {
    const files = file("titan.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    const settings = { indexURL: "https://titan.invalid/", lockFileContents: { info: PYODIDE_INFO, packages: {} } };
    const begin = (more) => library(globalThis.loadPyodide, _createPyodideModule, files, { ...settings, ...more });
    if (!FILE_SIZES["snapshot.bin"]) return begin({});
    return begin({ _loadSnapshot: await file("snapshot.bin") }).catch(() => begin({}));
  }

  let ready = null;
  addEventListener("message", async ({ data }) => {
    if (!data.number) {
      ({ files: held, base, first } = data);
      ready = start();
      ready.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error?.message || error) }));
      return;
    }
    const { ask } = await ready;
    postMessage({ number: data.number, answer: ask(data.question) });
  });
})();
