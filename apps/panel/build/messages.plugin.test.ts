import { parseAst } from "vite";
import { expect, it } from "vitest";
import { compileSource } from "./messages.plugin.ts";

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
