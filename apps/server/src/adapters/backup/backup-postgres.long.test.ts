import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPostgresDatabase } from "../../../test/postgres-database.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { MIGRATIONS } from "../../app/areas.ts";
import { clockAt, NO_BUCKETS } from "../../../test/backup-settings.ts";
import { databasePlaceOf, openBackups } from "../../app/services/backups/backups.ts";
import { switchToRestored } from "../../app/services/backups/restored.ts";
import { openDatabase } from "../../app/services/storage.ts";
import { applyCompany, parseCompanyFile } from "../../modules/administration/index.ts";
import { seedDemoChat } from "../../modules/chat/index.ts";
import type { Tables } from "../database/index.ts";
import { connectPostgres } from "../postgres/index.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
const NEW_PERSON =
  "realm: demo\nusers: [{ username: zed, first_name: Zed, last_name: Zorn, extension: 199, password: a-good-password }]";
/** Rows that a restore changes on purpose: sign-ins end, and a database has an id of its own. */
const CHANGED = new Set(["sessions", "short_lived", "invitations", "sign_in_links", "instances", "server_keys"]);

type Dump = Readonly<Record<string, readonly string[]>>;

describe.skipIf(SERVER_URL === undefined)("back-ups of PostgreSQL", () => {
  const folders: string[] = [];
  const databases: Array<() => Promise<void>> = [];
  const servers: TestServer[] = [];
  let folder: string;
  const now = () => Date.UTC(2026, 10, 26, 3);
  const freshFolder = (): string => {
    const path = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    folders.push(path);
    return path;
  };
  const freshPostgres = async (): Promise<string> => {
    const { databaseUrl, remove } = await createPostgresDatabase(SERVER_URL ?? "");
    databases.push(remove);
    return databaseUrl;
  };
  const start = async (options: Parameters<typeof createTestServer>[0]): Promise<TestServer> => {
    const server = await createTestServer(options);
    servers.push(server);
    return server;
  };
  const backups = (dataDir: string, databaseUrl: string | undefined) =>
    openBackups({ dataDir, databaseUrl, ...NO_BUCKETS, clock: clockAt(now) });
  beforeEach(() => {
    folder = freshFolder();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    for (const remove of databases.splice(0)) await remove();
    for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true });
  });

  /** Everything in a database, in an order that both kinds share. */
  const dumpOf = async (dataDir: string, databaseUrl: string | undefined): Promise<Dump> => {
    const db = await openDatabase({ dataDir, databaseUrl, realm: undefined }, silentLog);
    try {
      const tables = await db.introspection.getTables();
      const names = tables.map(({ name }) => name).filter((name) => !/^(sqlite|kysely|chat_words)/.test(name));
      const entries = names.toSorted().map(async (name) => {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
        const lines = rows.map(({ words: _index, ...row }) =>
          JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))),
        );
        return [name, lines.toSorted()] as const;
      });
      return Object.fromEntries((await Promise.all(entries)).filter(([name]) => !CHANGED.has(name)));
    } finally {
      await db.destroy();
    }
  };
  const startFilled = async (databaseUrl: string | undefined) => {
    const dataDir = freshFolder();
    const server = await start({ dataDir, databaseUrl, demo: true });
    const { users: people } = await server.stores.users.search({ realmId: 1, words: [], start: 0, limit: 100 });
    await seedDemoChat(server.stores.chat, { realmId: 1, people, now: now() });
    await server.sounds.put(Buffer.from("what was said"), {
      type: "application/octet-stream",
      durationMs: 0,
      holder: { kind: "chat", id: "1" },
    });
    return { dataDir, server };
  };
  /** Ids of messages that a search by words finds. */
  const findWords = async (server: TestServer) => {
    const { status, body } = await server.get("/api/v1/chats/search?q=plant", "alice");
    expect([status, JSON.stringify(body).length > 200]).toEqual([200, true]);
    return body;
  };

  it.each([
    ["PostgreSQL", "PostgreSQL"],
    ["PostgreSQL", "SQLite"],
    ["SQLite", "PostgreSQL"],
  ])("BACKUP-16 a back-up of %s restored on %s has every row, sound and id", async (from, to) => {
    const source = from === "SQLite" ? undefined : await freshPostgres();
    const { dataDir, server } = await startFilled(source);
    const found = await findWords(server);
    // The last id is not used again: a removed person does not come back as another.
    await applyCompany(server.stores.company, parseCompanyFile(NEW_PERSON));
    const zed = await server.stores.users.byUsername("zed");
    const { name } = await backups(dataDir, source).take(folder);
    const before = await dumpOf(dataDir, source);
    expect(before["users"]?.length).toBeGreaterThan(10);
    await backups(dataDir, source).check(folder, name);
    const target = to === "SQLite" ? undefined : await freshPostgres();
    const restored = freshFolder();
    expect(await backups(restored, target).restore(folder, name)).toMatchObject({ sounds: { missing: 0 } });
    expect(readdirSync(restored)).not.toContain("restoring");
    expect(await dumpOf(restored, target)).toEqual(before);
    const other = await start({ dataDir: restored, databaseUrl: target });
    expect(await findWords(other)).toEqual(found);
    await applyCompany(
      other.stores.company,
      parseCompanyFile(NEW_PERSON.replaceAll("zed", "zoe").replace("199", "198")),
    );
    expect((await other.stores.users.byUsername("zoe"))?.id).toBeGreaterThan(zed?.id ?? Number.MAX_SAFE_INTEGER);
    await expect(backups(freshFolder(), target ?? (await freshPostgres())).restore(folder, "x")).rejects.toMatchObject({
      code: "backup.foreign",
    });
    if (target !== undefined)
      await expect(backups(freshFolder(), target).restore(folder, name)).rejects.toMatchObject({
        code: "backup.notEmpty",
      });
  });

  it("BACKUP-16 it is of one moment, while others write", async () => {
    const url = await freshPostgres();
    const { dataDir, server } = await startFilled(url);
    const [user] = (await server.stores.users.search({ realmId: 1, words: [], start: 0, limit: 1 })).users;
    const db = connectPostgres(url, { onIdleError: () => undefined });
    let written = 0;
    let taking = true;
    // Each transaction has a group and a member of it: the tables are read one after the other.
    const write = async (): Promise<void> => {
      for (; taking; written += 1)
        await db.transaction().execute(async (trx) => {
          const { id } = await trx
            .insertInto("groups")
            .values({ realm_id: 1, name: `written-${written}` })
            .returning("id")
            .executeTakeFirstOrThrow();
          await trx
            .insertInto("group_members")
            .values({ group_id: id, user_id: user?.id ?? 0 })
            .execute();
        });
    };
    const writing = write();
    const taken = await Promise.allSettled([backups(dataDir, url).take(folder)]);
    taking = false;
    await writing;
    const [{ name = "" } = {}] = taken.map((one) => (one.status === "fulfilled" ? one.value : {}));
    expect(taken).toMatchObject([{ status: "fulfilled" }]);
    await db.destroy();
    expect(written).toBeGreaterThan(2);
    const file = new Database(join(folder, name, "callpanel.db"), { readonly: true });
    const countOf = (table: string): string =>
      JSON.stringify(file.prepare(`select count(*) as total from ${table}`).all());
    const ofGroups = "groups where name like 'written-%'";
    const counts = [countOf(ofGroups), countOf(`group_members where group_id in (select id from ${ofGroups})`)];
    file.close();
    expect(counts[0]).toBe(counts[1]);
  });

  it("BACKUP-16 a database of another version, and one without a company, are refused", async () => {
    const url = await freshPostgres();
    const dataDir = freshFolder();
    await expect(backups(dataDir, url).take(folder)).rejects.toMatchObject({ code: "backup.nothing" });
    const db = await openDatabase({ dataDir, databaseUrl: url, realm: undefined }, silentLog);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(db);
    await expect(backups(dataDir, url).take(folder)).rejects.toMatchObject({ code: "backup.otherVersion" });
    await db.destroy();
    expect(await backups(dataDir, url).list(folder)).toEqual([]);
  });

  const prepared = async () => {
    const url = await freshPostgres();
    const { dataDir, server } = await startFilled(url);
    const { name } = await backups(dataDir, url).take(folder);
    await applyCompany(server.stores.company, parseCompanyFile(NEW_PERSON));
    await server.sounds.put(Buffer.from("said later"), {
      type: "application/octet-stream",
      durationMs: 0,
      holder: { kind: "chat", id: "2" },
    });
    const { counts } = await backups(dataDir, url).prepare(folder, name);
    expect(counts.find(({ kind }) => kind === "people")).toMatchObject({ now: (counts[0]?.restored ?? 0) + 1 });
    await backups(dataDir, url).switchTo(name);
    return { url, dataDir, server };
  };
  const config = (dataDir: string, databaseUrl: string) => ({ dataDir, databaseUrl, logLevel: "silent" as const });
  const has = async (server: TestServer, username: string) =>
    (await server.stores.users.byUsername(username)) !== undefined;

  it("BACKUP-14 BACKUP-16 the next start replaces everything, keeps the earlier data, and can go back to it", async () => {
    const { url, dataDir, server } = await prepared();
    await server.stop();
    const before = await dumpOf(dataDir, url);
    const sounds = readdirSync(join(dataDir, "sounds"), { recursive: true }).length;
    const switched = await switchToRestored(config(dataDir, url));
    expect(switched).toBeDefined();
    const restored = await start({ dataDir, databaseUrl: url });
    expect(await has(restored, "zed")).toBe(false);
    expect(readdirSync(join(dataDir, "sounds"), { recursive: true }).length).toBeLessThan(sounds);
    await restored.stop();
    await switched?.undo(new Error("it does not start"));
    expect(readdirSync(join(dataDir, "sounds"), { recursive: true })).toHaveLength(sounds);
    expect(await dumpOf(dataDir, url)).toEqual(before);
    expect(await has(await start({ dataDir, databaseUrl: url }), "zed")).toBe(true);
  });

  it("BACKUP-16 while another server runs on the database, or where a row does not fit, nothing is replaced", async () => {
    const { url, dataDir, server } = await prepared();
    const other: Kysely<Tables> = connectPostgres(url, { onIdleError: () => undefined });
    await server.stop();
    const before = await dumpOf(dataDir, url);
    await other
      .insertInto("instances")
      .values({ id: "other", lease_until: Date.now() + 3_600_000, adopter: null })
      .execute();
    expect(await switchToRestored(config(dataDir, url))).toBeUndefined();
    expect(await dumpOf(dataDir, url)).toEqual(before);
    await other.updateTable("instances").set({ lease_until: 0 }).execute();
    await other.destroy();
    // It stays prepared, and is not tried again by itself.
    expect(await switchToRestored(config(dataDir, url))).toBeUndefined();
    const waiting = await backups(dataDir, url).prepared();
    await backups(dataDir, url).switchTo(waiting?.name ?? "");
    const staged = join(dataDir, "restoring", "callpanel.db");
    const file = new Database(staged);
    file.exec(
      "pragma foreign_keys = off; update numbers set user_id = 'somebody' where id = (select min(id) from numbers)",
    );
    file.close();
    expect(await switchToRestored(config(dataDir, url))).toBeUndefined();
    expect(await dumpOf(dataDir, url)).toEqual(before);
    expect(readdirSync(dataDir)).toContain("sounds");
    expect(await has(await start({ dataDir, databaseUrl: url }), "zed")).toBe(true);
  });

  it("BACKUP-16 a file that names a table of another schema changes nothing there", async () => {
    const { url, dataDir, server } = await prepared();
    await server.stop();
    const before = await dumpOf(dataDir, url);
    const db: Kysely<Tables> = connectPostgres(url, { onIdleError: () => undefined });
    await sql`create schema elsewhere`.execute(db);
    await sql`create table elsewhere.things (thing text)`.execute(db);
    await sql`insert into elsewhere.things values ('theirs')`.execute(db);
    const file = new Database(join(dataDir, "restoring", "callpanel.db"));
    file.exec(`create table "elsewhere.things" (thing text); insert into "elsewhere.things" values ('ours')`);
    file.close();
    expect(await switchToRestored(config(dataDir, url))).toBeUndefined();
    const { rows } = await sql`select thing from elsewhere.things`.execute(db);
    await sql`drop schema elsewhere cascade`.execute(db);
    await db.destroy();
    expect(rows).toEqual([{ thing: "theirs" }]);
    expect(await dumpOf(dataDir, url)).toEqual(before);
  });

  it("BACKUP-16 nothing that PostgreSQL has is left out, but the index of words", async () => {
    const url = await freshPostgres();
    const dataDir = freshFolder();
    const columnsOf = async (databaseUrl: string | undefined): Promise<readonly string[]> => {
      const db = await openDatabase({ dataDir, databaseUrl, realm: undefined }, silentLog);
      const tables = await db.introspection.getTables();
      await db.destroy();
      return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    };
    const lite = new Set(await columnsOf(undefined));
    expect((await columnsOf(url)).filter((column) => !lite.has(column))).toEqual(["chat_messages.words"]);
    expect(Object.keys(MIGRATIONS).length).toBeGreaterThan(10);
    expect(await databasePlaceOf({ dataDir, databaseUrl: url }).isEmpty()).toBe(true);
  });
});
