import { createFakeClock, settle } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createMemoryShortLived } from "../../../kernel/short-lived/short-lived-memory.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";
import type { Mail } from "../../mail/index.ts";
import { createBackupRuns } from "./backup-runs.ts";
import { createBackupSchedules, type BackupNight, type ServerSettingStore } from "./backup-schedule.ts";
import { notifyFailedNight } from "./failed-night.ts";
import { claimRuns, startNightlyBackup } from "./nightly-backup.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const PLACES = { folder: "/backups", bucket: undefined, time: "03:00", keep: 14 };
const clockIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

function keptInMemory(): ServerSettingStore {
  const texts = new Map<string, string>();
  return {
    read: async (name) => texts.get(name),
    write: async (name, text) => void texts.set(name, text),
    replace: async (name, before, text) => {
      const is = texts.get(name) === before;
      if (is) texts.set(name, text);
      return is;
    },
  };
}

/** Servers of one database with a clock in common. */
function office({ servers = 1 } = {}) {
  const clock = createFakeClock();
  const settings = keptInMemory();
  const claimed = claimRuns(createMemoryShortLived(clock), clock);
  let failures = 0;
  const claim = async (due: number): Promise<boolean> => {
    if (failures === 0) return claimed(due);
    failures -= 1;
    throw new Error("the database does not answer");
  };
  const taken: string[] = [];
  const told: BackupNight[] = [];
  let work = async (): Promise<string> => "done";
  const live = new Set<string>();
  let ids = 0;
  const start = () => {
    ids += 1;
    const id = `server ${ids}`;
    live.add(id);
    const schedules = createBackupSchedules({ settings, places: PLACES, timeZone: "America/Toronto" });
    const runs = createBackupRuns({
      clock,
      log: silentLog,
      runCommandLine: (words) => {
        taken.push(`${words.join(" ")} at ${clockIn("America/Toronto", clock.now())}`);
        return work();
      },
    });
    const showFailure = async (night: BackupNight) => void told.push(night);
    const stop = startNightlyBackup({
      clock,
      log: silentLog,
      places: PLACES,
      schedules,
      servers: { id, live: async () => live },
      runs,
      claim,
      showFailure,
    });
    return {
      schedules,
      runs,
      stop: () => {
        stop();
        live.delete(id);
      },
    };
  };
  let started = Array.from({ length: servers }, start);
  return {
    clock,
    taken,
    told,
    schedules: started[0]?.schedules ?? createBackupSchedules({ settings, places: PLACES, timeZone: "UTC" }),
    runs: started[0]?.runs,
    failsToClaim: (times: number) => {
      failures = times;
    },
    works: (next: () => Promise<string>) => {
      work = next;
    },
    pass: async (ms: number): Promise<void> => {
      for (let at = 0; at < ms; at += MINUTE_MS) {
        await clock.advance(MINUTE_MS);
        await settle();
      }
    },
    stop: () => started.forEach((one) => one.stop()),
    stopOne: () => started.shift()?.stop(),
    restart: () => {
      started = Array.from({ length: servers }, start);
    },
  };
}

describe("the back-up of each night", () => {
  it("BACKUP-7 BACKUP-20 a back-up is made by the clock of its zone, also after a failed one, about which the administrators get one mail", async () => {
    const { taken, told, schedules, works, pass, stop } = office();
    works(async () => {
      throw new Error("no space");
    });
    await pass(24 * HOUR_MS);
    expect(taken).toEqual(["backup create /backups --keep 14 at 03:00"]);
    expect(told).toMatchObject([{ failed: true, said: "no space" }]);
    expect(await schedules.night()).toMatchObject({ failed: true, said: "no space" });
    expect(await schedules.takenAt()).toBeUndefined();
    works(async () => "done");
    await pass(24 * HOUR_MS);
    expect([taken.length, told.length]).toEqual([2, 1]);
    expect(await schedules.night()).toMatchObject({ failed: false, said: "done" });
    stop();
    await pass(48 * HOUR_MS);
    expect(taken).toHaveLength(2);
  });

  it("BACKUP-7 BACKUP-18 of three servers one takes it; all follow another time at once, and none where it is turned off", async () => {
    const { taken, schedules, pass, stop } = office({ servers: 3 });
    await pass(24 * HOUR_MS);
    expect(taken).toHaveLength(1);
    const schedule = await schedules.read();
    await schedules.write({ ...schedule, time: "22:30", keep: 2 });
    await pass(24 * HOUR_MS);
    expect(taken.slice(1)).toEqual(["backup create /backups --keep 2 at 22:30"]);
    await schedules.write({ ...schedule, on: false });
    await pass(48 * HOUR_MS);
    expect(taken).toHaveLength(2);
    stop();
  });

  it("BACKUP-7 a database that does not answer at that time loses no night", async () => {
    const { taken, failsToClaim, pass, stop } = office();
    failsToClaim(3);
    await pass(24 * HOUR_MS);
    expect(taken).toEqual(["backup create /backups --keep 14 at 03:03"]);
    stop();
  });

  it("BACKUP-23 nights in which no server ran are made up for by one back-up at the next start, of one server; a night that failed is not", async () => {
    const { taken, schedules, works, pass, stop, restart } = office({ servers: 2 });
    await pass(24 * HOUR_MS);
    expect(taken).toHaveLength(1);
    stop();
    await pass(5 * HOUR_MS);
    restart();
    await pass(5 * MINUTE_MS);
    expect(taken).toHaveLength(1);
    stop();
    await pass(70 * HOUR_MS);
    restart();
    await pass(HOUR_MS);
    expect(taken).toHaveLength(2);
    expect(taken[1]).not.toContain("at 03:00");
    works(async () => {
      throw new Error("no space");
    });
    await pass(24 * HOUR_MS);
    expect(taken[2]).toContain("at 03:00");
    stop();
    restart();
    await pass(HOUR_MS);
    expect(taken).toHaveLength(3);
    await schedules.write({ ...(await schedules.read()), on: false });
    stop();
    await pass(48 * HOUR_MS);
    restart();
    await pass(HOUR_MS);
    expect(taken).toHaveLength(3);
    stop();
  });

  it("BACKUP-23 a server that never runs at the hour of the schedule takes its first one on its second day", async () => {
    const { clock, taken, pass, stop, restart } = office();
    while (clockIn("America/Toronto", clock.now()) !== "09:00") await clock.advance(MINUTE_MS);
    stop();
    taken.length = 0;
    restart();
    await pass(8 * HOUR_MS);
    stop();
    await pass(16 * HOUR_MS);
    restart();
    await pass(8 * HOUR_MS);
    stop();
    await pass(16 * HOUR_MS);
    restart();
    await pass(8 * HOUR_MS);
    expect(taken.map((one) => one.slice(-5))).toEqual(["09:01", "09:01"]);
    stop();
  });

  it("BACKUP-24 a run whose server ended is a failed night, reported once, and made again once by one server", async () => {
    const { taken, told, schedules, works, pass, stop, restart } = office({ servers: 2 });
    let end: () => void = () => undefined;
    works(() => new Promise((_, reject) => (end = () => reject(new Error("The server ended.")))));
    await pass(24 * HOUR_MS);
    expect([taken.length, told.length]).toEqual([1, 0]);
    stop();
    // Its process ends with it.
    end();
    await settle();
    expect([taken.length, told.length]).toEqual([1, 0]);
    restart();
    await pass(5 * MINUTE_MS);
    expect([taken.length, told.length]).toEqual([2, 1]);
    expect(await schedules.night()).toMatchObject({ failed: true, said: expect.stringContaining("server ended") });
    stop();
    works(async () => "done");
    restart();
    await pass(HOUR_MS);
    // The repeated run was interrupted too: reported, and left to the next night.
    expect([taken.length, told.length]).toEqual([2, 2]);
    await pass(24 * HOUR_MS);
    expect([taken.length, told.length]).toEqual([3, 2]);
    expect(await schedules.night()).toMatchObject({ failed: false });
    stop();
    restart();
    await pass(HOUR_MS);
    expect([taken.length, told.length]).toEqual([3, 2]);
    stop();
  });

  it("BACKUP-24 another server notices that one is gone, and does not touch a run whose server lives", async () => {
    const { taken, told, works, pass, stop, stopOne } = office({ servers: 2 });
    works(() => new Promise(() => undefined));
    await pass(30 * HOUR_MS);
    expect([taken.length, told.length]).toEqual([1, 0]);
    stopOne();
    works(async () => "done");
    await pass(2 * MINUTE_MS);
    expect([taken.length, told.length]).toEqual([2, 1]);
    stop();
  });

  it("BACKUP-7 a back-up waits for a run that a user started", async () => {
    const { taken, runs, works, pass, stop } = office();
    const done: Array<() => void> = [];
    works(() => new Promise((resolve) => done.push(() => resolve("whole"))));
    void runs?.start({ act: "check", name: "2026-11-26T03-00-00Z" }, ["backup", "check"]);
    await pass(26 * HOUR_MS);
    expect(taken).toHaveLength(1);
    done[0]?.();
    await pass(2 * MINUTE_MS);
    expect(taken[1]).toMatch(/^backup create/);
    done[1]?.();
    await settle();
    stop();
  });
});

describe("mails of a night that failed", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(
      server.stores.company,
      parseCompanyFile(
        "realm: demo\nusers: [{ username: grace, groups: [staff, administrators], email: grace@example.com }]",
      ),
    );
  });
  afterEach(() => server.remove());
  const mailsOf = async (language: "en-US" | "fr-CA" = "en-US"): Promise<readonly Mail[]> => {
    const mails: Mail[] = [];
    await notifyFailedNight(
      {
        company: server.stores.company,
        mailer: { send: async (mail) => void mails.push(mail) },
        platformName: () => "callpanel",
        language: () => language,
        timeZone: "UTC",
        log: silentLog,
      },
      { at: Date.UTC(2026, 10, 26, 3), failed: true, said: "no space" },
    );
    return mails;
  };

  it("BACKUP-20 administrators with an address get one, with the reason, in the company's language", async () => {
    const mails = await mailsOf();
    expect(mails.map(({ to }) => to.address)).toEqual(["grace@example.com"]);
    expect(mails[0]?.subject).toBe("callpanel: the nightly back-up failed");
    expect(JSON.stringify(mails[0]?.parts)).toContain("no space");
    expect((await mailsOf("fr-CA"))[0]?.subject).toBe("callpanel : la sauvegarde de nuit a échoué");
  });

  it("BACKUP-20 MACHINE-1 with a second company nobody does", async () => {
    await server.stores.company.atomically((company) => company.saveRealm({ name: "other", company: "Other" }));
    expect(await mailsOf()).toEqual([]);
  });
});
