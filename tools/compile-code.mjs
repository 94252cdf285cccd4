/**
 * node tools/compile-code.mjs <folder>: runs the code of the built server until it has read its settings, and keeps what V8 compiled of it. `PORT` must be one that it
 * refuses, so that nothing starts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";

const [, , folder] = process.argv;
const filename = join(folder, "main.code.cjs");
const script = new Script(readFileSync(filename, "latin1"), { filename });
const umask = process.umask();
process.on("exit", () => {
  process.umask(umask); // the server has set one for its data, but every account may run it
  writeFileSync(join(folder, "main.code.cache"), script.createCachedData());
});
script.runInThisContext()(createRequire(filename), { exports: {} }, pathToFileURL(filename).href);
