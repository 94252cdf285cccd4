/** NOTICE names each package of the product whose licence asks for it, by its licence, and no other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

/** What is installed where the product runs, and what its pages are made of. */
const PRODUCT = ["apps/server", "apps/panel"];
/** These ask for their own text alone, which lies in the package. */
const PERMISSIVE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "Unlicense",
  "(MIT OR CC0-1.0)",
]);

/** The packages that the product needs, also on other systems: name and licence. */
function packagesOf({ packages }) {
  const found = new Map();
  const visited = new Set();
  const visit = (path) => {
    if (visited.has(path)) return;
    visited.add(path);
    const entry = packages[path];
    if (path.includes("node_modules/")) found.set(path.replace(/^.*node_modules\//, ""), entry.license ?? "none");
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const at = placeOf(packages, path, name);
      if (at !== undefined) visit(at);
    }
  };
  PRODUCT.forEach(visit);
  return found;
}

/** As Node resolves it: in the folder of the package, else in those above. */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) : "") {
    const path = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return entry.link ? entry.resolved : path;
    if (at === "") return undefined;
  }
}

/** What is wrong between a lock file and a NOTICE, as lines. */
function noticeFaults(lock, notice) {
  const packages = packagesOf(lock);
  const named = Array.from(notice.matchAll(/^- (\S+) \(([^)]+)\):/gm), ([, name, licence]) => ({ name, licence }));
  const isNamedBy = (name, one) =>
    one.name.endsWith("*") ? name.startsWith(one.name.slice(0, -1)) : name === one.name;
  const missing = [...packages]
    .filter(([, licence]) => !PERMISSIVE.has(licence))
    .filter(([name, licence]) => !named.some((one) => isNamedBy(name, one) && one.licence === licence))
    .map(([name, licence]) => `${name} (${licence}) is not named in NOTICE`);
  const stale = named
    .filter((one) => ![...packages].some(([name, licence]) => isNamedBy(name, one) && licence === one.licence))
    .map(({ name, licence }) => `NOTICE names ${name} (${licence}), which the product has not`);
  const within = Array.from(notice.matchAll(/^- \S+ \([^)]+\) in ([\w@/-]+)/gm), ([, name]) => name)
    .filter((name) => !packages.has(name))
    .map((name) => `NOTICE names ${name}, which the product has not`);
  return packages.size < 100 ? ["package-lock.json could not be read"] : [...missing, ...stale, ...within];
}

const read = (name) => readFileSync(join(ROOT, name), "utf8");
const faults = noticeFaults(JSON.parse(read("package-lock.json")), read("NOTICE"));
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);
