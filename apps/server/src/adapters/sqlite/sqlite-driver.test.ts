import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LibsqlDriver } from "./sqlite-driver.ts";
import { KEPT_STATEMENTS } from "./statements.ts";

interface Tables {
  readonly words: { readonly id: number; readonly word: string };
}

describe("prepared statements of SQLite", () => {
  let folder: string;
  let file: Database.Database;
  let db: Kysely<Tables>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "callpanel-driver-"));
    file = new Database(join(folder, "file.db"));
    db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new LibsqlDriver(file),
        createIntrospector: (kysely) => new SqliteIntrospector(kysely),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
    await sql`pragma journal_mode = wal`.execute(db);
    await sql`create table words (id integer primary key, word text not null unique)`.execute(db);
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  const add = (id: number, word = `word ${id}`) => db.insertInto("words").values({ id, word }).execute();
  const words = async () =>
    (await db.selectFrom("words").select("word").orderBy("id").execute()).map(({ word }) => word);

  it("the same text is prepared once, with any parameters", async () => {
    const prepare = vi.spyOn(file, "prepare");
    for (let id = 1; id <= 3; id += 1)
      await db.transaction().execute((tx) =>
        tx
          .insertInto("words")
          .values({ id, word: `${id}` })
          .execute(),
      );
    expect(await words()).toEqual(["1", "2", "3"]);
    expect(await words()).toEqual(["1", "2", "3"]);
    expect(prepare.mock.calls.map(([text]) => String(text).split(" ")[0])).toEqual(["begin", "insert", "select"]);
  });

  it("a statement that failed hinders neither the next of its text nor a commit", async () => {
    await add(1, "a");
    await expect(add(2, "a")).rejects.toThrow("UNIQUE");
    await db.transaction().execute(async (tx) => {
      await expect(tx.insertInto("words").values({ id: 3, word: "a" }).execute()).rejects.toThrow("UNIQUE");
      await tx.insertInto("words").values({ id: 3, word: "c" }).execute();
    });
    await add(2, "b");
    expect(await words()).toEqual(["a", "b", "c"]);
  });

  it("a kept statement waits for another process's lock, and its transaction commits", async () => {
    await add(1);
    const other = new Database(join(folder, "file.db"));
    other.exec("begin immediate");
    let isWritten = false;
    const waiting = add(2).then(() => (isWritten = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isWritten).toBe(false);
    other.exec("commit");
    other.close();
    await waiting;
    await db.transaction().execute((tx) => tx.deleteFrom("words").where("id", "=", 1).execute());
    expect(await words()).toEqual(["word 2"]);
  });

  it("a changed table is read as it is now", async () => {
    await add(1);
    const all = () => db.selectFrom("words").selectAll().execute();
    expect(await all()).toEqual([{ id: 1, word: "word 1" }]);
    await sql`alter table words add column language text default 'en'`.execute(db);
    expect(await all()).toEqual([{ id: 1, word: "word 1", language: "en" }]);
    await sql`alter table words rename column word to term`.execute(db);
    expect(await all()).toEqual([{ id: 1, term: "word 1", language: "en" }]);
  });

  it("a long answer is complete each time", async () => {
    await db.transaction().execute(async (tx) => {
      for (let id = 1; id <= 300; id += 1)
        await tx
          .insertInto("words")
          .values({ id, word: `word ${id}` })
          .execute();
    });
    for (let times = 0; times < 3; times += 1) expect(await words()).toHaveLength(300);
  });

  it("of too many texts the one that was used longest ago is dropped", async () => {
    const prepare = vi.spyOn(file, "prepare");
    const ask = (n: number) => sql`select ${sql.lit(n)} as n`.execute(db);
    for (let n = 0; n < KEPT_STATEMENTS; n += 1) await ask(n);
    await ask(0);
    await ask(KEPT_STATEMENTS);
    expect(prepare).toHaveBeenCalledTimes(KEPT_STATEMENTS + 1);
    await ask(0);
    expect(prepare).toHaveBeenCalledTimes(KEPT_STATEMENTS + 1);
    await ask(1);
    expect(prepare).toHaveBeenCalledTimes(KEPT_STATEMENTS + 2);
  });

  it("a pragma, which may act while it is prepared, is prepared each time", async () => {
    const prepare = vi.spyOn(file, "prepare");
    for (let times = 0; times < 2; times += 1) await sql`pragma foreign_keys = on`.execute(db);
    expect(prepare).toHaveBeenCalledTimes(2);
  });
});
