/**
 * What belongs to an area, found in names, imports and rules, so that there is no list to keep. An area is what a module of the server, a feature
 * of the panel, a package or a folder of journeys is named after: `voicemail`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { ROOT } from "./setup.mjs";

const JOURNEYS = "e2e/journeys";
const PLACES = ["apps/server/src/modules", "apps/panel/src/features", "packages", JOURNEYS];
const SPEC = "docs/spec";
const SKIPPED = new Set(["node_modules", "dist"]);

/** They put many areas together, so an import of theirs does not say which one is used. */
const PUTS_TOGETHER = /^apps\/[^/]+\/src\/app\/|^(?:apps|packages)\/[^/]+\/test\/|^packages\/[^/]+\/src\/index\.ts$/;

/** The value imports of a file; what is imported as a type alone cannot break a test. */
const IMPORT = /^(?:import|export) (?!type )[^;]*?"(\.{1,2}\/[^"?]+)"|import\("(\.{1,2}\/[^"?]+)"\)/gm;
/** A rule where a page of the specification defines it, and where a title names it. */
const RULE = /\b[A-Z][A-Z0-9]*-\d+\b/g;
const TITLE = /\(\s*["'`]([A-Z][A-Z0-9]*-\d+\b[^\n]*)/g;

const foldersIn = (place) =>
  readdirSync(join(ROOT, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The names of all areas, sorted. */
export const listAreas = () => [...new Set(PLACES.flatMap(foldersIn))].sort();

/** The areas of modules and features that a file is named after, and not its package. */
export const areasOfFile = (path) =>
  [...new Set(PLACES.filter((place) => place !== "packages").flatMap(foldersIn))].filter((area) => isNamed(path, area));

/**
 * The tests that a change in the areas can break: those in their folders and files, those that import code of them, and those that prove a rule of their
 * pages of the specification. Paths from the root, sorted.
 * @returns {{ tests: string[], journeys: string[] }}
 */
export function testsOfAreas(areas) {
  const files = new Map(["apps", "packages", JOURNEYS].flatMap(filesBelow).map((path) => [path, read(path)]));
  const touched = importersOf(
    [...files.keys()].filter((path) => areas.some((area) => isNamed(path, area))),
    files,
  );
  const rules = new Set(areas.flatMap(rulesOf));
  const found = [...files].filter(
    ([path, text]) =>
      touched.has(path) || titlesOf(text).some((title) => title.match(RULE)?.some((id) => rules.has(id))),
  );
  const named = (end) =>
    found
      .map(([path]) => path)
      .filter((path) => end.test(path))
      .sort((one, other) => one.localeCompare(other));
  return { tests: named(/\.test\.tsx?$/), journeys: named(/\.spec\.ts$/) };
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const read = (path) => readFileSync(join(ROOT, path), "utf8");

/** `…/voicemail/…`, `voicemail.ts`, `voicemail-crash.test.ts`. */
function isNamed(path, area) {
  const name = basename(path);
  return dirname(path).split("/").includes(area) || name.startsWith(`${area}.`) || name.startsWith(`${area}-`);
}

/** The files, and all that import them, directly or through others. */
function importersOf(seeds, files) {
  const importers = new Map();
  for (const [path, text] of files) {
    if (PUTS_TOGETHER.test(path) && !/\.test\.tsx?$/.test(path)) continue;
    for (const [, fixed, lazy] of text.matchAll(IMPORT)) {
      const target = relative(ROOT, join(ROOT, dirname(path), fixed ?? lazy)).replaceAll(sep, "/");
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const reached = new Set(seeds);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return reached;
}

/** The ids on the area's pages: `voicemail.md`, `voicemail-panel.md`. */
function rulesOf(area) {
  const pages = readdirSync(join(ROOT, SPEC)).filter((name) => name === `${area}.md` || name.startsWith(`${area}-`));
  return pages.flatMap((page) =>
    [...read(`${SPEC}/${page}`).matchAll(/^\s*(?:[-*|#]+\s*)?\**([A-Z][A-Z0-9]*-\d+)\b/gm)].map(([, id]) => id),
  );
}

const titlesOf = (text) => [...text.matchAll(TITLE)].map(([, title]) => title);
