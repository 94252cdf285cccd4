import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { withoutSummaries } from "./endpoints.plugin.ts";

const FOLDER = fileURLToPath(new URL("../../../packages/contract/src/endpoints", import.meta.url));

it("of the endpoints' files what they say about themselves is left out, and nothing else", () => {
  expect(
    withoutSummaries(
      'f({ path: "a", summary: "It says \\"yes\\", or no", access: x });\ng({ summary: `Of ${a}`, b });',
    ),
  ).toBe('f({ path: "a",  access: x });\ng({  b });');
  const kept = "z.object({ summary: queueSummarySchema, summary: z.string() }); const { summary, access } = more;";
  expect(withoutSummaries(kept)).toBe(kept);
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const sources = files.map((name) => readFileSync(join(FOLDER, name), "utf8"));
  const said = sources.flatMap((source) => [...source.matchAll(/\bsummary:\s*["`]/g)]);
  expect(said.length).toBeGreaterThan(200);
  expect(sources.map(withoutSummaries).filter((source) => /\bsummary:\s*["`]/.test(source))).toEqual([]);
});
