import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { announcementDraft } from "../../../../test/announcements.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { silentLog, temporaryStorage } from "../../../../test/temporary-storage.ts";
import { SettingsError } from "../../../app/config.ts";
import { createStores, ensureRealm, openDatabase, openSealedStores } from "../../../app/services/storage.ts";
import type { Tables } from "../index.ts";

const KEY = "k".repeat(32);
const DRAFT = announcementDraft({ number: "660", pin: "4711" });

onEachDatabase((kind, create) => {
  describe(`sealed secrets with ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let realmId: number;
    let users: readonly [number, number];
    beforeEach(async () => {
      database = await create();
      db = await openDatabase(database.settings, silentLog);
      await ensureRealm(createStores(db).company, "demo");
      ({ id: realmId } = await db.selectFrom("realms").select("id").executeTakeFirstOrThrow());
      const add = async (username: string): Promise<number> => {
        const names = {
          first_name: "",
          last_name: "",
          sort_name: "",
          email: "",
          department: null,
          may_use_panel: 1,
        } as const;
        const row = { realm_id: realmId, username, ...names };
        return (await db.insertInto("users").values(row).returning("id").executeTakeFirstOrThrow()).id;
      };
      users = [await add("alice"), await add("bob")];
    });
    afterEach(async () => {
      await db.destroy();
      await database.remove();
    });

    const open = (secretKey: string | undefined = KEY) => openSealedStores(db, { ...database.settings, secretKey });
    const everything = async (): Promise<string> =>
      JSON.stringify([
        await db.selectFrom("second_factors").selectAll().execute(),
        await db.selectFrom("announcements").selectAll().execute(),
      ]);

    it("SERVER-67 the database contains neither secret nor PIN in clear, and both are read back", async () => {
      const { secondFactors, announcements } = await open();
      const [alice] = users;
      expect((await secondFactors.prepare(alice, "JBSWY3DP")).secret).toBe("JBSWY3DP");
      expect((await secondFactors.prepare(alice, "OTHER")).secret).toBe("JBSWY3DP");
      expect((await secondFactors.find(alice))?.secret).toBe("JBSWY3DP");
      const added = await announcements.add(realmId, DRAFT);
      expect(added?.pin).toBe("4711");
      expect(await everything()).not.toMatch(/JBSWY3DP|4711/);
      const id = added?.id ?? 0;
      expect((await announcements.change(realmId, id, { pin: "8153" }))?.pin).toBe("8153");
      expect((await announcements.change(realmId, id, { name: "Times" }))?.pin).toBe("8153");
      expect((await announcements.find(realmId, id))?.pin).toBe("8153");
      expect((await announcements.byNumber("demo", "660"))?.pin).toBe("8153");
      const { announcements: listed } = await announcements.list({ realmId, words: [], start: 0, limit: 9 });
      expect(listed.map(({ pin }) => pin)).toEqual(["8153"]);
      expect(await everything()).not.toMatch(/8153/);
    });

    it("SERVER-67 secrets that an earlier version stored in clear are encrypted at the start", async () => {
      const earlier = createStores(db);
      await earlier.secondFactors.prepare(users[0], "JBSWY3DP");
      await earlier.announcements.add(realmId, DRAFT);
      expect(await everything()).toMatch(/JBSWY3DP.*4711/);
      const { secondFactors, announcements } = await open();
      expect(await everything()).not.toMatch(/JBSWY3DP|4711/);
      expect((await secondFactors.find(users[0]))?.secret).toBe("JBSWY3DP");
      expect((await announcements.byNumber("demo", "660"))?.pin).toBe("4711");
      await open();
      expect((await secondFactors.find(users[0]))?.secret).toBe("JBSWY3DP");
    });

    it("SERVER-67 a secret copied to another user cannot be used", async () => {
      const { secondFactors } = await open();
      const [alice, bob] = users;
      await secondFactors.prepare(alice, "JBSWY3DP");
      await secondFactors.prepare(bob, "KRSXG5CT");
      const { secret } = await db
        .selectFrom("second_factors")
        .select("secret")
        .where("user_id", "=", bob)
        .executeTakeFirstOrThrow();
      await db.updateTable("second_factors").set({ secret }).where("user_id", "=", alice).execute();
      await expect(secondFactors.find(alice)).rejects.toThrow("cannot be opened");
    });

    it("SERVER-67 the server does not start with another key, and the log line says which key is wrong", async () => {
      await (await open()).secondFactors.prepare(users[0], "JBSWY3DP");
      const failure = await open("x".repeat(32)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SettingsError);
      expect(failure).toMatchObject({ message: expect.stringMatching(/^SECRET_KEY is not the key of this database/) });
      const folder = temporaryStorage();
      await expect(openSealedStores(db, { ...folder.fresh(), secretKey: undefined })).rejects.toThrow(
        /^secret\.key of /,
      );
      folder.remove();
    });
  });
});
