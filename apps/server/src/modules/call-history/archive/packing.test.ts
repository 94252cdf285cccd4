import { randomBytes } from "node:crypto";
import { AppError, type RealtimeEvent, type RecordingArchive } from "@callpanel/contract";
import { readZip } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { createTestClock, type TestClock } from "../../../../test/test-server.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { createJobs, type Jobs } from "../../../kernel/jobs/jobs.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import { createArchives, type Archives, type ArchiveItem } from "../index.ts";

const COMPANY = `
realm: demo
users: [{ username: ann, first_name: Ann, last_name: Lee, extension: 101, password: ann-signs-in }]
`;
const ANN = 1;
const itemOf = (at: number): ArchiveItem => ({
  recording: `r${at}`,
  name: `${at}.ogg`,
  startedAt: 1_700_000_000_000 + at,
  userIds: [ANN],
});
/** More than one page. */
const ITEMS = Array.from({ length: 600 }, (_, at) => itemOf(at));

onEachDatabase((kind, create) => {
  describe(`packing archives on ${kind}`, () => {
    const open = openStoresForEach(create, COMPANY);
    let clock: TestClock;
    let jobs: Jobs;
    let told: RecordingArchive[];
    /** Content of the sound store: archives by id. */
    let kept: Map<string, Buffer>;
    beforeEach(() => {
      clock = createTestClock();
      told = [];
      kept = new Map();
    });
    afterEach(() => jobs.stop());

    type Read = (recording: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
    const instantly: Read = async (recording) => said(recording);
    async function* said(text: string): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
    }
    const put: SoundStore["put"] = async (bytes, { holder }) => {
      const pieces: Uint8Array[] = [];
      if (!(bytes instanceof Uint8Array)) for await (const piece of bytes) pieces.push(piece);
      kept.set(holder.id, Buffer.concat(pieces));
      return { id: holder.id, type: "application/zip", bytes: Buffer.concat(pieces).length, durationMs: 0 };
    };
    /** A server with these stores. */
    const serve = (read: Read, store: SoundStore["put"] = put): Archives => {
      jobs = createJobs({
        store: open.stores.jobs,
        bus: createBus({ clock, log: silentLog }),
        clock,
        random: randomBytes,
        log: silentLog,
      });
      return createArchives({
        store: open.stores.recordingArchives,
        sounds: { put: store, read, heldBy: async () => [], release: async ({ id }) => void kept.delete(id) },
        soundOf: async (recording) => recording,
        jobs,
        clock,
        random: randomBytes,
        tell: (_userId, event: RealtimeEvent) => {
          if (event.action === "ARCHIVE") told.push(event.archive);
        },
      });
    };
    const stateOf = async (archives: Archives) => (await archives.latestOf(ANN))?.state;
    const begin = (archives: Archives) => archives.start({ realm: "demo", userId: ANN, items: ITEMS });

    it("CDR-23 an interrupted archive is packed completely by the next run", async () => {
      let reached = (): void => undefined;
      const isHalfway = new Promise<void>((resolve) => (reached = resolve));
      let goOn = (): void => undefined;
      const resumed = new Promise<void>((resolve) => (goOn = resolve));
      const archives = serve(async (recording) => {
        if (recording === "r300") {
          reached();
          await resumed;
        }
        return said(recording);
      });
      const { id, total } = await begin(archives);
      expect(total).toBe(600);
      await isHalfway;
      const stopped = jobs.stop();
      goOn();
      await stopped;
      expect([await stateOf(archives), kept.size]).toEqual(["running", 0]);

      const next = serve(instantly);
      await expect.poll(() => stateOf(next)).toBe("done");
      const entries = readZip(kept.get(id) ?? Buffer.alloc(0));
      expect(entries.map(({ name }) => name)).toEqual(ITEMS.map(({ name }) => name));
      expect(entries[599]?.content.toString()).toBe("r599");
    });

    it("CDR-23 progress is reported at most twice a second", async () => {
      const archives = serve(async (recording) => {
        clock.leap(10);
        return said(recording);
      });
      await begin(archives);
      await expect.poll(() => stateOf(archives)).toBe("done");
      await expect.poll(() => told.at(-1)?.state).toBe("done");
      const counts = told.map(({ packed }) => packed);
      expect(counts).toEqual([0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600]);
    });

    it("CDR-24 packing ends when it is cancelled", async () => {
      let removed: Promise<void> | undefined;
      const archives = serve(async (recording) => {
        clock.leap(400);
        if (recording === "r5") removed = archives.remove((await archives.latestOf(ANN))?.id ?? "");
        await removed;
        if (recording === "r10") throw new Error("it still packs");
        return said(recording);
      });
      await begin(archives);
      await expect.poll(async () => (await open.db.selectFrom("jobs").selectAll().execute()).length).toBe(0);
      expect([await archives.latestOf(ANN), kept.size]).toEqual([undefined, 0]);
    });

    it("CDR-25 a full disk is reported immediately, and no file is left", async () => {
      const full = new AppError("sounds.full");
      const archives = serve(instantly, () => Promise.reject(full));
      await begin(archives);
      await expect.poll(() => told.at(-1)).toMatchObject({ state: "failed", error: "cdrs.archive.full" });
      await expect.poll(async () => (await open.db.selectFrom("jobs").selectAll().execute()).length).toBe(0);
    });

    it("CDR-25 after any other failure it tries again, and reports the failure of the last try", async () => {
      const archives = serve(() => Promise.reject(new Error("the store is away")));
      await begin(archives);
      const deadJobs = () => open.db.selectFrom("jobs").where("dead_at", "is not", null).selectAll().execute();
      await expect
        .poll(async () => {
          await clock.advance(600_000);
          return (await deadJobs()).length;
        })
        .toBe(1);
      await expect.poll(() => archives.latestOf(ANN)).toMatchObject({ state: "failed", failure: "cdrs.archive" });
    });
  });
});
