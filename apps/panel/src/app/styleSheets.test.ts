import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SOURCES = ["../", "../../../../packages/ui/src/"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
/** `:nth-…` without a tag or class before it, or `+ *`: a rule about the neighbours of any element. */
const OF_ANY_ELEMENT = /(?:^|[\s>+~,({}])\*?:nth-(?:last-)?child\(|[+~] +\*/m;

it("SHELL-25 no style sheet has a rule about the neighbours of any element: with each new row browsers would style whole lists again", () => {
  const sheets = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".css"))
      .map((path) => join(folder, path)),
  );
  expect(sheets.length).toBeGreaterThan(100);
  expect(sheets.filter((path) => OF_ANY_ELEMENT.test(readFileSync(path, "utf8")))).toEqual([]);
});
