/**
 * The entry of the built server: runs the code next to it with what V8 compiled of it during the build (tools/compile-code.mjs), which saves a quarter of a start's CPU.
 * V8 does not take this if Node has another version or other options; then it compiles the code itself.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const code = new URL("./main.code.cjs", import.meta.url);
const compiled = new URL("./main.code.cache", import.meta.url);

const script = new Script(readFileSync(code, "latin1"), {
  filename: fileURLToPath(code),
  cachedData: readFileSync(compiled),
});
const run: unknown = script.runInThisContext();
if (typeof run === "function") Reflect.apply(run, undefined, [createRequire(code), { exports: {} }, code.href]);
