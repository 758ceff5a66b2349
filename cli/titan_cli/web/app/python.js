// The library in Pyodide: as it begins, or as it goes on from a snapshot of its memory. In the worker and in Node.
const BEGIN = `
import sys, json
sys.dont_write_bytecode = True
sys.path.insert(0, "/titan")
from titan_cli.web.ask import ask
def answer(text):
    return json.dumps(ask(json.loads(text)))
`;

// The Python in which the library stands ready. create: Pyodide's module; files: the library's texts by their paths.
async function library(load, create, files, { _loadSnapshot = null, ...settings }) {
  const python = await load({
    fullStdLib: false, ...settings, ...(_loadSnapshot && { _loadSnapshot }),
    createPyodideModule: async (given) => {
      const module = await create(given);
      if (_loadSnapshot) module.growMemory(_loadSnapshot.length);
      return module;
    },
  });
  for (const [path, text] of Object.entries(await files)) {
    python.FS.mkdirTree(`/titan/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/titan/${path}`, text);
  }
  if (!_loadSnapshot) python.runPython(BEGIN);
  const answer = python.globals.get("answer");
  const asked = (question) => JSON.parse(answer(JSON.stringify(question)));
  asked({ ask: "rules", rule: "STRIKE-1" }); // whether it works is seen here
  return { python, ask: asked };
}
