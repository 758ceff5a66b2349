"use strict";
// Runs in a worker, after Pyodide's own scripts: the library answers what the page asks.
// The files lie beside this one, packed by gzip, or come with the first message as base64.
(() => {
  const fetched = globalThis.fetch?.bind(globalThis);
  let held = null;
  let base = null;

  async function unpacked(bytes) {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes; // the server has done it
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const whole = Object.values(FILE_SIZES).reduce((sum, size) => sum + size, 0);
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
      postMessage({ progress: `The rules are loading: ${megabytes(Math.min(come, whole))} of ${megabytes(whole)} MB` });
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  async function file(name) {
    return unpacked(held ? Uint8Array.from(atob(held[name]), (letter) => letter.charCodeAt(0)) : await fetchedFile(name));
  }

  // Pyodide asks for its own files; they are found by their names.
  globalThis.fetch = async (address) => {
    const name = String(address?.url || address).split("/").pop();
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(await file(name), { headers: { "Content-Type": type } });
  };

  async function start() {
    const library = file("titan.zip");
    const lock = { info: PYODIDE_INFO, packages: {} };
    const python = await globalThis.loadPyodide({
      indexURL: "https://titan.invalid/", createPyodideModule: _createPyodideModule, lockFileContents: lock, fullStdLib: false,
    });
    python.unpackArchive(await library, "zip", { extractDir: "/titan" });
    postMessage({ progress: "The rules are here and begin …" });
    python.runPython(
      "import sys, json\nsys.path.insert(0, '/titan')\nfrom titan_cli.web.ask import ask\n"
      + "def answer(text):\n    return json.dumps(ask(json.loads(text)))\n");
    const answer = python.globals.get("answer");
    return (question) => JSON.parse(answer(JSON.stringify(question)));
  }

  let ready = null;
  addEventListener("message", async ({ data }) => {
    if (!data.number) {
      ({ files: held, base } = data);
      ready = start();
      ready.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error?.message || error) }));
      return;
    }
    const answer = await ready;
    postMessage({ number: data.number, answer: answer(data.question) });
  });
})();
