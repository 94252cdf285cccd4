import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const EXAMPLE = join(ROOT, "docs/examples/notes-area");
const OUTSIDE = "outside.json";
const COMPILE_MS = 600_000;

const outside = z
  .array(z.object({ file: z.string(), edits: z.array(z.object({ before: z.string(), insert: z.string() })) }))
  .parse(JSON.parse(readFileSync(join(EXAMPLE, OUTSIDE), "utf8")));

const run = promisify(execFile);
let copy: string;

/** A copy of the packages and of the server; packages from registries are links to ours. */
function copySources(): void {
  const isSource = (path: string): boolean => !["node_modules", "dist"].includes(basename(path));
  for (const one of ["packages", "apps", "package.json", "tsconfig.base.json", "vitest.config.ts", "tools"])
    cpSync(join(ROOT, one), join(copy, one), { recursive: true, filter: isSource });
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@callpanel"), { recursive: true });
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== "@callpanel" && name !== ".vite") symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  for (const folder of ["packages", "apps"])
    for (const name of readdirSync(join(copy, folder)))
      symlinkSync(join(copy, folder, name), join(modules, "@callpanel", name));
}

function addExample(): void {
  cpSync(EXAMPLE, copy, { recursive: true, filter: (path) => basename(path) !== OUTSIDE });
  for (const { file, edits } of outside) {
    let text = readFileSync(join(copy, file), "utf8");
    for (const { before, insert } of edits) {
      if (text.split(before).length !== 2) throw new Error(`${file} must contain ${before} once`);
      text = text.replace(before, () => insert + before);
    }
    writeFileSync(join(copy, file), text);
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "callpanel-area-"));
  copySources();
  addExample();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it("AREA-1 the example of docs/adding-an-area.md changes at most five files outside the area", () => {
  expect(outside.length).toBeLessThanOrEqual(5);
});

it("AREA-2 the example compiles", { timeout: COMPILE_MS }, async () => {
  const tsc = join(ROOT, "node_modules/typescript-7/bin/tsc");
  for (const project of ["packages/contract", "apps/server"])
    await run(process.execPath, [tsc, "-p", project], { cwd: copy }).catch((error: unknown) => {
      throw new Error(`${project} does not compile`, { cause: error });
    });
});

it("AREA-3 the example's table, routes, permission and error work", { timeout: COMPILE_MS }, async () => {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const suites = ["apps/server/src/modules/notes", "apps/server/src/app/endpoints.test.ts"];
  const { stdout } = await run(
    process.execPath,
    [vitest, "run", "--root", copy, "--project", "quick", "--project", "servers", ...suites],
    {
      cwd: copy,
    },
  );
  expect(stdout).toContain("2 passed");
});
