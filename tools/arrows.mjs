/** Holds the arrows of docs/architecture.md, and fails when too few modules were read to mean anything. */
import { pathToFileURL } from "node:url";
import { ARROW_RULES } from "./arrow-rules.mjs";
import { readImports } from "./imports.mjs";
import { ROOT } from "./setup.mjs";

const FEWEST_MODULES = 1_000;

/** What is forbidden in this graph, a line each: the rule, the module and what it imports. */
export function forbiddenArrows(imports, rules = ARROW_RULES) {
  return [
    ...rules.flatMap((rule) => brokenBy(rule, imports)),
    ...cycles(imports).map((cycle) => `no-cycle: ${cycle.join(" -> ")}`),
  ];
}

function brokenBy({ name, from, to }, imports) {
  const fromPath = pattern(from.path);
  const fromPathNot = pattern(from.pathNot);
  const found = new Set();
  for (const [module, its] of imports) {
    const groups = fromPath === undefined ? [] : fromPath.exec(module);
    if (groups === null || fromPathNot?.test(module)) continue;
    const toPath = pattern(to.path, groups);
    const toPathNot = pattern(to.pathNot, groups);
    for (const target of its) {
      if (to.kind !== undefined && target.kind !== to.kind) continue;
      if (to.typeOnly !== undefined && target.typeOnly !== to.typeOnly) continue;
      if (toPath?.test(target.to) === false || toPathNot?.test(target.to)) continue;
      found.add(`${name}: ${module} -> ${target.to}`);
    }
  }
  return [...found];
}

const patterns = new Map();

/** One pattern of a rule's one or many, with the groups of its `from` in place of `$1`, `$2` … */
function pattern(written, groups = []) {
  if (written === undefined || written.length === 0) return undefined;
  const source = [written]
    .flat()
    .join("|")
    .replace(/\$(\d)/g, (whole, at) => groups[at] ?? whole);
  const known = patterns.get(source) ?? new RegExp(source);
  patterns.set(source, known);
  return known;
}

/** One cycle of each knot of modules that all reach one another; types count, because who reads one must read all. */
function cycles(imports) {
  return knots(imports).map((knot) => {
    const [start] = knot;
    const cameFrom = new Map();
    const waiting = [start];
    for (const module of waiting)
      for (const { to } of imports.get(module)) {
        if (!knot.has(to) || cameFrom.has(to)) continue;
        cameFrom.set(to, module);
        waiting.push(to);
      }
    const cycle = [start];
    do cycle.unshift(cameFrom.get(cycle[0]));
    while (cycle[0] !== start);
    return cycle;
  });
}

/** Tarjan's strongly connected components of more than one module, or of one that imports itself. */
function knots(imports) {
  const found = [];
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const isOpen = new Set();
  const visit = (module) => {
    order.set(module, order.size);
    lowest.set(module, order.get(module));
    open.push(module);
    isOpen.add(module);
    for (const { to } of imports.get(module)) {
      if (!imports.has(to)) continue;
      if (!order.has(to)) visit(to);
      if (isOpen.has(to)) lowest.set(module, Math.min(lowest.get(module), lowest.get(to)));
    }
    if (lowest.get(module) !== order.get(module)) return;
    const knot = new Set(open.splice(open.indexOf(module)));
    for (const one of knot) isOpen.delete(one);
    if (knot.size > 1 || imports.get(module).some(({ to }) => to === module)) found.push(knot);
  };
  for (const module of imports.keys()) if (!order.has(module)) visit(module);
  return found;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const imports = readImports(ROOT, ["packages", "apps", "e2e", "bench"]);
  const forbidden = forbiddenArrows(imports);
  for (const line of forbidden) process.stdout.write(`${line}\n`);
  process.stdout.write(`${imports.size} modules read\n`);
  const isBroken = imports.size < FEWEST_MODULES;
  if (isBroken) process.stdout.write(`fewer than ${FEWEST_MODULES}: the reading itself is broken\n`);
  process.exit(forbidden.length === 0 && !isBroken ? 0 : 1);
}
