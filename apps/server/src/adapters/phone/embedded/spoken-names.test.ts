import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSpokenNames } from "./spoken-names.ts";

test("CONF-33 each name has a file of its own, which is deleted; files left by a crash are deleted at the next start, after a day", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "names-")), "spoken-names");
  onTestFinished(() => rmSync(join(folder, ".."), { recursive: true }));
  const errors: string[] = [];
  const note = (message: string): void => void errors.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const deps = { folder, clock: { now: () => Date.now() }, log };
  const names = await openSpokenNames(deps);
  const [one, other] = [await names.begin(), await names.begin()];
  if (one === undefined || other === undefined) throw new Error("no file");
  expect(one).not.toBe(other);
  for (const path of [one, other]) writeFileSync(path, "sound");
  names.remove(one);
  names.remove(join(folder, "never-written.opus"));
  await expect.poll(() => existsSync(one)).toBe(false);
  await openSpokenNames(deps);
  expect(existsSync(other)).toBe(true);
  const yesterday = Date.now() / 1000 - 90_000;
  utimesSync(other, yesterday, yesterday);
  await openSpokenNames(deps);
  expect([existsSync(other), errors]).toEqual([false, []]);
});
