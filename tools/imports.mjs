/** Which module imports which: read from the syntax of each file and resolved as Node and the bundlers resolve it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, extname, join, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { ResolverFactory } from "oxc-resolver";

const CODE = new Set([".ts", ".tsx", ".mts", ".cts", ".mjs", ".cjs", ".js", ".jsx"]);
const NOT_OURS = new Set(["node_modules", "dist"]);

/**
 * @typedef {object} Import
 * @property {string} to The module, from the root with "/"; the name of a module of Node, or what was written where nothing is found.
 * @property {"local" | "npm" | "npm-dev" | "core" | "unresolvable"} kind "npm" is a run-time dependency of the nearest package.json, "npm-dev" any other package.
 * @property {boolean} typeOnly Only types are imported: no code is loaded.
 */

/**
 * @param {string} root
 * @param {readonly string[]} folders below the root; what they import elsewhere below the root is read too
 * @returns {Map<string, Import[]>} the imports of each module, by its path from the root with "/"
 */
export function readImports(root, folders) {
  const resolver = new ResolverFactory({
    conditionNames: ["import", "types", "default"],
    extensions: [".ts", ".tsx", ".d.ts", ".mjs", ".js", ".json", ".css"],
    mainFields: ["module", "main", "types", "typings"],
  });
  const pathOf = (file) => relative(root, file).split(sep).join("/");
  const kindOf = kindsOfPackages(root);

  /** @returns {Import} */
  const resolve = (file, written, typeOnly) => {
    if (isBuiltin(written)) return { to: written.replace(/^node:/, ""), kind: "core", typeOnly };
    const { path } = resolver.resolveFileSync(file, written.replace(/\?.*$/, ""));
    if (path === undefined) return { to: written, kind: "unresolvable", typeOnly };
    const to = pathOf(path);
    return { to, kind: to.split("/").includes("node_modules") ? kindOf(file, written) : "local", typeOnly };
  };

  const imports = new Map();
  const waiting = folders.flatMap((folder) => codeBelow(join(root, folder)));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (imports.has(pathOf(file))) continue;
    const found = writtenIn(file).map(({ written, typeOnly }) => resolve(file, written, typeOnly));
    imports.set(pathOf(file), found);
    for (const { to, kind } of found) if (kind === "local" && CODE.has(extname(to))) waiting.push(join(root, to));
  }
  return imports;
}

function codeBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : codeBelow(path);
    return CODE.has(extname(entry.name)) ? [path] : [];
  });
}

/** What a file imports, as it is written there: imports, exports from elsewhere, and `import()` of a fixed text. */
function writtenIn(file) {
  const text = readFileSync(file, "utf8");
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const onlyTypes = (entries) => entries.length > 0 && entries.every(({ isType }) => isType);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    written: moduleRequest.value,
    typeOnly: onlyTypes(entries),
  }));
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ written: moduleRequest.value, typeOnly: isType });
  for (const { moduleRequest } of module.dynamicImports) {
    const written = /^(["'`])([^$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (written !== undefined) found.push({ written, typeOnly: false });
  }
  return found;
}

/** Whether the nearest package.json of a file has a package among its run-time dependencies. */
function kindsOfPackages(root) {
  const runTime = new Map();
  const runTimeOf = (folder) => {
    const known = runTime.get(folder);
    if (known !== undefined) return known;
    const file = join(folder, "package.json");
    const names =
      existsSync(file) || folder === root
        ? new Set(Object.keys(JSON.parse(readFileSync(file, "utf8")).dependencies ?? {}))
        : runTimeOf(dirname(folder));
    runTime.set(folder, names);
    return names;
  };
  return (file, written) => {
    const name = written.split("/", written.startsWith("@") ? 2 : 1).join("/");
    return runTimeOf(dirname(file)).has(name) ? "npm" : "npm-dev";
  };
}
