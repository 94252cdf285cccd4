import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { expect, it } from "vitest";
import { compileSource, hasMessages } from "./messages.plugin.ts";

const compile = (code: string) => compileSource(code, parseAst(code));

it("SHELL-15 texts become what the runtime interpolates", () => {
  expect(compile('export const m = { "a.b": "Hello {name}" };')).toBe(
    'export const m = { "a.b": ["Hello ",["name"]] };',
  );
});

it("SHELL-15 plurals are compiled too, several on their places", () => {
  expect(compile('const m = { a: "{n, plural, one {# call} other {# calls}}", b: "x" };')).toBe(
    'const m = { a: [["n","plural",{"one":["#"," call"],"other":["#"," calls"]}]], b: ["x"] };',
  );
});

it("SHELL-15 values that are not texts stay unchanged", () => {
  expect(compile('import x from "y"; const m = { a: 1, b: f("c") };')).toBe(
    'import x from "y"; const m = { a: 1, b: f("c") };',
  );
});

it("SHELL-15 every file of a locale is compiled, whatever its folder, but not the list of them", () => {
  const locales = fileURLToPath(new URL("../src/locales/", import.meta.url));
  const files = readdirSync(locales, { recursive: true, encoding: "utf8" }).filter((path) => /\w\/.+\.ts$/.test(path));
  expect(files).toContain("fr-CA/phone/conferences.ts");
  const left = files.filter((path) => !hasMessages(`${locales}${path}`));
  expect(left.toSorted()).toEqual(["en-AU/index.ts", "en-GB/index.ts", "fr-CA/index.ts"]);
  expect(hasMessages("/panel/src/features/queues/queues.messages.ts")).toBe(true);
});
