import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase, type TestDatabase } from "../../../test/test-databases.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { openDatabase } from "../../app/services/storage.ts";
import { createSecretBox, WrongSecretKey } from "../../kernel/secrets/secret-box.ts";
import type { Tables } from "../database/index.ts";
import { createServerKeyStore } from "../database/server/server-key.store.ts";
import { openPushKeys } from "./push-keys.ts";

const EARLIER = { publicKey: "the public key", privateKey: "the private key" };

onEachDatabase((kind, create) => {
  describe(`push keys with ${kind}`, () => {
    let database: TestDatabase;
    let folders: string[];
    const opened: Array<Kysely<Tables>> = [];
    beforeEach(async () => {
      database = await create();
      folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "callpanel-test-")));
    });
    afterEach(async () => {
      for (const db of opened.splice(0)) await db.destroy();
      await database.remove();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });

    /** A separate server: another connection to the same database. */
    const server = async ({ folder = folders[0] ?? "", secretKey = "key" } = {}) => {
      const db = await openDatabase(database.settings, silentLog);
      opened.push(db);
      const { settle } = createServerKeyStore(db);
      return { db, keys: () => openPushKeys({ dataDir: folder, settle, box: createSecretBox(secretKey) }) };
    };
    const fileOf = (folder = folders[0] ?? ""): string => join(folder, "push-keys.json");

    it("OWN-9 PUSH-1 keys are made once, and the private key is encrypted", async () => {
      const { db, keys } = await server();
      const first = await keys();
      expect(await keys()).toEqual(first);
      const rows = JSON.stringify(await db.selectFrom("server_keys").selectAll().execute());
      expect(rows).toContain(first.publicKey);
      expect(rows).not.toContain(first.privateKey);
      expect(existsSync(fileOf())).toBe(false);
    });

    it("OWN-9 servers that start at the same time have the same keys", async () => {
      const servers = await Promise.all(Array.from({ length: 4 }, () => server({ folder: folders[1] ?? "" })));
      const [first, ...others] = await Promise.all(servers.map(({ keys }) => keys()));
      expect(first?.publicKey).toMatch(/^[\w-]{80,}$/);
      for (const other of others) expect(other).toEqual(first);
    });

    it("OWN-9 the keys of an earlier version's file are taken over once, and the file is removed", async () => {
      writeFileSync(fileOf(), JSON.stringify(EARLIER));
      const [one, other] = [await server(), await server()];
      expect(await Promise.all([one.keys(), other.keys()])).toEqual([EARLIER, EARLIER]);
      expect(existsSync(fileOf())).toBe(false);
      writeFileSync(fileOf(folders[1]), JSON.stringify({ publicKey: "another", privateKey: "of a second folder" }));
      expect(await (await server({ folder: folders[1] ?? "" })).keys()).toEqual(EARLIER);
      expect(existsSync(fileOf(folders[1]))).toBe(false);
    });

    it("OWN-9 a file that cannot be read ends the start, and is kept", async () => {
      writeFileSync(fileOf(), "{");
      await expect((await server()).keys()).rejects.toThrow();
      expect(existsSync(fileOf())).toBe(true);
    });

    it("OWN-9 SERVER-67 the keys cannot be read with another secret key, and the file is kept", async () => {
      await (await server()).keys();
      writeFileSync(fileOf(), JSON.stringify(EARLIER));
      await expect((await server({ secretKey: "another" })).keys()).rejects.toThrow(WrongSecretKey);
      expect(existsSync(fileOf())).toBe(true);
    });
  });
});
