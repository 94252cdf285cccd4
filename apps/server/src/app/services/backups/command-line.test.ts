import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { byCommandLine, MOST_RUN_HOURS } from "./command-line.ts";

const HOUR_MS = 3_600_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that goes on for ever. */
function hanging() {
  const clock = createFakeClock();
  const ending = new AbortController();
  const cli = join(folder, "cli.js");
  writeFileSync(cli, "setInterval(() => undefined, 1_000);");
  return { clock, ending, answer: byCommandLine(cli, { clock, ending: ending.signal })([]) };
}

it("BACKUP-25 a command that does not end is ended after half a day, and has failed with the reason", async () => {
  const { clock, answer } = hanging();
  let ended = false;
  const failed = answer.catch((error: unknown) => {
    ended = true;
    return String(error);
  });
  await clock.advance(MOST_RUN_HOURS * HOUR_MS - 1);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await failed).toContain(`not done after ${MOST_RUN_HOURS} hours`);
});

it("BACKUP-24 a command ends with its server", async () => {
  const { ending, answer } = hanging();
  ending.abort();
  await expect(answer).rejects.toThrow("The server ended.");
});
