import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { openDatabase } from "../../../app/services/storage.ts";
import { createSecretBox } from "../../../kernel/secrets/secret-box.ts";
import { createMemoryShortLived } from "../../../kernel/short-lived/short-lived-memory.ts";
import type { ShortLived, ShortLivedEntries } from "../../../kernel/short-lived/short-lived.ts";
import { createTableShortLived, shortLivedRetention, type Tables } from "../index.ts";

const KIND = { name: "test", schema: z.object({ count: z.number() }), most: 5, maxChars: 50 };
type Count = z.infer<typeof KIND.schema>;

const countUp = (entries: ShortLivedEntries<Count>, expiresAt: number, key = "one") =>
  entries.change(key, (before) => ({ value: { count: (before?.value.count ?? 0) + 1 }, expiresAt }));
const keysOf = async (entries: ShortLivedEntries<Count>) => (await entries.all()).map(([key]) => key).toSorted();

/** `stores`: the stores of two servers with the same entries; in memory there is only one server. */
function suite(stores: () => readonly [ShortLived, ShortLived], clockOf: () => FakeClock): void {
  const openBoth = () => {
    const [one, other] = stores();
    const first = one.open(KIND);
    return [first, one === other ? first : other.open(KIND)] as const;
  };
  const later = (ms = 1_000): number => clockOf().now() + ms;

  it("OWN-10 every server finds an entry until it expires", async () => {
    const [one, other] = openBoth();
    await countUp(one, later());
    await clockOf().advance(999);
    expect([await one.find("one"), await other.find("one")]).toEqual([{ count: 1 }, { count: 1 }]);
    expect(await other.find("other")).toBeUndefined();
    await clockOf().advance(1);
    expect([await one.find("one"), await one.take("one"), await other.all()]).toEqual([undefined, undefined, []]);
    await countUp(other, later());
    expect(await one.find("one")).toEqual({ count: 1 });
  });

  it("OWN-10 of parallel requests for an entry, one takes it", async () => {
    const entries = openBoth();
    await countUp(entries[0], later());
    const taken = await Promise.all(Array.from({ length: 10 }, (_, at) => entries[at % 2 === 0 ? 0 : 1].take("one")));
    expect(taken.filter((value) => value !== undefined)).toEqual([{ count: 1 }]);
  });

  it("OWN-10 parallel changes of an entry by several servers lose nothing", async () => {
    const entries = openBoth();
    await Promise.all(Array.from({ length: 40 }, (_, at) => countUp(entries[at % 2 === 0 ? 0 : 1], later())));
    expect(await entries[0].find("one")).toEqual({ count: 40 });
  });

  it("OWN-10 writing the same entry again changes nothing; returning undefined removes it", async () => {
    const [one, other] = openBoth();
    await countUp(one, later());
    await other.change("one", (before) => before);
    expect(await one.find("one")).toEqual({ count: 1 });
    await other.change("one", () => undefined);
    await other.change("one", () => undefined);
    expect(await one.find("one")).toBeUndefined();
  });

  it("OWN-11 the number of entries is bounded: the oldest is removed first, and a lock only for another lock", async () => {
    const [one] = openBoth();
    const holdsUntil = later(60_000);
    for (const key of ["lock 1", "lock 2"])
      await one.change(key, () => ({ value: { count: 9 }, expiresAt: holdsUntil, holdsUntil }));
    for (let at = 0; at < 20; at += 1) await countUp(one, later(10_000 + at), `calm ${String(at).padStart(2, "0")}`);
    const calm = [15, 16, 17, 18, 19].map((at) => `calm ${at}`);
    expect(await keysOf(one)).toEqual([...calm, "lock 1", "lock 2"]);
    for (let at = 0; at < 20; at += 1) {
      const until = later(70_000 + at);
      await one.change(`more ${at}`, () => ({ value: { count: 9 }, expiresAt: until, holdsUntil: until }));
    }
    expect(await keysOf(one)).toEqual([...calm, ...[15, 16, 17, 18, 19].map((at) => `more ${at}`)]);
  });
}

describe("short-lived entries in memory", () => {
  let clock: FakeClock;
  let store: ShortLived;
  beforeEach(() => {
    clock = createFakeClock();
    store = createMemoryShortLived(clock);
  });
  suite(
    () => [store, store],
    () => clock,
  );
});

onEachDatabase((kind, create) => {
  describe(`short-lived entries with ${kind}`, () => {
    let database: TestDatabase;
    let clock: FakeClock;
    let dbs: readonly [Kysely<Tables>, Kysely<Tables>];
    beforeEach(async () => {
      database = await create();
      clock = createFakeClock();
      const open = () => openDatabase(database.settings, silentLog);
      dbs = [await open(), await open()];
    });
    afterEach(async () => {
      for (const db of dbs) await db.destroy();
      await database.remove();
    });
    const storeOn = (db: Kysely<Tables>, key = "key"): ShortLived =>
      createTableShortLived({ db, box: createSecretBox(key), clock });
    suite(
      () => [storeOn(dbs[0]), storeOn(dbs[1])],
      () => clock,
    );

    const rows = () => dbs[0].selectFrom("short_lived").selectAll().orderBy("entry").execute();

    it("OWN-12 values are encrypted and bound to their place; one that cannot be decrypted counts as missing", async () => {
      const entries = storeOn(dbs[0]).open(KIND);
      await countUp(entries, clock.now() + 1_000, "alice");
      await countUp(entries, clock.now() + 1_000, "bob");
      const [alice, bob] = (await rows()).map(({ value }) => value);
      expect([alice, bob].every((value) => value?.startsWith("sealed1."))).toBe(true);
      await dbs[0].updateTable("short_lived").set({ value: bob }).where("entry", "=", "alice").execute();
      expect(await entries.find("alice")).toBeUndefined();
      expect(await storeOn(dbs[1], "another key").open(KIND).find("bob")).toBeUndefined();
      await countUp(entries, clock.now() + 1_000, "alice");
      expect(await entries.find("alice")).toEqual({ count: 1 });
    });

    it("OWN-12 a value in the format of another version counts as missing", async () => {
      const other = storeOn(dbs[0]).open({ ...KIND, schema: z.object({ times: z.number() }) });
      await other.change("one", () => ({ value: { times: 3 }, expiresAt: clock.now() + 1_000 }));
      const entries = storeOn(dbs[1]).open(KIND);
      expect([await entries.find("one"), await entries.all()]).toEqual([undefined, []]);
      await countUp(entries, clock.now() + 1_000);
      expect(await entries.find("one")).toEqual({ count: 1 });
    });

    it("OWN-11 the size of a value is limited, and expired entries are removed", async () => {
      const entries = storeOn(dbs[0]).open({ ...KIND, maxChars: 12 });
      await countUp(entries, clock.now() + 1_000);
      const large = () => ({ value: { count: 123_456 }, expiresAt: clock.now() + 1_000 });
      await expect(entries.change("large", large)).rejects.toThrow("too large");
      expect(await rows()).toHaveLength(1);
      const { removeBefore } = shortLivedRetention(dbs[0]);
      expect(await removeBefore(clock.now())).toBe(0);
      await clock.advance(1_001);
      expect([await removeBefore(clock.now()), await removeBefore(clock.now())]).toEqual([1, 0]);
      expect(await rows()).toEqual([]);
    });
  });
});
