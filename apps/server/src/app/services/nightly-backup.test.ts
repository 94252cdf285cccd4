import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { startNightlyBackup } from "./nightly-backup.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

it("BACKUP-7 a back-up is taken each night by the clock of the server's zone, and after one that failed too", async () => {
  const clock = createFakeClock();
  const taken: string[] = [];
  const logged: string[] = [];
  const log = {
    debug: () => undefined,
    info: (line: string) => void logged.push(line),
    warn: () => undefined,
    error: (line: string) => void logged.push(line),
  };
  let fails = true;
  const stop = startNightlyBackup(
    { folder: "/backups", minute: 180, keep: 14 },
    {
      clock,
      log,
      timeZone: "America/Toronto",
      claim: async () => true,
      take: async ({ folder }) => {
        const local = { timeZone: "America/Toronto", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
        taken.push(`${folder} ${new Intl.DateTimeFormat("en-US", local).format(clock.now())}`);
        if (fails) throw new Error("no space");
        return "done";
      },
    },
  );
  const pass = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += 10 * MINUTE_MS) {
      await clock.advance(10 * MINUTE_MS);
      await settle();
    }
  };
  await pass(24 * HOUR_MS);
  expect(taken).toEqual(["/backups 03:00"]);
  expect(logged).toEqual(["the nightly back-up failed"]);
  fails = false;
  await pass(24 * HOUR_MS);
  expect(taken).toEqual(["/backups 03:00", "/backups 03:00"]);
  expect(logged.at(-1)).toBe("back-up taken");
  stop();
  await pass(48 * HOUR_MS);
  expect(taken).toHaveLength(2);
});
