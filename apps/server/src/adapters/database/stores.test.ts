import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createStores, openDatabase, type Stores } from "../../app/services/storage.ts";
import type { AuthorizationCode, Session, StoredToken } from "../../modules/auth/index.ts";
import { mayUseSoftphone } from "../../modules/telephony/index.ts";
import { openStoresForEach } from "../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../test/test-databases.ts";
import { silentLog, temporaryStorage } from "../../../test/temporary-storage.ts";

const ACME = `
realm: acme
groups: [{ name: phones, permissions: [softphone:read, "voicemails:read_for:12"] }]
users:
  - { username: ann, first_name: Ann, last_name: Ångström, extension: 101, groups: [phones], permissions: ["voicemails:read_for:13"], password: a-good-password }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
queues: [{ number: 600, name: 50%_off }]
numbers: [{ number: "+14165550101", name: Ann direct, target: 101, sms: true }]
`;

const SESSION: Session = {
  id: "s1",
  userId: 0,
  clientId: "callpanel",
  scope: "callpanel",
  createdAt: 1_700_000_000_000,
  expiresAt: 1_800_000_000_000,
  revokedAt: null,
  device: { network: "203.0.113.0/24", userAgent: "Browser" },
};
const token = (digest: string, parts: Partial<StoredToken> = {}): StoredToken => ({
  digest,
  kind: "refresh",
  sessionId: "s1",
  createdAt: 1_700_000_000_000,
  expiresAt: 1_700_000_009_000,
  usedAt: null,
  parent: null,
  ...parts,
});
function storeSuite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`stores on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    let userId: number;
    beforeEach(async () => {
      userId = (await on.stores.users.byUsername("ann"))?.id ?? 0;
    });

    it("SERVER-41 people are read with realm, extension, permissions and direct numbers", async () => {
      expect(await on.stores.users.byId(userId)).toEqual({
        id: userId,
        realm: { id: expect.any(Number), name: "acme", company: "acme" },
        username: "ann",
        firstName: "Ann",
        lastName: "Ångström",
        email: "",
        department: null,
        extension: "101",
        mayUsePanel: true,
        suspended: false,
        pictureKey: null,
      });
      expect(await on.stores.users.byUsername("nobody")).toBeUndefined();
      expect(await on.stores.users.byId(-1)).toBeUndefined();
      expect(await on.stores.users.permissionsOf(userId)).toEqual({
        group: [
          { module: "softphone", rule: "read" },
          { module: "voicemails", rule: "read_for", targets: ["12"] },
        ],
        user: [{ module: "voicemails", rule: "read_for", targets: ["13"] }],
      });
      expect(await on.stores.users.directNumbersOf(userId)).toEqual([
        { id: expect.any(Number), name: "Ann direct", number: "+14165550101", smsCapable: true },
      ]);
      expect([await on.stores.users.countUsers(), await on.stores.users.demoPeople()]).toEqual([2, []]);
    });

    it("SERVER-24 SERVER-41 searches take patterns literally, on people and numbers", async () => {
      const realmId = (await on.stores.users.byId(userId))?.realm.id ?? 0;
      const people = async (...words: string[]) =>
        (await on.stores.users.search({ realmId, words, start: 0, limit: 10 })).users.map(({ username }) => username);
      expect(await people()).toEqual(["ann", "ben"]);
      expect(await people("angstrom", "101")).toEqual(["ann"]);
      for (const word of ["%", "_", "'", "\\", "a_n", "x' or '1'='1"]) expect(await people(word), word).toEqual([]);
      expect((await on.stores.users.search({ realmId, words: [], start: 1, limit: 1 })).users).toMatchObject([
        { username: "ben" },
      ]);

      const numbers = async (words: string[], digits?: string, e164?: string) => {
        const query = { realmId, words, text: words.join(" "), digits, e164 };
        const found = await on.stores.directory.searchNumbers({ ...query, start: 0, limit: 10 });
        const counts = await on.stores.directory.countNumbers(query);
        expect(counts.reduce((sum, one) => sum + one, 0)).toBe(found.length);
        return found.map(({ number }) => number);
      };
      expect(await numbers(["50%_off"])).toEqual(["600"]);
      expect(await numbers(["5%off"])).toEqual([]);
      expect(await numbers(["zzz"], "5550101")).toEqual(["+14165550101"]);
      expect(await numbers(["zzz"], "999", "+14165550101")).toEqual(["+14165550101"]);
      expect(await numbers([])).toEqual(["101", "102", "+14165550101", "600"]);
    });

    it("BUDDY-2 SERVER-41 each person's list keeps its order, and no other list changes", async () => {
      const benId = (await on.stores.users.byUsername("ben"))?.id ?? 0;
      const entry = (buddyId: number, exten: string, sort: number) => ({ buddyId, exten, sort });
      await on.stores.buddies.change(userId, () => [entry(benId, "102", 0.000_5), entry(userId, "101", 1_024)]);
      await on.stores.buddies.change(benId, () => [entry(userId, "101", -3.25)]);
      expect(await on.stores.buddies.change(userId, (list) => list)).toEqual([
        entry(benId, "102", 0.000_5),
        entry(userId, "101", 1_024),
      ]);
      await on.stores.buddies.change(userId, (list) => list.slice(1).map((one) => ({ ...one, sort: 7 })));
      expect(await on.stores.buddies.watchedBy(userId)).toMatchObject([{ user: { username: "ann" }, sort: 7 }]);
      expect(await on.stores.buddies.watchedBy(benId)).toMatchObject([{ user: { username: "ann" }, sort: -3.25 }]);
    });

    it("BUDDY-7 SERVER-41 parallel changes are all made; a failed one has no effect", async () => {
      const benId = (await on.stores.users.byUsername("ben"))?.id ?? 0;
      await on.stores.buddies.change(userId, () => [{ buddyId: benId, exten: "102", sort: 0 }]);
      const otherDb = await openDatabase(on.settings, silentLog);
      const other = createStores(otherDb);
      const grow = (from: Stores) =>
        from.buddies.change(userId, (list) => list.map((one) => ({ ...one, sort: one.sort + 1 })));
      await Promise.all(Array.from({ length: 20 }, (_, index) => grow(index % 2 === 0 ? on.stores : other)));
      const failing = on.stores.buddies.change(userId, () => {
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await on.stores.buddies.watchedBy(userId)).toMatchObject([{ sort: 20 }]);
      await on.stores.company.atomically((company) => company.removeUser(benId));
      expect(await on.stores.buddies.watchedBy(userId)).toEqual([]);
      await otherDb.destroy();
    });

    it("PICTURE-8 SERVER-41 at most one picture of a person is active, and the number of pictures is limited", async () => {
      const picture = (key: string) => ({
        userId,
        key,
        updatedAt: 1_700_000_000_000,
        large: Uint8Array.of(0, 255, 1),
        small: Uint8Array.of(7),
        limit: 3,
      });
      const keys = ["a", "b", "c", "d", "e", "f"];
      const added = await Promise.all(keys.map((key) => on.stores.pictures.add(picture(key))));
      expect(added.filter(Boolean)).toHaveLength(3);
      const kept = await on.stores.pictures.picturesOf(userId);
      expect(kept.filter(({ isActive }) => isActive)).toHaveLength(1);
      const [newest, , oldest] = kept;
      expect((await on.stores.users.byId(userId))?.pictureKey).toBe(newest?.key);
      expect([...((await on.stores.pictures.image(newest?.key ?? "", 256)) ?? [])]).toEqual([0, 255, 1]);
      expect([...((await on.stores.pictures.image(newest?.key ?? "", 64)) ?? [])]).toEqual([7]);
      expect(await on.stores.pictures.show(userId, oldest?.id ?? 0)).toBe(true);
      expect((await on.stores.users.byId(userId))?.pictureKey).toBe(oldest?.key);
      expect(await on.stores.pictures.show(userId + 1, oldest?.id ?? 0)).toBe(false);
      expect(await on.stores.pictures.remove(userId + 1, oldest?.id ?? 0)).toBe(false);
      expect(await on.stores.pictures.remove(userId, oldest?.id ?? 0)).toBe(true);
      expect((await on.stores.users.byId(userId))?.pictureKey).toBeNull();
      expect(await on.stores.pictures.image(oldest?.key ?? "", 256)).toBeUndefined();
      expect(await on.stores.pictures.show(userId, null)).toBe(true);
    });

    it("SERVER-41 every change increments the revision, and nothing else does", async () => {
      const before = await on.stores.directory.revision();
      await on.stores.company.read((company) => company.realms());
      expect(await on.stores.directory.revision()).toBe(before);
      await on.stores.company.atomically(async () => undefined);
      expect(await on.stores.directory.revision()).toBe(before + 1);
      await expect(on.stores.company.atomically(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
      expect(await on.stores.directory.revision()).toBe(before + 1);
    });

    it("SERVER-41 a change that fails leaves nothing behind", async () => {
      const change = on.stores.company.atomically(async (company) => {
        await company.removeUser(userId);
        throw new Error("second thoughts");
      });
      await expect(change).rejects.toThrow("second thoughts");
      expect(await on.stores.users.byId(userId)).toBeDefined();
    });

    it("SERVER-41 a removed person's extension, credential, memberships and sessions are removed too", async () => {
      await on.stores.sessions.open({ ...SESSION, userId }, [token("t1")]);
      await on.stores.company.atomically((company) => company.removeUser(userId));
      expect(await on.stores.sessions.find("t1")).toBeUndefined();
      for (const table of ["numbers", "credentials", "group_members", "user_permissions"] as const) {
        const rows = await on.db.selectFrom(table).where("user_id", "=", userId).selectAll().execute();
        expect(rows, table).toEqual([]);
      }
    });

    it("SERVER-41 the phone system's snapshot says who may use the softphone", async () => {
      const { numbers, subscribers } = await on.stores.directory.snapshot("acme");
      expect(subscribers.map((person) => [person.username, mayUseSoftphone(person)])).toEqual(
        expect.arrayContaining([
          ["ann", true],
          ["ben", false],
        ]),
      );
      expect(numbers).toHaveLength(4);
      expect(await on.stores.directory.snapshot("other")).toMatchObject({ numbers: [], subscribers: [] });
    });

    it("SERVER-41 tokens are found with their session until they are revoked or pruned", async () => {
      const session = { ...SESSION, userId };
      await on.stores.sessions.open(session, [token("t1"), token("t2", { kind: "access" })]);
      expect(await on.stores.sessions.find("t1")).toEqual({ token: token("t1"), session });
      expect(await on.stores.sessions.find("t3")).toBeUndefined();
      await on.stores.sessions.revoke("s1", 1_700_000_000_500);
      await on.stores.sessions.revoke("s1", 1_700_000_000_900);
      expect((await on.stores.sessions.session("s1"))?.revokedAt).toBe(1_700_000_000_500);
      await on.stores.sessions.prune(1_700_000_000_499);
      expect(await on.stores.sessions.session("s1")).toBeDefined();
      await on.stores.sessions.prune(1_700_000_000_500);
      expect(await on.stores.sessions.find("t1")).toBeUndefined();
    });

    it("SERVER-41 a refresh token is exchanged once, however many parallel requests try", async () => {
      await on.stores.sessions.open({ ...SESSION, userId }, [token("t1")]);
      const trade = (name: string) =>
        on.stores.sessions.rotate({
          digest: "t1",
          usedAt: 1_700_000_000_100,
          supersededAt: 0,
          successors: [token(name, { parent: "t1" })],
        });
      const outcomes = await Promise.all(["a", "b", "c", "d"].map(trade));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const found = await Promise.all(["a", "b", "c", "d"].map((name) => on.stores.sessions.find(name)));
      expect(found.filter((one) => one !== undefined)).toHaveLength(1);
      expect(await on.stores.sessions.successorUsed("t1")).toBe(false);
      const successor = found.find((one) => one !== undefined)?.token.digest ?? "";
      await on.stores.sessions.rotate({
        digest: successor,
        usedAt: 1,
        supersededAt: 0,
        successors: [token("e", { parent: successor })],
      });
      expect(await on.stores.sessions.successorUsed("t1")).toBe(true);
    });

    it("SERVER-41 an authorization code has only one first use", async () => {
      const code: AuthorizationCode = {
        digest: "k1",
        userId,
        clientId: "callpanel",
        redirectUri: "http://localhost:8080/clusterpbx_callback",
        challenge: "c".repeat(43),
        expiresAt: 1_700_000_060_000,
        usedAt: null,
        sessionId: null,
      };
      await on.stores.sessions.saveCode(code);
      const trade = (digest: string, id: string) =>
        on.stores.sessions.tradeCode(digest, 4, (found) => {
          expect(found).toMatchObject({ userId, challenge: code.challenge });
          const session = { id, userId, clientId: "callpanel", scope: "callpanel", createdAt: 4 };
          return {
            session: { ...session, expiresAt: 1_700_000_060_000, revokedAt: null, device: SESSION.device },
            tokens: [token(`${id}-t`, { sessionId: id })],
          };
        });
      const trades = await Promise.all(["c1", "c2", "c3"].map((id) => trade("k1", id)));
      expect(trades.filter((one) => one.trade === "opened")).toHaveLength(1);
      const [reused, again] = trades.filter((one) => one.trade === "reused");
      expect(again).toEqual(reused);
      expect(reused).toMatchObject({ sessionId: expect.stringMatching(/^c\d$/) });
      expect(await trade("k1", "c4")).toEqual(reused);
      expect(await trade("k2", "c5")).toEqual({ trade: "refused" });
    });

    it("SERVER-42 opening again changes nothing, and two openings in parallel do not disturb each other", async () => {
      const others = await Promise.all([1, 2].map(() => openDatabase(on.settings, silentLog)));
      for (const other of others) {
        expect(await createStores(other).users.countUsers()).toBe(2);
        await other.destroy();
      }
    });

    it("SERVER-42 two processes may open a new store at the same time", async () => {
      const fresh = await create();
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase(fresh.settings, silentLog)));
      for (const one of opened) {
        expect(await createStores(one).directory.revision()).toBe(1);
        await one.destroy();
      }
      await fresh.remove();
    });

    it("SERVER-41 writers of two connections wait for each other", async () => {
      const other = await openDatabase(on.settings, silentLog);
      const before = await on.stores.directory.revision();
      const change = (from: Stores) => from.company.atomically((company) => company.realms());
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => change(index % 2 === 0 ? on.stores : createStores(other))),
      );
      expect(await on.stores.directory.revision()).toBe(before + 20);
      await other.destroy();
    });

    it.runIf(kind === "PostgreSQL")("SERVER-45 no connection compiles queries", async () => {
      const setting = async () => {
        const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(on.db);
        return rows[0]?.jit;
      };
      expect(await Promise.all([setting(), setting(), setting()])).toEqual(["off", "off", "off"]);
    });
  });
}

onEachDatabase(storeSuite);

const storage = temporaryStorage();
afterAll(() => storage.remove());

describe("only SQLite", () => {
  it("SERVER-43 a value that cannot be stored fails only its own query", async () => {
    const db = await openDatabase(storage.fresh(), silentLog);
    const wrong: unknown[] = [true, undefined, Number.NaN, { a: 1 }];
    for (const value of wrong) {
      await expect(sql`select ${value} as x`.execute(db)).rejects.toThrow("SQLite cannot bind");
    }
    expect(await createStores(db).directory.revision()).toBe(1);
    await db.destroy();
  });

  it("CHAT-46 a whole number is bound as an integer: the index of words goes past a range of rows that is given as real numbers", async () => {
    const db = await openDatabase(storage.fresh(), silentLog);
    const typeOf = async (value: number) => {
      const { rows } = await sql<{ type: string }>`select typeof(${value}) as type`.execute(db);
      return rows[0]?.type;
    };
    expect(await Promise.all([0, -7, Date.now(), Number.MAX_SAFE_INTEGER].map(typeOf))).toEqual(
      Array.from({ length: 4 }, () => "integer"),
    );
    expect(await Promise.all([0.5, 1e300].map(typeOf))).toEqual(["real", "real"]);
    await db.destroy();
  });

  it("SERVER-44 a change without free space reports it, and the next change succeeds when there is space", async () => {
    const db = await openDatabase(storage.fresh(), silentLog);
    const stores = createStores(db);
    const change = (words: string) => stores.jobs.add({ kind: "x", payload: words, runAt: 0 });
    const many = () =>
      db.transaction().execute(async (trx) => {
        for (const payload of ["a", "b", "c"].map((letter) => letter.repeat(100_000)))
          await trx
            .insertInto("jobs")
            .values({ kind: "x", payload, run_at: 0, tries: 0, holder: null, error: null, dead_at: null })
            .execute();
      });
    await change("before");
    // Like a disk with space for two of them.
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 60)}`.execute(db);
    for (let time = 0; time < 2; time += 1) await expect(many()).rejects.toMatchObject({ code: "server.full" });
    const kept = async () =>
      (await db.selectFrom("jobs").select("payload").orderBy("id").execute()).map(({ payload }) => payload[0]);
    expect(await kept()).toEqual(["b"]);
    await sql`pragma max_page_count = 1000000`.execute(db);
    await many();
    expect(await kept()).toEqual(["b", "a", "b", "c"]);
    await db.destroy();
  });

  it("SERVER-36 a store that cannot be opened is reported in one line, without a password", async () => {
    const { dataDir } = storage.fresh();
    writeFileSync(
      join(dataDir, "callpanel.db"),
      "this is no database, but it is long enough to be taken for one".repeat(20),
    );
    const noDatabase = { dataDir, databaseUrl: undefined, realm: undefined };
    await expect(openDatabase(noDatabase, silentLog)).rejects.toThrow(/^DATA_DIR \S+ cannot be used: .+$/);
    const noFolder = { ...noDatabase, dataDir: join(dataDir, "callpanel.db", "below") };
    await expect(openDatabase(noFolder, silentLog)).rejects.toThrow(/^DATA_DIR \S+ cannot be used: .+$/);
    const nobody = { ...noDatabase, databaseUrl: "postgres://user:secret@127.0.0.1:1/callpanel" };
    await expect(openDatabase(nobody, silentLog)).rejects.toThrow(/^DATABASE_URL cannot be used: (?!.*secret).+$/);
  });

  it("SERVER-40 a committed change survives a power loss: WAL with full synchronisation and foreign keys", async () => {
    const db = await openDatabase(storage.fresh(), silentLog);
    const pragma = async (name: string) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.raw(`pragma_${name}`)}`.execute(db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect([await pragma("journal_mode"), await pragma("synchronous"), await pragma("foreign_keys")]).toEqual([
      "wal",
      2,
      1,
    ]);
    await db.destroy();
  });
});
