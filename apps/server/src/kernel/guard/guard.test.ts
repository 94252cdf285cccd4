import { createFakeClock } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { createGuard, type Attempt } from "./guard.ts";
import { createMemoryShortLived } from "../short-lived/short-lived-memory.ts";
import { openKnownPlaces, type KnownPlace, type KnownPlaceStore } from "./known-places.ts";

const HERE: Attempt = { secret: "password", name: "alice", address: "192.0.2.1", by: "web" };
const DAY_MS = 86_400_000;

function createMemoryStore(): KnownPlaceStore & { readonly rows: Map<string, KnownPlace> } {
  const rows = new Map<string, KnownPlace>();
  return {
    rows,
    all: async () => [...rows.values()],
    newestOf: async () => [],
    put: async (one) => void rows.set(one.place, one),
    prune: async (before) => {
      for (const [place, { seenAt }] of rows) if (seenAt < before) rows.delete(place);
    },
  };
}

async function setUp(store = createMemoryStore()) {
  const clock = createFakeClock();
  const guard = createGuard({
    clock,
    known: await openKnownPlaces({ store, clock, log: silentLog }),
    shortLived: createMemoryShortLived(clock),
  });
  /** Seconds to wait; undefined: admitted, and counted as wrong. */
  const guess = async (change: Partial<Attempt> = {}): Promise<number | undefined> => {
    const attempt = await guard.begin({ ...HERE, ...change });
    return attempt.admitted ? undefined : attempt.seconds;
  };
  /** How many were admitted. */
  const fail = async (times: number, change: (index: number) => Partial<Attempt> = () => ({})): Promise<number> => {
    let admitted = 0;
    for (let index = 0; index < times; index += 1) if ((await guess(change(index))) === undefined) admitted += 1;
    return admitted;
  };
  const succeed = async (change: Partial<Attempt> = {}): Promise<void> => {
    const attempt = await guard.begin({ ...HERE, ...change });
    if (!attempt.admitted) throw new Error(`locked for ${attempt.seconds} s`);
    await attempt.succeeded();
  };
  return { clock, guard, guess, fail, succeed, store };
}

describe("guard against guessing", () => {
  it("AUTH-5 the sixth try waits 30 s, and each further failure doubles the wait", async () => {
    const { clock, guess, fail } = await setUp();
    await fail(5);
    expect(await guess()).toBe(30);
    await clock.advance(29_001);
    expect(await guess()).toBe(1);
    await clock.advance(999);
    expect(await guess()).toBeUndefined();
    expect(await guess()).toBe(60);
  });

  it("AUTH-5 the wait is at most 15 minutes", async () => {
    const { clock, guess } = await setUp();
    for (let time = 0; time < 30; time += 1) {
      const seconds = (await guess()) ?? 0;
      expect(seconds).toBeLessThanOrEqual(900);
      await clock.advance(seconds * 1_000);
    }
  });

  it("AUTH-5 other names at the address, and the name at other addresses, are not affected", async () => {
    const { guess, fail } = await setUp();
    await fail(6);
    expect(await guess({ name: "bob" })).toBeUndefined();
    expect(await guess({ address: "192.0.2.2" })).toBeUndefined();
  });

  it("AUTH-5 telephones and browsers are counted together, codes separately from passwords", async () => {
    const { guess, fail } = await setUp();
    expect(await fail(10, (index) => ({ by: index % 2 === 0 ? "web" : "phone" }))).toBe(5);
    expect(await guess({ secret: "code" })).toBeUndefined();
  });

  it("AUTH-6 a correct secret resets only the failures of its name at its address", async () => {
    const { fail, succeed } = await setUp();
    for (let round = 0; round < 3; round += 1) {
      expect(await fail(4)).toBe(4);
      await succeed();
    }
    expect(await fail(20, () => ({ address: "192.0.2.2" }))).toBe(5);
    await succeed();
    expect(await fail(1, () => ({ address: "192.0.2.2" }))).toBe(0);
  });

  it("AUTH-8 an address with 40 failures has to wait, with any name", async () => {
    const { guess, fail } = await setUp();
    expect(await fail(60, (index) => ({ name: `user-${index}` }))).toBe(40);
    expect(await guess()).toBe(60);
    expect(await guess({ address: "192.0.2.2" })).toBeUndefined();
  });

  it("AUTH-8 people at the address who sign in correctly are not counted", async () => {
    const { succeed } = await setUp();
    for (let index = 0; index < 200; index += 1) await succeed({ name: `user-${index}` });
  });

  it("AUTH-8 a sign-in to the attacker's own account does not end the lock of the address", async () => {
    const { guard, guess, fail } = await setUp();
    const own = await guard.begin({ ...HERE, name: "mallory" });
    await fail(39, (index) => ({ name: `user-${index}` }));
    if (own.admitted) await own.succeeded();
    expect(await fail(1, () => ({ name: "user-40" }))).toBe(1);
    expect(await guess({ name: "user-41" })).toBe(60);
    expect(await guess({ name: "mallory" })).toBeUndefined();
    expect(await guess({ name: "user-42" })).toBe(60);
  });

  it("AUTH-40 addresses of one IPv6 network count as one, and its site has a limit too", async () => {
    const inNetwork = (index: number) => ({ address: `2001:db8:1:2::${index.toString(16)}` });
    const one = await setUp();
    expect(await one.fail(150, (index) => ({ ...inNetwork(index), name: `user-${index}` }))).toBe(40);
    const other = await setUp();
    expect(await other.fail(306, inNetwork)).toBe(5);
    expect(await other.guess({ address: "2001:db8:1:3::1" })).toBeUndefined();
    const site = await setUp();
    const inSite = (index: number) => ({ address: `2001:0DB8:1:${index.toString(16)}:ffff::`, name: `user-${index}` });
    expect(await site.fail(1_000, inSite)).toBe(160);
    expect(await site.guess({ address: "2001:db8:2::1" })).toBeUndefined();
    expect(await site.guess({ address: "::ffff:192.0.2.7" })).toBeUndefined();
  });

  it("AUTH-41 a name that is guessed at from many addresses is locked for unknown places, longer each time", async () => {
    const { clock, fail, guess } = await setUp();
    const from = (index: number) => ({ address: `198.51.${index >> 8}.${index & 255}` });
    expect(await fail(306, from)).toBe(100);
    expect(await guess({ address: "203.0.113.1" })).toBe(30);
    await clock.advance(30_000);
    expect(await guess({ address: "203.0.113.1" })).toBeUndefined();
    expect(await guess({ address: "203.0.113.2" })).toBe(60);
    expect(await guess({ address: "203.0.113.2", name: "bob" })).toBeUndefined();
  });

  it("AUTH-42 a person is not locked out at a place of an earlier sign-in, no matter how often strangers guess, also after a restart", async () => {
    const { fail, succeed, guess, store } = await setUp();
    await succeed();
    const from = (index: number) => ({ address: `198.51.${index >> 8}.${index & 255}` });
    await fail(1_000, from);
    // At the same address, with other names.
    await fail(1_000, (index) => ({ name: `user-${index}` }));
    expect(await guess({ address: "203.0.113.1" })).toBe(30);
    for (let time = 0; time < 3; time += 1) await succeed();
    const again = await setUp(store);
    await again.fail(1_000, from);
    await again.fail(1_000, (index) => ({ name: `user-${index}` }));
    await again.succeed();
    expect(JSON.stringify([...store.rows.values()])).not.toMatch(/192\.0\.2\.1|alice/);
  });

  it("AUTH-42 at a known place, a telephone with an old secret does not lock a browser, and its guesses have a limit", async () => {
    const { fail, succeed } = await setUp();
    await succeed();
    expect(await fail(20, () => ({ by: "phone" }))).toBe(5);
    await succeed();
    expect(await fail(20)).toBe(5);
  });

  it("AUTH-42 a place is forgotten after 30 days, and the last twenty are kept", async () => {
    const { clock, fail, succeed, guard, store } = await setUp();
    const isKnown = async (address: string): Promise<boolean> => (await guard.begin({ ...HERE, address })).isKnown;
    for (let index = 0; index < 25; index += 1) await succeed({ address: `192.0.2.${index}` });
    expect([await isKnown("192.0.2.4"), await isKnown("192.0.2.5"), await isKnown("192.0.2.24")]).toEqual([
      false,
      true,
      true,
    ]);
    await clock.advance(29 * DAY_MS);
    await succeed({ address: "192.0.2.24" });
    await clock.advance(2 * DAY_MS);
    expect([await isKnown("192.0.2.5"), await isKnown("192.0.2.24")]).toEqual([false, true]);
    expect(await fail(1)).toBe(1);
    await store.prune(clock.now() - 30 * DAY_MS);
    expect(store.rows.size).toBe(1);
  });

  it("AUTH-43 a try whose secret was not checked is not counted", async () => {
    const { guard } = await setUp();
    for (let index = 0; index < 300; index += 1) {
      const attempt = await guard.begin(HERE);
      expect(attempt.admitted).toBe(true);
      if (attempt.admitted) await attempt.withdrawn();
    }
  });

  it("AUTH-43 a try whose secret was not checked neither restores an expired lock nor delays that failures are forgotten", async () => {
    const { clock, guard, guess, fail } = await setUp();
    const withdraw = async (): Promise<void> => {
      const attempt = await guard.begin(HERE);
      if (!attempt.admitted) throw new Error(`locked for ${attempt.seconds} s`);
      await attempt.withdrawn();
    };
    await fail(5);
    await clock.advance(30_000);
    for (let time = 0; time < 3; time += 1) await withdraw();
    await clock.advance(869_000);
    await withdraw();
    await clock.advance(2_000);
    expect(await fail(5)).toBe(5);
    expect(await guess()).toBe(30);
  });

  it("AUTH-44 where hundreds have signed in before, one password cannot be tried on all of their names", async () => {
    const { clock, succeed, fail, guess } = await setUp();
    const person = (index: number) => ({ name: `person-${index}` });
    for (let index = 0; index < 500; index += 1) await succeed(person(index));
    expect(await fail(500, person)).toBe(200);
    expect(await guess(person(300))).toBe(60);
    expect(await guess({ ...person(0), address: "192.0.2.9" })).toBeUndefined();
    let others = 0;
    for (let minute = 0; minute < 55; minute += 1) {
      await clock.advance(60_000);
      for (let index = 210; index < 500; index += 1)
        if ((await guess(person(index - 10 + minute))) === undefined) others += 1;
    }
    expect(others).toBeLessThan(10);
  });

  it("AUTH-44 the wait ends: people at the place are not locked out for good, and guesses at a few names cause no wait", async () => {
    const { clock, succeed, fail, guess } = await setUp();
    const person = (index: number) => ({ name: `person-${index}` });
    for (let index = 0; index < 250; index += 1) await succeed(person(index));
    await fail(250, person);
    expect(await guess(person(249))).toBe(60);
    await clock.advance(60_000);
    await succeed(person(249));
    expect(await fail(4, () => person(0))).toBe(4);
  });

  it("AUTH-44 mistyped passwords followed by the correct one do not count, nor do a site's telephones", async () => {
    const { succeed, fail } = await setUp();
    for (let index = 0; index < 600; index += 1) {
      await succeed({ name: `person-${index}` });
      expect(await fail(2, () => ({ name: `person-${index}` }))).toBe(2);
      await succeed({ name: `person-${index}` });
    }
    expect(await fail(500, (index) => ({ name: `person-${index}`, by: "phone" }))).toBe(500);
    await succeed();
  });
});
