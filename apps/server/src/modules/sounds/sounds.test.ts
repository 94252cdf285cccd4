import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LONE_OWNER } from "../../../test/ownership.ts";
import { onEachDatabase, type TestDatabase } from "../../../test/test-databases.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import type { Tables } from "../../adapters/database/index.ts";
import { createSoundIndex } from "../../adapters/database/sounds/sound.index.ts";
import { openSoundFolder } from "../../adapters/sounds/index.ts";
import { openDatabase } from "../../app/services/storage.ts";
import type { SoundHolder, SoundStore } from "../../kernel/files/sound-store.port.ts";
import { FullError, openSoundStore, type SoundFiles } from "./index.ts";

const SOUND = Buffer.from("what somebody said");
const ID = createHash("sha256").update(SOUND).digest("hex");
const MESSAGE: SoundHolder = { kind: "voicemail", id: "1", account: "box:1" };
const convert = () => Promise.reject(new Error("nothing is converted here"));
const COPY: SoundHolder = { kind: "voicemail", id: "2", account: "box:2" };

onEachDatabase((kind, create) => {
  describe(`sounds with ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let folder: string;
    let files: SoundFiles;
    let sounds: SoundStore;
    let errors: unknown[];
    const log = { ...silentLog, error: (...said: unknown[]) => void errors.push(said) };
    const open = (over: SoundFiles = files) =>
      openSoundStore({
        files: over,
        index: createSoundIndex(db),
        convert,
        incoming: join(folder, "incoming"),
        ...LONE_OWNER,
        log,
      });
    /** Another server with the same database and folder. */
    const openAgain = async () => {
      const another = await openDatabase(database.settings, silentLog);
      const store = await openSoundStore({
        files,
        index: createSoundIndex(another),
        convert,
        incoming: join(folder, "incoming"),
        ...LONE_OWNER,
        lease: { id: "other" },
        log,
      });
      return { sounds: store, close: () => another.destroy() };
    };
    beforeEach(async () => {
      database = await create();
      db = await openDatabase(database.settings, silentLog);
      folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
      files = await openSoundFolder(folder);
      errors = [];
      sounds = await open();
    });
    afterEach(async () => {
      await db.destroy();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    });
    const put = (holder: SoundHolder, bytes: Uint8Array = SOUND) =>
      sounds.put(bytes, { type: "audio/wav", durationMs: 1_000, holder });
    const textOf = async (id: string, range?: { from: number; to: number }): Promise<string | undefined> => {
      const content = await sounds.read(id, range);
      if (content === undefined) return undefined;
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      return Buffer.concat(parts).toString();
    };

    it("SOUND-1 a sound is named by its content, and can be read completely or in part", async () => {
      const stored = { id: ID, type: "audio/wav", bytes: SOUND.length, durationMs: 1_000 };
      expect(await put(MESSAGE)).toEqual(stored);
      expect(await put(COPY)).toEqual(stored);
      expect(await sounds.find(ID)).toEqual(stored);
      expect(await textOf(ID)).toBe("what somebody said");
      expect(await textOf(ID, { from: 5, to: 12 })).toBe("somebody");
      expect(await sounds.heldBy(COPY)).toEqual([stored]);
      expect([await sounds.find("0".repeat(64)), await textOf("0".repeat(64))]).toEqual([undefined, undefined]);
    });

    it("SOUND-2 a finished file is moved in, accessible only to its owner", async () => {
      const path = join(folder, "recorded.opus");
      writeFileSync(path, SOUND, { mode: 0o644 });
      const { id } = await sounds.take(path, { type: "audio/ogg", durationMs: 5, holder: MESSAGE });
      expect(() => statSync(path)).toThrow("ENOENT");
      const place = (await sounds.localPath(id)) ?? "";
      expect(place).toBe(join(folder, ID.slice(0, 2), ID));
      expect(statSync(place).mode & 0o777).toBe(0o600);
      expect(readdirSync(join(folder, "incoming", LONE_OWNER.lease.id))).toEqual([]);
    });

    it("SOUND-3 a file whose storing was interrupted is still in its place, and can be stored again", async () => {
      const path = join(folder, "recorded.opus");
      writeFileSync(path, SOUND);
      const index = createSoundIndex(db);
      const cut = { ...index, add: () => Promise.reject(new Error("the server stopped")) };
      const store = await openSoundStore({
        files,
        index: cut,
        convert,
        incoming: join(folder, "incoming"),
        ...LONE_OWNER,
        log,
      });
      const sound = { type: "audio/ogg", durationMs: 5, holder: MESSAGE } as const;
      await expect(store.take(path, sound)).rejects.toThrow("stopped");
      expect((await sounds.take(path, sound)).id).toBe(ID);
      expect(await textOf(ID)).toBe("what somebody said");
    });

    it("SOUND-2 a name cannot lead out of the folder", async () => {
      for (const id of ["", "../../etc/passwd", `${"a".repeat(63)}/`, "A".repeat(64)])
        await expect(sounds.read(id)).rejects.toThrow("not a valid");
    });

    it("SOUND-5 a sound stays as long as it has a holder", async () => {
      await put(MESSAGE);
      expect(await sounds.hold(ID, COPY)).toBe(true);
      await sounds.release(MESSAGE);
      expect(await textOf(ID)).toBe("what somebody said");
      await sounds.release(COPY, "f".repeat(64));
      expect(await sounds.find(ID)).toBeDefined();
      await sounds.release(COPY, ID);
      expect([await sounds.find(ID), await sounds.localPath(ID)]).toEqual([undefined, undefined]);
      expect(await sounds.hold(ID, COPY)).toBe(false);
    });

    it("SOUND-8 a file that was removed outside the store is logged by its id; a released sound is not", async () => {
      const { id } = await put(MESSAGE);
      rmSync(join(folder, id.slice(0, 2)), { recursive: true });
      expect([await sounds.read(id), await sounds.localPath(id)]).toEqual([undefined, undefined]);
      const missing = ["the file of a sound is missing", { sound: id }];
      expect(errors).toEqual([missing, missing]);
      await sounds.release(MESSAGE);
      expect(await sounds.read(id)).toBeUndefined();
      expect(errors).toHaveLength(2);
    });

    it("SOUND-12 another format is made once, also with parallel requests, and removed with the sound", async () => {
      const orders: string[] = [];
      const converting = await openSoundStore({
        files,
        index: createSoundIndex(db),
        convert: async ({ target, format }) => {
          orders.push(format);
          writeFileSync(target, `as ${format}`);
          return { durationMs: 1_000 };
        },
        incoming: join(folder, "incoming"),
        ...LONE_OWNER,
        log,
      });
      await converting.put(SOUND, { type: "audio/ogg", durationMs: 1_000, holder: MESSAGE });
      const made = await Promise.all(
        ["mp3", "mp3", "ogg"].map((format) => converting.inFormat(ID, format === "mp3" ? "mp3" : "ogg")),
      );
      expect(made.map((sound) => sound?.type)).toEqual(["audio/mpeg", "audio/mpeg", "audio/ogg"]);
      expect([orders, await textOf(made[0]?.id ?? "")]).toEqual([["mp3"], "as mp3"]);
      await converting.release(MESSAGE);
      expect([await converting.find(made[0]?.id ?? ""), await converting.inFormat(ID, "mp3")]).toEqual([
        undefined,
        undefined,
      ]);
    });

    it("SOUND-6 sounds without holders are removed when the server starts", async () => {
      await put(MESSAGE);
      await createSoundIndex(db).release(MESSAGE); // the server stopped before the file was removed
      expect(await sounds.localPath(ID)).toBeDefined();
      await open();
      expect(await sounds.localPath(ID)).toBeUndefined();
    });

    it("SOUND-6 a sound that is stored again while it is released still exists", async () => {
      await put(MESSAGE);
      await Promise.all([sounds.release(MESSAGE), put(COPY), put({ ...COPY, id: "3" })]);
      expect(await textOf(ID)).toBe("what somebody said");
    });

    it("SOUND-6 OWN-6 a sound that one server releases while another stores it again exists, or is stored again", async () => {
      // With SQLite there is one server, whose own queue keeps these apart.
      const other = kind === "SQLite" ? { sounds, close: async () => undefined } : await openAgain();
      for (let round = 0; round < 25; round += 1) {
        const [mine, theirs] = [
          { kind: "voicemail", id: `a${round}` },
          { kind: "voicemail", id: `b${round}` },
        ] as const;
        await put(mine);
        const again = other.sounds.put(SOUND, { type: "audio/wav", durationMs: 1_000, holder: theirs });
        await Promise.all([sounds.release(mine), again]);
        expect(await textOf(ID), `round ${round}`).toBe("what somebody said");
        await Promise.all([sounds.release(theirs), other.sounds.release(theirs)]);
        expect([await sounds.find(ID), await sounds.localPath(ID)]).toEqual([undefined, undefined]);
      }
      expect(await db.selectFrom("sound_claims").selectAll().execute()).toEqual([]);
      await other.close();
    });

    it("OWN-6 a file is not removed between its storing and its entry in the index, also when holders release it", async () => {
      const index = createSoundIndex(db);
      await put(MESSAGE);
      await index.claim(ID, { name: "coming", owner: "other" });
      await sounds.release(MESSAGE);
      expect(await sounds.localPath(ID)).toBeDefined();
      const stored = { id: ID, type: "audio/wav", bytes: SOUND.length, durationMs: 1_000 } as const;
      expect(await index.add(stored, COPY, "coming")).toBe(true);
      await index.claim(ID, { name: "again", owner: "other" });
      await index.giveUpOf("other");
      expect(await index.add(stored, MESSAGE, "again")).toBe(false);
      await sounds.release(COPY);
      expect([await sounds.find(ID), await sounds.localPath(ID)]).toEqual([undefined, undefined]);
    });

    it("SOUND-7 each sound of an account counts once", async () => {
      await put(MESSAGE);
      await put({ ...MESSAGE, id: "4" });
      await put({ ...MESSAGE, id: "5" }, Buffer.from("another"));
      await put(COPY);
      expect(await sounds.used("box:1")).toBe(SOUND.length + 7);
      expect(await sounds.used("box:9")).toBe(0);
    });

    it("SOUND-4 a full disk has its own error, and nothing of the sound is left", async () => {
      const full = Object.assign(new Error("write"), { code: "ENOSPC" });
      for (const error of [full, new FullError("quota")]) {
        const store = await open({ ...files, keep: () => Promise.reject(error) });
        const refused = store.put(SOUND, { type: "audio/ogg", durationMs: 1, holder: MESSAGE });
        await expect(refused).rejects.toMatchObject({ code: "sounds.full" });
        expect([await store.find(ID), readdirSync(join(folder, "incoming", LONE_OWNER.lease.id))]).toEqual([
          undefined,
          [],
        ]);
      }
    });
  });
});
