import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subject } from "@callpanel/contract";
import S3rver from "s3rver";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startS3Store, type S3Store } from "../../../test/s3-store.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openBackups, type BackupsDeps } from "../../app/services/backups/backups.ts";
import { systemClock } from "../../app/system-clock.ts";
import type { S3Place } from "../s3/index.ts";

const DAY_MS = 86_400_000;
const PART_BYTES = 8 * 1_048_576;
const idOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("back-ups in a bucket", () => {
  let server: TestServer;
  let store: S3Store;
  let soundStore: S3Store;
  let now = Date.UTC(2026, 10, 26, 3);
  const folders: string[] = [];
  const freshFolder = (): string => {
    const path = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    folders.push(path);
    return path;
  };
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 26, 3);
    store = await startS3Store({ prefix: "office/" });
    soundStore = await startS3Store();
    store.now = () => now;
    server = await createTestServer();
  });
  afterEach(async () => {
    await server.remove();
    await store.stop();
    await soundStore.stop();
    for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true });
  });

  /** Waits between tries take no time. */
  const clock: BackupsDeps["clock"] = {
    now: () => now,
    setTimeout: (run, ms) => systemClock.setTimeout(run, ms < 20_000 ? 0 : ms),
  };
  const backupsOf = (dataDir: string, places: { readonly bucket?: S3Place; readonly soundsPlace?: S3Place } = {}) =>
    openBackups({ dataDir, databaseUrl: undefined, bucket: store.place, soundsPlace: undefined, clock, ...places });
  const keepSound = async (bytes: Buffer, holder: string, on = server): Promise<string> => {
    await on.sounds.put(bytes, {
      type: "application/octet-stream",
      durationMs: 0,
      holder: { kind: "chat", id: holder },
    });
    return idOf(bytes);
  };
  const soundOf = async (from: TestServer, id: string): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of (await from.sounds.read(id)) ?? []) parts.push(part);
    return Buffer.concat(parts);
  };
  /** A minute without a byte has passed as soon as the store has stalled. */
  async function stalling<T>(path: RegExp, work: (clock: BackupsDeps["clock"]) => Promise<T>): Promise<unknown> {
    const waiting = new Set<() => void>();
    let stalled = false;
    store.stalls = (asked) => (path.test(asked) ? (stalled = true) : false);
    const silence: BackupsDeps["clock"] = {
      now: () => now,
      setTimeout: (run, ms) => {
        if (ms !== 60_000) return clock.setTimeout(run, ms);
        waiting.add(run);
        return () => void waiting.delete(run);
      },
    };
    let failure: unknown;
    const done = work(silence)
      .then(() => (failure = "it was done"))
      .catch((error: unknown) => (failure = error));
    while (failure === undefined) {
      if (stalled) for (const run of waiting) run();
      await new Promise((resolve) => void setImmediate(resolve));
    }
    await done;
    return failure;
  }
  const keys = () => [...store.objects.keys()];

  it("BACKUP-25 a bucket that stops in the middle of a file or of a list is away, and holds up nothing", async () => {
    await keepSound(Buffer.from("what was said"), "1");
    const { name } = await backupsOf(server.dataDir).take("bucket");
    const open = (silence: BackupsDeps["clock"]) =>
      openBackups({
        dataDir: server.dataDir,
        databaseUrl: undefined,
        bucket: store.place,
        soundsPlace: undefined,
        clock: silence,
      });
    for (const path of [/sounds/, /^\/bucket\/$/])
      expect(await stalling(path, (silence) => open(silence).check("bucket", name))).toMatchObject({
        code: "backup.away",
      });
    store.stalls = () => false;
    expect(await backupsOf(server.dataDir).check("bucket", name)).toMatchObject({ sounds: { count: 1 } });
  });

  it("BACKUP-21 BACKUP-3 a back-up is sent in signed requests and in parts, listed, checked, packed, restored and, when it is old, removed", async () => {
    const long = await keepSound(randomBytes(PART_BYTES * 2 + 17), "1");
    const short = await keepSound(Buffer.from("what was said"), "2");
    const backups = backupsOf(server.dataDir);
    const one = await backups.take("bucket");
    expect(one).toMatchObject({ name: "2026-11-26T03-00-00Z", copied: 2 });
    expect(store.largest()).toBe(PART_BYTES);
    expect(keys()).toContain(`office/sounds/${long.slice(0, 2)}/${long}`);
    expect(keys().filter((key) => key.includes("unfinished"))).toEqual([]);
    expect(await backups.check("bucket", one.name)).toMatchObject({ sounds: { count: 2 }, hasKey: true });
    let packed = 0;
    for await (const part of await backups.pack("bucket", one.name)) packed += part.length;
    expect(packed).toBeGreaterThan(PART_BYTES * 2);

    const restored = freshFolder();
    await backupsOf(restored).restore("bucket", one.name);
    const other = await createTestServer({ dataDir: restored });
    expect([idOf(await soundOf(other, long)), (await soundOf(other, short)).toString()]).toEqual([
      long,
      "what was said",
    ]);
    await other.stop();

    await server.sounds.release({ kind: "chat", id: "1" });
    now += DAY_MS;
    const two = await backups.take("bucket");
    expect(two.copied).toBe(0);
    expect((await backups.list("bucket")).map(({ name }) => name)).toEqual([one.name, two.name]);
    expect(await backups.keep("bucket", 1)).toBe(1);
    expect((await backups.list("bucket")).map(({ name }) => name)).toEqual([two.name]);
    expect(keys().some((key) => key.includes(one.name) || key.includes(long))).toBe(false);
    expect(await backups.check("bucket", two.name)).toMatchObject({ sounds: { count: 1 } });
    expect(readdirSync(join(server.dataDir, "backing-up")).filter((name) => name.startsWith("part-"))).toEqual([]);
  });

  it("BACKUP-21 a back-up that is interrupted anywhere is not in the list, leaves nothing there, and the next one is complete", async () => {
    await keepSound(randomBytes(PART_BYTES + 1), "1");
    const backups = backupsOf(server.dataDir);
    const cuts: ReadonlyArray<readonly [string, (request: Parameters<S3Store["fails"]>[0]) => boolean]> = [
      ["a part", ({ query }) => query.get("partNumber") === "2"],
      ["the end of parts", ({ method, query }) => method === "POST" && query.has("uploadId")],
      ["the database", ({ method, key }) => method === "PUT" && key.endsWith("callpanel.db")],
      ["the description", ({ method, key }) => method === "PUT" && key.endsWith("backup.json")],
    ];
    for (const [what, cut] of cuts) {
      store.fails = (request) => (cut(request) ? 500 : undefined);
      await expect(backups.take("bucket")).rejects.toMatchObject({ code: "backup.away" });
      store.fails = () => undefined;
      expect([what, store.uploads.size, await backups.list("bucket")]).toEqual([what, 0, []]);
      expect([what, keys().filter((key) => !key.startsWith("office/sounds/"))]).toEqual([what, []]);
    }
    const { name } = await backups.take("bucket");
    await backups.check("bucket", name);
  });

  it("BACKUP-21 the files of a killed run are not in the list, and are removed after two days; until then no sound is removed", async () => {
    const old = await keepSound(Buffer.from("old"), "1");
    const backups = backupsOf(server.dataDir);
    const first = await backups.take("bucket");
    await server.sounds.release({ kind: "chat", id: "1" });
    const killed = "2026-11-26T04-00-00Z";
    store.objects.set(`office/unfinished/${killed}`, { bytes: Buffer.from(""), changedAt: now });
    store.objects.set(`office/${killed}/callpanel.db`, { bytes: Buffer.from("half"), changedAt: now });
    store.uploads.set("left", { key: `office/${killed}/sounds/ab`, parts: new Map(), at: now });
    now += DAY_MS;
    await backups.take("bucket");
    expect((await backups.list("bucket")).map(({ name }) => name)).not.toContain(killed);
    expect(await backups.keep("bucket", 1)).toBe(1);
    expect(keys().some((key) => key.includes(first.name))).toBe(false);
    // A server that puts a back-up together may rely on it.
    expect(keys().some((key) => key.endsWith(old))).toBe(true);
    now += 2 * DAY_MS;
    await backups.take("bucket");
    expect([keys().filter((key) => key.includes(killed)), store.uploads.size]).toEqual([[], 0]);
    await backups.keep("bucket", 1);
    expect(keys().some((key) => key.endsWith(old))).toBe(false);
  });

  it("BACKUP-21 when another server begins one while old sounds are removed, the rest of them stays", async () => {
    const ids = [await keepSound(Buffer.from("one"), "1"), await keepSound(Buffer.from("two"), "2")];
    const [first, second] = ids.toSorted();
    expect(first?.slice(0, 2)).not.toBe(second?.slice(0, 2));
    const backups = backupsOf(server.dataDir);
    await backups.take("bucket");
    for (const id of ["1", "2"]) await server.sounds.release({ kind: "chat", id });
    now += DAY_MS;
    await backups.take("bucket");
    store.fails = ({ method, key }) => {
      if (method === "DELETE" && /^(office\/)?sounds\//.test(key))
        store.objects.set("office/unfinished/2026-11-27T03-00-05Z", { bytes: Buffer.from(""), changedAt: now });
      return undefined;
    };
    await backups.keep("bucket", 1);
    expect(ids.toSorted().map((id) => keys().some((key) => key.endsWith(id)))).toEqual([false, true]);
  });

  it("BACKUP-21 a damaged back-up is refused, and so are wrong credentials, a missing bucket and one that does not answer", async () => {
    const id = await keepSound(Buffer.from("what was said"), "1");
    const backups = backupsOf(server.dataDir);
    const { name } = await backups.take("bucket");
    const restored = freshFolder();
    const spoiled = async (key: string, what: Subject) => {
      const object = store.objects.get(key);
      store.objects.set(key, { bytes: Buffer.from("something else"), changedAt: now });
      for (const refused of [() => backups.check("bucket", name), () => backupsOf(restored).restore("bucket", name)])
        await expect(refused()).rejects.toMatchObject({ code: "backup.damaged", details: { what } });
      expect(existsSync(join(restored, "callpanel.db"))).toBe(false);
      if (object !== undefined) store.objects.set(key, object);
    };
    await spoiled(`office/sounds/${id.slice(0, 2)}/${id}`, { kind: "sound", name: id });
    await spoiled(`office/${name}/callpanel.db`, { kind: "file", name: "callpanel.db" });
    await backups.check("bucket", name);
    const wrong = backupsOf(server.dataDir, { bucket: { ...store.place, secretAccessKey: "another" } });
    await expect(wrong.take("bucket")).rejects.toMatchObject({ code: "backup.refused" });
    store.fails = () => 404;
    await expect(backups.take("bucket")).rejects.toMatchObject({ code: "backup.refused" });
    store.fails = () => 503;
    await expect(backups.take("bucket")).rejects.toMatchObject({ code: "backup.away" });
    const none = openBackups({
      dataDir: server.dataDir,
      databaseUrl: undefined,
      soundsPlace: undefined,
      bucket: undefined,
      clock,
    });
    await expect(none.take("bucket")).rejects.toMatchObject({ code: "backup.noPlace" });
  });
  it("BACKUP-8 with SOUNDS_URL a back-up has the sounds of the bucket, and those of the folder before it; a restore uploads missing ones to the bucket", async () => {
    const earlier = await keepSound(Buffer.from("before the bucket"), "1");
    const { dataDir } = server;
    await server.stop();
    const soundsPlace = soundStore.place;
    server = await createTestServer({ dataDir, soundsPlace });
    const later = await keepSound(Buffer.from("in the bucket"), "2");
    expect([...soundStore.objects.keys()]).toEqual([later]);
    const folder = freshFolder();
    const backups = backupsOf(dataDir, { soundsPlace });
    for (const place of [folder, "bucket"]) {
      const { name, manifest } = await backups.take(place);
      expect([place, manifest.sounds]).toMatchObject([place, { count: 2, missing: 0 }]);
      await backups.check(place, name);
    }
    const [{ name } = { name: "" }] = await backups.list(folder);

    // Removed since, and again there after the restore.
    soundStore.objects.delete(later);
    await backups.prepare(folder, name);
    expect([...soundStore.objects.keys()].toSorted()).toEqual([earlier, later].toSorted());
    // Until the switch the server must not take away what the prepared one needs.
    await server.sounds.release({ kind: "chat", id: "2" });
    expect(soundStore.objects.has(later)).toBe(true);
    await backups.drop();
    // It is due still, and goes at the next start.
    await server.stop();
    server = await createTestServer({ dataDir, soundsPlace });
    expect(soundStore.objects.has(later)).toBe(false);

    const elsewhere = await startS3Store();
    const restored = freshFolder();
    await backupsOf(restored, { soundsPlace: elsewhere.place }).restore("bucket", name);
    expect([...elsewhere.objects.keys()].toSorted()).toEqual([earlier, later].toSorted());
    expect(existsSync(join(restored, "sounds"))).toBe(false);
    const other = await createTestServer({ dataDir: restored, soundsPlace: elsewhere.place });
    expect((await soundOf(other, earlier)).toString()).toBe("before the bucket");
    await other.stop();
    await elsewhere.stop();
  });

  it("BACKUP-21 another store, s3rver, works too", async () => {
    const directory = freshFolder();
    const rival = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: "backups" }],
    });
    const { port } = await rival.run();
    const bucket = {
      bucketUrl: `http://127.0.0.1:${port}/backups`,
      prefix: "",
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    };
    try {
      await keepSound(randomBytes(PART_BYTES + 1), "1");
      const backups = backupsOf(server.dataDir, { bucket });
      const one = await backups.take("bucket");
      now += DAY_MS;
      const two = await backups.take("bucket");
      expect(two.copied).toBe(0);
      expect(await backups.keep("bucket", 1)).toBe(1);
      expect((await backups.list("bucket")).map(({ name }) => name)).toEqual([two.name]);
      const restored = freshFolder();
      await backupsOf(restored, { bucket }).restore("bucket", two.name);
      expect(existsSync(join(restored, "callpanel.db"))).toBe(true);
      await expect(backups.check("bucket", one.name)).rejects.toMatchObject({ code: "backup.foreign" });
    } finally {
      await rival.close();
    }
  });

  it("BACKUP-4 a folder that is not a back-up is not read as one, with any name", async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "backup.json"), '{"product":"callpanel","format":1}');
    for (const name of ["..", ".", "../..", ""])
      await expect(backupsOf(server.dataDir).check(folder, name)).rejects.toMatchObject({ code: "backup.foreign" });
  });
});
