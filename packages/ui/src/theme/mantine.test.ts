import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(path, "utf8");
const CSS = read(join(SOURCES, "theme/mantine.css"));

/** The style sheets of Mantine that are in use. */
function sheetsOfMantine(): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) => [...read(join(SOURCES, path)).matchAll(/"(@mantine\/core\/styles\/[\w.]+)"/g)])
    .map(([, sheet = ""]) => read(resolve(sheet)));
}

it("SHELL-42 Mantine's parts find each variable that they use, and nothing is declared for the whole page", () => {
  const sheets = sheetsOfMantine();
  expect(sheets.length).toBeGreaterThan(5);
  const used = sheets.flatMap((sheet) => [...sheet.matchAll(/var\((--mantine-[\w-]+)/g)].map(([, name]) => name));
  const declared = [...CSS.matchAll(/^ {2}(--mantine-[\w-]+):/gm)].map(([, name = ""]) => name);
  expect(new Set(declared)).toEqual(new Set(used));
  expect(CSS.match(/^[^\s/}].*\{$/gm)).toEqual(["[data-portal] {"]);
});
