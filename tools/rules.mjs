/** Every numbered rule of docs/spec is in at least one test title, and no test names a rule that does not exist. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const RULE = /\b([A-Z][A-Z0-9]*-\d+)\b/g;
const SKIPPED = new Set(["node_modules", "dist", ".git", "data", "test-results"]);

function* filesBelow(folder, wanted) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* filesBelow(path, wanted);
    } else if (wanted.test(entry.name)) yield path;
  }
}

// A rule is defined where its id opens a paragraph, a list item, a heading or a table cell.
const defined = new Map();
const doubled = new Map();
for (const path of filesBelow(join(ROOT, "docs/spec"), /\.md$/)) {
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const match = /^\s*(?:[-*|#]+\s*)?\**([A-Z][A-Z0-9]*-\d+)\b/.exec(line);
    if (match === null) continue;
    if (defined.has(match[1])) doubled.set(match[1], path);
    defined.set(match[1], path);
  }
}
const prefixes = new Set([...defined.keys()].map((id) => id.replace(/-\d+$/, "")));
const named = new Map();
for (const path of filesBelow(ROOT, /\.(test|spec|suite)\.tsx?$/)) {
  // A title opens with its rule: `it("SIP-4 …"`, `it.each([…])("SIP-4, SIP-5 …"`.
  for (const [, title] of readFileSync(path, "utf8").matchAll(/\(\s*["'`]([A-Z][A-Z0-9]*-\d+\b[^\n]*)/g)) {
    for (const [, id] of title.matchAll(RULE)) named.set(id, path);
  }
}
const untested = [...defined].filter(([id]) => !named.has(id));
const unknown = [...named].filter(([id]) => !defined.has(id) && prefixes.has(id.replace(/-\d+$/, "")));
for (const [id, path] of doubled) process.stdout.write(`${id} is defined twice, also in ${path}\n`);
for (const [id, path] of untested) process.stdout.write(`${id} (${path}) is in no test title\n`);
for (const [id, path] of unknown) process.stdout.write(`${id} is named in ${path} but defined nowhere\n`);
process.stdout.write(`${defined.size} rules, ${untested.length} untested, ${unknown.length} unknown\n`);
process.exit(untested.length + unknown.length + doubled.size === 0 && defined.size > 0 ? 0 : 1);
