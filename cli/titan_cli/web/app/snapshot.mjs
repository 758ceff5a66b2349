// Run by Node in the folder of the npm package pyodide, after python.js: writes Pyodide's memory with the library in it.
// Nothing in it depends on when and where it was made. Docstrings are left out: two thirds of a megabyte.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const NOW = Date.UTC(2026, 0, 1);
const here = (name) => pathToFileURL(name).href;
const { info } = JSON.parse(readFileSync("pyodide-lock.json", "utf8"));
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length ? given : [NOW]));
  }

  static now() {
    return NOW;
  }
};
Object.defineProperty(performance, "timeOrigin", { value: NOW });
performance.now = () => 0;
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: (bytes) => bytes.fill(7) } });
createRequire(here("./"))("node:crypto").randomFillSync = (bytes) => bytes.fill(7);

const { loadPyodide } = await import(here("pyodide.mjs"));
const { default: create } = await import(here("pyodide.asm.mjs"));
const { python, ask } = await library(loadPyodide, create, JSON.parse(readFileSync("titan.json", "utf8")), {
  _makeSnapshot: true, env: { PYTHONHASHSEED: "0", PYTHONOPTIMIZE: "2" }, lockFileContents: { info, packages: {} }, _sysExecutable: "/titan/python",
});
// The tables that the first typed dispute fills are filled here, once.
const { position } = ask({ ask: "load", text: "Plains: Ogre D3 / Lion D4" });
ask({ ask: "load", text: "Ogre strikes Lion", position });
ask({ ask: "legal", position, about: "D3" });
ask({ ask: "load", text: "Bk02 109 2 Centaur 2 Lion, rolled a 6" });
python.runPython("import gc; gc.collect()");
writeFileSync("snapshot.bin", python.makeMemorySnapshot());
