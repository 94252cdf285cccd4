import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStores, openDatabase, type Stores } from "../../app/storage.ts";
import type { AuthorizationCode, Session, StoredToken } from "../../modules/auth/index.ts";
import type { CallDetailRecord } from "../../modules/calls/index.ts";
import { applyCompany, parseCompanyFile } from "../../modules/administration/index.ts";
import { onEachDatabase, type TestDatabase } from "../../../test/test-databases.ts";
import { silentLog, temporaryStorage } from "../../../test/temporary-storage.ts";
import type { Tables } from "./index.ts";

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
const RECORD: CallDetailRecord = {
  callId: "c1",
  realm: "acme",
  startedAt: 1_700_000_000_000,
  answeredAt: null,
  endedAt: 1_700_000_001_000,
  from: { number: "101", name: "'; drop table cdrs; --", userId: 1 },
  to: { number: "102", name: "\u202Eevil 😀", userId: null },
  dialledNumber: "102",
  direction: "internal",
  disposition: "busy",
  failed: true,
  endedBy: "callee",
  endReason: "busy",
  sipStatus: 486,
  quality: null,
  forwardedBy: '[{"number":"103"}]',
};

function storeSuite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`stores on ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let stores: Stores;
    let userId: number;
    beforeEach(async () => {
      database = await create();
      db = await openDatabase(database.settings, silentLog);
      stores = createStores(db);
      await applyCompany(stores.company, parseCompanyFile(ACME));
      userId = (await stores.users.byUsername("ann"))?.id ?? 0;
    });
    afterEach(async () => {
      await db.destroy();
      await database.remove();
    });

    it("SERVER-41 people are read with realm, extension, permissions and direct numbers", async () => {
      expect(await stores.users.byId(userId)).toEqual({
        id: userId,
        realm: { id: expect.any(Number), name: "acme", company: "acme" },
        username: "ann",
        firstName: "Ann",
        lastName: "Ångström",
        email: "",
        department: null,
        extension: "101",
        mayUsePanel: true,
        pictureKey: null,
      });
      expect(await stores.users.byUsername("nobody")).toBeUndefined();
      expect(await stores.users.byId(-1)).toBeUndefined();
      expect(await stores.users.permissionsOf(userId)).toEqual({
        group: [
          { module: "softphone", rule: "read" },
          { module: "voicemails", rule: "read_for", targets: ["12"] },
        ],
        user: [{ module: "voicemails", rule: "read_for", targets: ["13"] }],
      });
      expect(await stores.users.directNumbersOf(userId)).toEqual([
        { id: expect.any(Number), name: "Ann direct", number: "+14165550101", smsCapable: true },
      ]);
      expect([await stores.users.countUsers(), await stores.users.countDemoCredentials()]).toEqual([2, 0]);
    });

    it("SERVER-24 SERVER-41 searches take patterns literally, on people and numbers", async () => {
      const realmId = (await stores.users.byId(userId))?.realm.id ?? 0;
      const people = async (...words: string[]) =>
        (await stores.users.search({ realmId, words, start: 0, limit: 10 })).users.map(({ username }) => username);
      expect(await people()).toEqual(["ann", "ben"]);
      expect(await people("angstrom", "101")).toEqual(["ann"]);
      for (const word of ["%", "_", "'", "\\", "a_n", "x' or '1'='1"]) expect(await people(word), word).toEqual([]);
      expect((await stores.users.search({ realmId, words: [], start: 1, limit: 1 })).users).toMatchObject([
        { username: "ben" },
      ]);

      const numbers = async (words: string[], digits?: string, e164?: string) => {
        const query = { realmId, words, text: words.join(" "), digits, e164 };
        const found = await stores.directory.searchNumbers({ ...query, start: 0, limit: 10 });
        const counts = await stores.directory.countNumbers(query);
        expect(counts.reduce((sum, one) => sum + one, 0)).toBe(found.length);
        return found.map(({ number }) => number);
      };
      expect(await numbers(["50%_off"])).toEqual(["600"]);
      expect(await numbers(["5%off"])).toEqual([]);
      expect(await numbers(["zzz"], "5550101")).toEqual(["+14165550101"]);
      expect(await numbers(["zzz"], "999", "+14165550101")).toEqual(["+14165550101"]);
      expect(await numbers([])).toEqual(["101", "102", "+14165550101", "600"]);
    });

    it("BUDDY-2 SERVER-41 each person's list is kept in its order, and no other is touched", async () => {
      const benId = (await stores.users.byUsername("ben"))?.id ?? 0;
      const entry = (buddyId: number, exten: string, sort: number) => ({ buddyId, exten, sort });
      await stores.buddies.change(userId, () => [entry(benId, "102", 0.000_5), entry(userId, "101", 1_024)]);
      await stores.buddies.change(benId, () => [entry(userId, "101", -3.25)]);
      expect(await stores.buddies.change(userId, (list) => list)).toEqual([
        entry(benId, "102", 0.000_5),
        entry(userId, "101", 1_024),
      ]);
      await stores.buddies.change(userId, (list) => list.slice(1).map((one) => ({ ...one, sort: 7 })));
      expect(await stores.buddies.watchedBy(userId)).toMatchObject([{ user: { username: "ann" }, sort: 7 }]);
      expect(await stores.buddies.watchedBy(benId)).toMatchObject([{ user: { username: "ann" }, sort: -3.25 }]);
    });

    it("BUDDY-7 SERVER-41 changes at the same moment are all made, a failed one not at all", async () => {
      const benId = (await stores.users.byUsername("ben"))?.id ?? 0;
      await stores.buddies.change(userId, () => [{ buddyId: benId, exten: "102", sort: 0 }]);
      const otherDb = await openDatabase(database.settings, silentLog);
      const other = createStores(otherDb);
      const grow = (from: Stores) =>
        from.buddies.change(userId, (list) => list.map((one) => ({ ...one, sort: one.sort + 1 })));
      await Promise.all(Array.from({ length: 20 }, (_, index) => grow(index % 2 === 0 ? stores : other)));
      const failing = stores.buddies.change(userId, () => {
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await stores.buddies.watchedBy(userId)).toMatchObject([{ sort: 20 }]);
      await stores.company.atomically((company) => company.removeUser(benId));
      expect(await stores.buddies.watchedBy(userId)).toEqual([]);
      await otherDb.destroy();
    });

    it("PICTURE-8 SERVER-41 of a person's pictures one is shown at most, and no more are kept than may be", async () => {
      const picture = (key: string) => ({
        userId,
        key,
        updatedAt: 1_700_000_000_000,
        large: Uint8Array.of(0, 255, 1),
        small: Uint8Array.of(7),
        limit: 3,
      });
      const keys = ["a", "b", "c", "d", "e", "f"];
      const added = await Promise.all(keys.map((key) => stores.pictures.add(picture(key))));
      expect(added.filter(Boolean)).toHaveLength(3);
      const kept = await stores.pictures.picturesOf(userId);
      expect(kept.filter(({ isActive }) => isActive)).toHaveLength(1);
      const [newest, , oldest] = kept;
      expect((await stores.users.byId(userId))?.pictureKey).toBe(newest?.key);
      expect([...((await stores.pictures.image(newest?.key ?? "", 256)) ?? [])]).toEqual([0, 255, 1]);
      expect([...((await stores.pictures.image(newest?.key ?? "", 64)) ?? [])]).toEqual([7]);
      expect(await stores.pictures.show(userId, oldest?.id ?? 0)).toBe(true);
      expect((await stores.users.byId(userId))?.pictureKey).toBe(oldest?.key);
      expect(await stores.pictures.show(userId + 1, oldest?.id ?? 0)).toBe(false);
      expect(await stores.pictures.remove(userId + 1, oldest?.id ?? 0)).toBe(false);
      expect(await stores.pictures.remove(userId, oldest?.id ?? 0)).toBe(true);
      expect((await stores.users.byId(userId))?.pictureKey).toBeNull();
      expect(await stores.pictures.image(oldest?.key ?? "", 256)).toBeUndefined();
      expect(await stores.pictures.show(userId, null)).toBe(true);
    });

    it("SERVER-41 the revision grows with every change and with nothing else", async () => {
      const before = await stores.directory.revision();
      await stores.company.read((company) => company.realms());
      expect(await stores.directory.revision()).toBe(before);
      await stores.company.atomically(async () => undefined);
      expect(await stores.directory.revision()).toBe(before + 1);
      await expect(stores.company.atomically(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
      expect(await stores.directory.revision()).toBe(before + 1);
    });

    it("SERVER-41 what fails in a change leaves nothing of it", async () => {
      const change = stores.company.atomically(async (company) => {
        await company.removeUser(userId);
        throw new Error("second thoughts");
      });
      await expect(change).rejects.toThrow("second thoughts");
      expect(await stores.users.byId(userId)).toBeDefined();
    });

    it("SERVER-41 a removed person takes extension, credential, memberships and sessions along", async () => {
      await stores.sessions.open({ ...SESSION, userId }, [token("t1")]);
      await stores.company.atomically((company) => company.removeUser(userId));
      expect(await stores.sessions.find("t1")).toBeUndefined();
      for (const table of ["numbers", "credentials", "group_members", "user_permissions"] as const) {
        const rows = await db.selectFrom(table).where("user_id", "=", userId).selectAll().execute();
        expect(rows, table).toEqual([]);
      }
    });

    it("SERVER-41 the phone system's snapshot says who may use the softphone", async () => {
      const { numbers, subscribers } = await stores.directory.snapshot("acme");
      expect(subscribers.map(({ username, mayUseSoftphone }) => [username, mayUseSoftphone])).toEqual(
        expect.arrayContaining([
          ["ann", true],
          ["ben", false],
        ]),
      );
      expect(numbers).toHaveLength(4);
      expect(await stores.directory.snapshot("other")).toMatchObject({ numbers: [], subscribers: [] });
    });

    it("SERVER-41 tokens are found with their session until they are revoked or pruned", async () => {
      const session = { ...SESSION, userId };
      await stores.sessions.open(session, [token("t1"), token("t2", { kind: "access" })]);
      expect(await stores.sessions.find("t1")).toEqual({ token: token("t1"), session });
      expect(await stores.sessions.find("t3")).toBeUndefined();
      await stores.sessions.revoke("s1", 1_700_000_000_500);
      await stores.sessions.revoke("s1", 1_700_000_000_900);
      expect((await stores.sessions.session("s1"))?.revokedAt).toBe(1_700_000_000_500);
      await stores.sessions.prune(1_700_000_000_499);
      expect(await stores.sessions.session("s1")).toBeDefined();
      await stores.sessions.prune(1_700_000_000_500);
      expect(await stores.sessions.find("t1")).toBeUndefined();
    });

    it("SERVER-41 a refresh token is traded once, however many try at the same moment", async () => {
      await stores.sessions.open({ ...SESSION, userId }, [token("t1")]);
      const trade = (name: string) =>
        stores.sessions.rotate({
          digest: "t1",
          usedAt: 1_700_000_000_100,
          successors: [token(name, { parent: "t1" })],
        });
      const outcomes = await Promise.all(["a", "b", "c", "d"].map(trade));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const found = await Promise.all(["a", "b", "c", "d"].map((name) => stores.sessions.find(name)));
      expect(found.filter((one) => one !== undefined)).toHaveLength(1);
      expect(await stores.sessions.successorUsed("t1")).toBe(false);
      const successor = found.find((one) => one !== undefined)?.token.digest ?? "";
      await stores.sessions.rotate({ digest: successor, usedAt: 1, successors: [token("e", { parent: successor })] });
      expect(await stores.sessions.successorUsed("t1")).toBe(true);
    });

    it("SERVER-41 a code is used first once", async () => {
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
      await stores.sessions.saveCode(code);
      const uses = await Promise.all([1, 2, 3].map((at) => stores.sessions.useCode("k1", at)));
      expect(uses.filter((use) => use?.first === true)).toHaveLength(1);
      await stores.sessions.bindCode("k1", "s1");
      expect((await stores.sessions.useCode("k1", 4))?.code).toMatchObject({
        sessionId: "s1",
        challenge: code.challenge,
      });
      expect(await stores.sessions.useCode("k2", 4)).toBeUndefined();
    });

    it("SERVER-23 SERVER-41 a call record is kept as it came, and once", async () => {
      await stores.callRecords.write(RECORD);
      await stores.callRecords.write({ ...RECORD, endReason: "again" });
      expect(await db.selectFrom("cdrs").selectAll().execute()).toMatchObject([
        {
          call_id: "c1",
          started_at: 1_700_000_000_000,
          answered_at: null,
          from_name: "'; drop table cdrs; --",
          forwarded_by: '[{"number":"103"}]',
          from_user_id: 1,
          to_name: "\u202Eevil 😀",
          to_user_id: null,
          failed: 1,
          end_reason: "busy",
          sip_status: 486,
        },
      ]);
      expect(await stores.callRecords.countRecords()).toBe(1);
    });

    it("REC-32 SERVER-41 recordings are found by call and by call record, once they have ended", async () => {
      const { recordings, callRecords } = stores;
      const begun = { realm: "acme", callId: "c1", userId, startedBy: "ann", startedAt: 5 };
      for (const id of ["r1", "r1", "r2"]) await recordings.begin({ ...begun, id });
      expect(await recordings.unfinished()).toEqual(["r1", "r2"]);
      expect(await recordings.ofCall("acme", "c1")).toEqual({ userIds: [userId], recordings: [] });
      await recordings.end("r1", {
        durationMs: 900,
        bytes: 70,
        marks: [{ offsetMs: 1, durationMs: 2 }],
        failure: null,
      });
      await callRecords.write({ ...RECORD, from: { ...RECORD.from, userId: 77 } });
      await callRecords.write({ ...RECORD, callId: "c2" });
      const part = { recordingId: "r1", offsetMs: 400, durationMs: 500 };
      for (const parts of [[part], [part], []]) await recordings.attach("c2", parts);
      const found = { recordings: [{ id: "r1", durationMs: 900, bytes: 70 }] };
      expect(await recordings.ofCall("acme", "c1")).toMatchObject({ ...found, userIds: [77, userId] });
      expect(await recordings.ofCall("acme", "c2")).toMatchObject(found);
      const { id } = await db.selectFrom("cdrs").where("call_id", "=", "c2").select("id").executeTakeFirstOrThrow();
      expect(await recordings.ofCall("acme", String(id))).toMatchObject(found);
      for (const nobody of ["", "c3", "99999", "9".repeat(40), "' or 1=1"])
        expect(await recordings.ofCall("acme", nobody)).toBeUndefined();
      expect(await recordings.ofCall("other", "c1")).toBeUndefined();
      expect(await recordings.unfinished()).toEqual(["r2"]);
    });

    it("SERVER-42 opening again brings nothing about, and two at once do not disturb each other", async () => {
      const others = await Promise.all([1, 2].map(() => openDatabase(database.settings, silentLog)));
      for (const other of others) {
        expect(await createStores(other).users.countUsers()).toBe(2);
        await other.destroy();
      }
    });

    it("SERVER-42 two processes may open a new store at the same moment", async () => {
      const fresh = await create();
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase(fresh.settings, silentLog)));
      for (const one of opened) {
        expect(await createStores(one).directory.revision()).toBe(1);
        await one.destroy();
      }
      await fresh.remove();
    });

    it("SERVER-41 writers of two connections wait for each other", async () => {
      const other = await openDatabase(database.settings, silentLog);
      const before = await stores.directory.revision();
      const change = (from: Stores) => from.company.atomically((company) => company.realms());
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => change(index % 2 === 0 ? stores : createStores(other))),
      );
      expect(await stores.directory.revision()).toBe(before + 20);
      await other.destroy();
    });
  });
}

onEachDatabase(storeSuite);

const storage = temporaryStorage();
afterAll(() => storage.remove());

describe("SQLite alone", () => {
  it("SERVER-43 a value that cannot be held fails its own query and nothing else", async () => {
    const db = await openDatabase(storage.fresh(), silentLog);
    const wrong: unknown[] = [true, undefined, Number.NaN, { a: 1 }];
    for (const value of wrong) {
      await expect(sql`select ${value} as x`.execute(db)).rejects.toThrow("SQLite cannot bind");
    }
    expect(await createStores(db).directory.revision()).toBe(1);
    await db.destroy();
  });

  it("SERVER-36 a store that cannot be opened is one line, without a password", async () => {
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

  it("SERVER-40 a committed change survives losing power: WAL with full synchronisation and foreign keys", async () => {
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
