"use strict";
// Runs in a worker, after Pyodide's own scripts: the library answers what the page asks.
// The files lie beside this one, packed by gzip, or come with the first message as base64.
(() => {
  const fetched = globalThis.fetch?.bind(globalThis);
  let held = null;

  async function unpacked(bytes) {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes; // the server has done it
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  async function file(name) {
    if (held) return unpacked(Uint8Array.from(atob(held[name]), (letter) => letter.charCodeAt(0)));
    const reply = await fetched(`${name}.gz`);
    if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
    return unpacked(new Uint8Array(await reply.arrayBuffer()));
  }

  // Pyodide asks for its own files; they are found by their names.
  globalThis.fetch = async (address) => {
    const name = String(address?.url || address).split("/").pop();
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(await file(name), { headers: { "Content-Type": type } });
  };

  async function start() {
    const lock = { info: PYODIDE_INFO, packages: {} };
    const python = await globalThis.loadPyodide({
      indexURL: "https://titan.invalid/", createPyodideModule: _createPyodideModule, lockFileContents: lock, fullStdLib: false,
    });
    postMessage({ progress: "The rules are loading: the library …" });
    python.unpackArchive(await file("titan.zip"), "zip", { extractDir: "/titan" });
    python.runPython(
      "import sys, json\nsys.path.insert(0, '/titan')\nfrom titan_cli.web.ask import ask\n"
      + "def answer(text):\n    return json.dumps(ask(json.loads(text)))\n");
    const answer = python.globals.get("answer");
    return (question) => JSON.parse(answer(JSON.stringify(question)));
  }

  let ready = null;
  addEventListener("message", async ({ data }) => {
    if (!data.number) {
      held = data.files;
      postMessage({ progress: "The rules are loading: Python …" });
      ready = start();
      ready.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error?.message || error) }));
      return;
    }
    const answer = await ready;
    postMessage({ number: data.number, answer: answer(data.question) });
  });
})();
