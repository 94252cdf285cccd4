/**
 * Tests that draw the whole panel in a document, or run the whole server or its database in their process: a sixth of all, and seven eighths of the time. `npm test` runs
 * all of them, `npm run check` those that a change can break.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { areasOfFile, testsOfAreas } from "./areas.mjs";
import { ROOT } from "./setup.mjs";

const PAGE = "// @vitest-environment jsdom";
const SERVER_PARTS = "apps/server/test";
const OPENERS = ["test-server.ts", "store-file.ts", "test-databases.ts"];
const PANEL = "apps/panel";
const SERVER = "apps/server";

/** What each app is made of in addition to its own files; a package that is not here belongs to both. */
const PANEL_PACKAGES = /^packages\/(?:ui|webphone|meeting)\//;
const SERVER_PACKAGES = /^packages\/(?:pbx|media|sip|phone-port)\//;
const READ_BY_NO_TEST = /\.md$|^(?:docs|e2e|bench|deploy|\.ci)\//;

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const isTest = (path) => /\.test\.tsx?$/.test(path);

/** The files of `apps/server/test` that start a whole server or open its database, by these or by one another. */
function serverParts() {
  const texts = new Map(filesBelow(SERVER_PARTS).map((path) => [path, read(path)]));
  const parts = new Set(OPENERS.map((name) => `${SERVER_PARTS}/${name}`));
  for (const part of parts)
    for (const [path, text] of texts) if (importsPart(text, part.slice(SERVER_PARTS.length))) parts.add(path);
  return [...parts].map((path) => path.slice(SERVER_PARTS.length));
}

/** `import type` starts no server. */
const importsPart = (text, end) =>
  new RegExp(`^import (?!type )[^;]*"[^"]*${end.replaceAll(".", "\\.")}";`, "m").test(text);

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("node_modules"))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length)
        .replace(/^[\\/]/, "")
        .replaceAll("\\", "/"),
    );
}

/**
 * All of them, by what they are.
 * @returns {{ pages: string[], servers: string[] }} paths from the root
 */
export function wholeTests() {
  const parts = serverParts();
  const tests = ["apps/panel/src", "apps/server/src", "packages"].flatMap(filesBelow).filter(isTest);
  const texts = tests.map((path) => [path, read(path)]);
  return {
    pages: texts.filter(([, text]) => text.startsWith(PAGE)).map(([path]) => path),
    servers: texts.filter(([, text]) => parts.some((part) => importsPart(text, part))).map(([path]) => path),
  };
}

/**
 * Those that a change of these files can break: tests of the module or feature that a file is named after, and those that import it. What belongs to no area, as the
 * kernel or a package, can break every page or every server.
 * @param {readonly string[]} changed paths from the root
 * @returns {{ pages: string[], servers: string[] }} paths from the root
 */
export function wholeTestsOf(changed) {
  const { pages, servers } = wholeTests();
  const known = changed.filter((path) => !READ_BY_NO_TEST.test(path));
  const chosen = (app, tests) => {
    const own = known.filter((path) => appsOf(path).includes(app));
    const areas = [...new Set(own.flatMap(areasOfFile))];
    const isGeneral = own.some((path) => !isTest(path) && areasOfFile(path).length === 0);
    const ofAreas = new Set([...own, ...(isGeneral || areas.length === 0 ? [] : testsOfAreas(areas).tests)]);
    return tests.filter((path) => isGeneral || ofAreas.has(path));
  };
  return { pages: chosen(PANEL, pages), servers: chosen(SERVER, servers) };
}

/** The apps that a file is part of. */
function appsOf(path) {
  if (path.startsWith(`${PANEL}/`) || PANEL_PACKAGES.test(path)) return [PANEL];
  if (path.startsWith(`${SERVER}/`) || SERVER_PACKAGES.test(path)) return [SERVER];
  return [PANEL, SERVER];
}

/**
 * What is not as it is on main: commits of this branch, what is not committed, and new files.
 * @returns {string[] | undefined} undefined where there is no repository, or no main
 */
export function changedFiles() {
  try {
    const base = git("merge-base", MAINS.find(isKnown) ?? "main", "HEAD").trim();
    return [
      ...git("diff", "--name-only", "--no-renames", base).split("\n"),
      ...git("ls-files", "--others", "--exclude-standard").split("\n"),
    ].filter((path) => path !== "");
  } catch {
    return undefined;
  }
}

const MAINS = ["origin/main", "main"];
const git = (...words) =>
  execFileSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

function isKnown(name) {
  try {
    git("rev-parse", "--verify", "--quiet", name);
    return true;
  } catch {
    return false;
  }
}
