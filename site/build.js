// Joins the page's modules and style sheets into the two files that the Python package holds: npm run build.
// Their first line names the sources by hash, so that a test without Node sees whether they are fresh.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { build } from "esbuild";

const here = new URL("app/", import.meta.url);
const sources = readdirSync(here).filter((name) => /\.(js|css|ts)$/.test(name)).sort();
const sum = createHash("sha256");
for (const name of sources) sum.update(`${name}\n`).update(readFileSync(new URL(name, here)));
const says = `made of site/app by npm run build; sources ${sum.digest("hex")}`;

const settings = {
  outdir: "../cli/titan_cli/web/app",
  absWorkingDir: new URL(".", import.meta.url).pathname,
  bundle: true,
  format: "esm",
  charset: "utf8",
  target: "es2022",
  banner: { js: `// ${says}`, css: `/* ${says} */` },
};
await build({ ...settings, entryPoints: [{ in: "app/table.css", out: "table" }] });
// Without the comments, which every page would hold.
await build({ ...settings, entryPoints: [{ in: "app/main.js", out: "table" }], minifyWhitespace: true, minifySyntax: true, lineLimit: 200 });
