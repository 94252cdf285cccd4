import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { lockFolder } from "../sqlite/index.ts";
import { clockAt, NO_BUCKETS } from "../../../test/backup-settings.ts";
import { openBackups } from "../../app/services/backups/backups.ts";
import type { BackupKind } from "../../modules/administration/index.ts";

const idOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("back-ups", () => {
  let server: TestServer;
  let folder: string;
  let restored: string;
  let now = Date.UTC(2026, 10, 26, 3);
  beforeEach(async () => {
    server = await createTestServer();
    folder = join(mkdtempSync(join(tmpdir(), "callpanel-test-")), "backups");
    restored = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    now = Date.UTC(2026, 10, 26, 3);
  });
  afterEach(async () => {
    await server.remove();
    for (const one of [folder, restored]) rmSync(one, { recursive: true, force: true });
  });

  const backupsOf = (dataDir: string) =>
    openBackups({ dataDir, databaseUrl: undefined, ...NO_BUCKETS, clock: clockAt(() => now) });
  const keepSound = async (text: string, holder: string): Promise<string> => {
    const bytes = Buffer.from(text);
    await server.sounds.put(bytes, {
      type: "application/octet-stream",
      durationMs: 0,
      holder: { kind: "chat", id: holder },
    });
    return idOf(bytes);
  };
  const pathIn = (dataDir: string, id: string): string => join(dataDir, "sounds", id.slice(0, 2), id);

  it("BACKUP-1 BACKUP-2 BACKUP-9 while the server runs a back-up is taken; the next one copies new sounds alone", async () => {
    const first = await keepSound("first", "1");
    const backups = backupsOf(server.dataDir);
    const one = await backups.take(folder);
    expect(one).toMatchObject({ name: "2026-11-26T03-00-00Z", copied: 1 });
    expect(one.manifest).toMatchObject({ sounds: { count: 1, bytes: 5, missing: 0 }, hasKey: true });
    const second = await keepSound("second", "2");
    const gone = await keepSound("gone", "3");
    rmSync(pathIn(server.dataDir, gone));
    const two = await backups.take(folder);
    expect(two).toMatchObject({ name: "2026-11-26T03-00-00Z-2", copied: 1 });
    expect(two.manifest.sounds).toEqual({ count: 2, bytes: 11, missing: 1 });
    expect(readFileSync(pathIn(folder, first), "utf8")).toBe("first");
    expect(readFileSync(pathIn(folder, second), "utf8")).toBe("second");
    expect((await backups.list(folder)).map(({ name }) => name)).toEqual([one.name, two.name]);
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      expect([path, statSync(join(folder, path)).mode & 0o077]).toEqual([path, 0]);
  });

  it("BACKUP-4 BACKUP-5 BACKUP-11 BACKUP-24 a restored folder starts with the data at the time of the back-up, without its run, and everybody signs in again", async () => {
    const id = await keepSound("what was said", "1");
    const { access_token } = await server.signIn("alice");
    const running = JSON.stringify({ by: "the server that takes it", again: false });
    await server.stores.serverSettings.write("backup.running", running);
    const { name } = await backupsOf(server.dataDir).take(folder);
    await keepSound("later", "2");
    expect(await backupsOf(server.dataDir).check(folder, name)).toMatchObject({ sounds: { count: 1 } });
    await backupsOf(restored).restore(folder, name);
    const other = await createTestServer({ dataDir: restored });
    try {
      const sessionIn = async ({ app }: TestServer) =>
        (await app.inject({ url: "/api/v1/panel_buddies", headers: bearer(access_token) })).statusCode;
      expect(await server.stores.serverSettings.read("backup.running")).toBe(running);
      expect(await other.stores.serverSettings.read("backup.running")).toBeUndefined();
      expect([await sessionIn(server), await sessionIn(other)]).toEqual([200, 401]);
      const people = async (one: TestServer) => (await one.get("/api/v1/panel_buddies", "alice")).body;
      expect(JSON.stringify(await people(server))).toContain("Archer");
      expect(await people(other)).toEqual(await people(server));
      const answer = await other.sounds.read(id);
      const parts: Uint8Array[] = [];
      for await (const part of answer ?? []) parts.push(part);
      expect(Buffer.concat(parts).toString()).toBe("what was said");
      expect(await other.sounds.find(idOf(Buffer.from("later")))).toBeUndefined();
      expect(readFileSync(join(restored, "secret.key"))).toEqual(readFileSync(join(server.dataDir, "secret.key")));
    } finally {
      await other.stop();
    }
  });

  it("BACKUP-5 a foreign, a damaged and a later back-up, and a folder in use, are refused and nothing is changed", async () => {
    const id = await keepSound("what was said", "1");
    const { name } = await backupsOf(server.dataDir).take(folder);
    const refused = async (code: string, mayBe: readonly string[] = []) => {
      await expect(backupsOf(restored).restore(folder, name)).rejects.toMatchObject({ code });
      expect(readdirSync(restored).filter((one) => !mayBe.includes(one))).toEqual([]);
    };
    const manifest = join(folder, name, "backup.json");
    const text = readFileSync(manifest, "utf8");
    const changed = async (change: object, code: string) => {
      const was: unknown = JSON.parse(text);
      writeFileSync(manifest, JSON.stringify({ ...(typeof was === "object" ? was : {}), ...change }));
      await refused(code);
      writeFileSync(manifest, text);
    };
    await changed({ product: "another" }, "backup.foreign");
    await changed({ format: 2 }, "backup.newer");
    await changed({ schema: "9999_later" }, "backup.newer");
    await changed({ sounds: { count: 2, bytes: 13, missing: 0 } }, "backup.damaged");
    writeFileSync(manifest, text.slice(0, 40));
    await refused("backup.foreign");
    writeFileSync(manifest, text);
    await expect(backupsOf(restored).restore(folder, "../..")).rejects.toMatchObject({ code: "backup.foreign" });

    const database = join(folder, name, "callpanel.db");
    const bytes = readFileSync(database);
    appendFileSync(database, "x");
    await refused("backup.damaged");
    writeFileSync(database, bytes);
    const keyFile = join(folder, name, "secret.key");
    const key = readFileSync(keyFile, "utf8");
    writeFileSync(keyFile, key.slice(0, 20));
    await refused("backup.damaged");
    // A back-up of an earlier version has no hash of its key, and only its absence is noticed.
    const earlier: unknown = JSON.parse(text);
    writeFileSync(manifest, JSON.stringify({ ...(typeof earlier === "object" ? earlier : {}), keySha256: undefined }));
    await backupsOf(restored).check(folder, name);
    writeFileSync(manifest, text);
    writeFileSync(keyFile, key);
    const sound = pathIn(folder, id);
    renameSync(sound, `${sound}.away`);
    await refused("backup.damaged");
    writeFileSync(sound, "another");
    await refused("backup.damaged");
    rmSync(sound);
    renameSync(`${sound}.away`, sound);

    const release = lockFolder(restored, { alone: true });
    await refused("backup.inUse", readdirSync(restored));
    release?.();
    for (const one of readdirSync(restored)) rmSync(join(restored, one));
    await expect(backupsOf(server.dataDir).restore(folder, name)).rejects.toMatchObject({ code: "backup.notEmpty" });
    mkdirSync(join(restored, "sounds", "ab"), { recursive: true });
    await refused("backup.notEmpty", ["sounds"]);
    rmSync(join(restored, "sounds"), { recursive: true });
    writeFileSync(join(restored, "secret.key"), "of another database");
    await refused("backup.notEmpty", ["secret.key"]);
    rmSync(join(restored, "secret.key"));
    await backupsOf(restored).restore(folder, name);
    expect(existsSync(join(restored, "callpanel.db"))).toBe(true);
  });

  it("BACKUP-6 old back-ups go with the sounds that no other names", async () => {
    const old = await keepSound("old", "1");
    const both = await keepSound("both", "2");
    const backups = backupsOf(server.dataDir);
    await backups.take(folder);
    await server.sounds.release({ kind: "chat", id: "1" });
    now += 86_400_000;
    const { name } = await backups.take(folder);
    expect(await backups.keep(folder, 2)).toBe(0);
    expect(existsSync(pathIn(folder, old))).toBe(true);
    expect(await backups.keep(folder, 1)).toBe(1);
    expect([old, both].map((id) => existsSync(pathIn(folder, id)))).toEqual([false, true]);
    expect(await backups.check(folder, name)).toMatchObject({ sounds: { count: 1 } });
  });

  it("BACKUP-6 BACKUP-26 back-ups that a person takes, however many, push out older ones of their own alone, and the schedule removes none of them", async () => {
    const early = await keepSound("early", "1");
    const backups = backupsOf(server.dataDir);
    const names = async () => (await backups.list(folder)).map(({ name }) => name);
    const take = async (kind: BackupKind | undefined, count: number) => {
      now += 60_000;
      const { name } = await backups.take(folder, kind);
      await backups.keep(folder, count, kind);
      return name;
    };
    const nights = [await take(undefined, 2)];
    await server.sounds.release({ kind: "chat", id: "1" });
    nights.push(await take(undefined, 2));
    const hands: string[] = [];
    for (let at = 0; at < 5; at += 1) hands.push(await take({ byHand: true }, 2));
    expect(await names()).toEqual([...nights, ...hands.slice(-2)]);
    expect(await backups.check(folder, nights[0] ?? "")).toMatchObject({ sounds: { count: 1 } });
    // One that an earlier version took, or that cannot be read, is of the schedule.
    const damaged = nights[1] ?? "";
    writeFileSync(join(folder, damaged, "backup.json"), "{}");
    const last = await take(undefined, 2);
    expect(await names()).toEqual([damaged, ...hands.slice(-2), last]);
    expect(existsSync(pathIn(folder, early))).toBe(false);
  });

  it("BACKUP-1 the files of a killed run are not a back-up, and the next run removes them", async () => {
    mkdirSync(join(folder, ".unfinished-2026-11-25T03-00-00Z"), { recursive: true });
    const backups = backupsOf(server.dataDir);
    expect(await backups.list(folder)).toEqual([]);
    await backups.take(folder);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("BACKUP-1 if two runs into one folder start at a time, one is refused, and the other is complete", async () => {
    await keepSound("what was said", "1");
    const backups = backupsOf(server.dataDir);
    const runs = await Promise.allSettled([backups.take(folder), backups.take(folder)]);
    const refused = runs.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "backup.busy" } }]);
    const [only] = await backups.list(folder);
    await backups.check(folder, only?.name ?? "");
    expect(await backups.list(folder)).toHaveLength(1);
  });

  it("BACKUP-6 the data folder itself is no place for back-ups: old sounds would go from it", async () => {
    const own = backupsOf(server.dataDir).take(server.dataDir);
    await expect(own).rejects.toMatchObject({ code: "backup.dataDir" });
  });
});
