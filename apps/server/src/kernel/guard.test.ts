import { createFakeClock } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../test/temporary-storage.ts";
import { createGuard, type Attempt } from "./guard.ts";
import { openKnownPlaces, type KnownPlace, type KnownPlaceStore } from "./known-places.ts";

const HERE: Attempt = { secret: "password", name: "alice", address: "192.0.2.1", by: "web" };
const DAY_MS = 86_400_000;

function createMemoryStore(): KnownPlaceStore & { readonly rows: Map<string, KnownPlace> } {
  const rows = new Map<string, KnownPlace>();
  return {
    rows,
    all: async () => [...rows.values()],
    put: async (one) => void rows.set(one.place, one),
    prune: async (before) => {
      for (const [place, { seenAt }] of rows) if (seenAt < before) rows.delete(place);
    },
  };
}

async function setUp(store = createMemoryStore()) {
  const clock = createFakeClock();
  const guard = createGuard({ clock, known: await openKnownPlaces({ store, clock, log: silentLog }) });
  /** Seconds to wait; undefined: admitted, and counted as wrong. */
  const guess = (change: Partial<Attempt> = {}): number | undefined => {
    const attempt = guard.begin({ ...HERE, ...change });
    return attempt.admitted ? undefined : attempt.seconds;
  };
  const fail = (times: number, change: (index: number) => Partial<Attempt> = () => ({})): number =>
    Array.from({ length: times }, (_, index) => guess(change(index))).filter((seconds) => seconds === undefined).length;
  const succeed = (change: Partial<Attempt> = {}): void => {
    const attempt = guard.begin({ ...HERE, ...change });
    if (!attempt.admitted) throw new Error(`locked for ${attempt.seconds} s`);
    attempt.succeeded();
  };
  return { clock, guard, guess, fail, succeed, store };
}

describe("guard against guessing", () => {
  it("AUTH-5 the sixth try waits 30 s, and each further failure doubles the wait", async () => {
    const { clock, guess, fail } = await setUp();
    fail(5);
    expect(guess()).toBe(30);
    await clock.advance(29_001);
    expect(guess()).toBe(1);
    await clock.advance(999);
    expect(guess()).toBeUndefined();
    expect(guess()).toBe(60);
  });

  it("AUTH-5 the wait is at most 15 minutes", async () => {
    const { clock, guess } = await setUp();
    for (let time = 0; time < 30; time += 1) {
      const seconds = guess() ?? 0;
      expect(seconds).toBeLessThanOrEqual(900);
      await clock.advance(seconds * 1_000);
    }
  });

  it("AUTH-5 other names at the address, and the name at other addresses, are not affected", async () => {
    const { guess, fail } = await setUp();
    fail(6);
    expect(guess({ name: "bob" })).toBeUndefined();
    expect(guess({ address: "192.0.2.2" })).toBeUndefined();
  });

  it("AUTH-5 telephones and browsers are counted together, codes separately from passwords", async () => {
    const { guess, fail } = await setUp();
    expect(fail(10, (index) => ({ by: index % 2 === 0 ? "web" : "phone" }))).toBe(5);
    expect(guess({ secret: "code" })).toBeUndefined();
  });

  it("AUTH-6 a correct secret resets only the failures of its name at its address", async () => {
    const { fail, succeed } = await setUp();
    for (let round = 0; round < 3; round += 1) {
      expect(fail(4)).toBe(4);
      succeed();
    }
    expect(fail(20, () => ({ address: "192.0.2.2" }))).toBe(5);
    succeed();
    expect(fail(1, () => ({ address: "192.0.2.2" }))).toBe(0);
  });

  it("AUTH-8 an address with 40 failures has to wait, whatever the name", async () => {
    const { guess, fail } = await setUp();
    expect(fail(60, (index) => ({ name: `user-${index}` }))).toBe(40);
    expect(guess()).toBe(60);
    expect(guess({ address: "192.0.2.2" })).toBeUndefined();
  });

  it("AUTH-8 people at the address who sign in correctly are not counted", async () => {
    const { succeed } = await setUp();
    for (let index = 0; index < 200; index += 1) succeed({ name: `user-${index}` });
  });

  it("AUTH-8 a sign-in to the attacker's own account does not end the lock of the address", async () => {
    const { guard, guess, fail } = await setUp();
    const own = guard.begin({ ...HERE, name: "mallory" });
    fail(39, (index) => ({ name: `user-${index}` }));
    if (own.admitted) own.succeeded();
    expect(fail(1, () => ({ name: "user-40" }))).toBe(1);
    expect(guess({ name: "user-41" })).toBe(60);
    expect(guess({ name: "mallory" })).toBeUndefined();
    expect(guess({ name: "user-42" })).toBe(60);
  });

  it("AUTH-40 addresses of one IPv6 network count as one, and its site has a limit too", async () => {
    const inNetwork = (index: number) => ({ address: `2001:db8:1:2::${index.toString(16)}` });
    const one = await setUp();
    expect(one.fail(150, (index) => ({ ...inNetwork(index), name: `user-${index}` }))).toBe(40);
    const other = await setUp();
    expect(other.fail(306, inNetwork)).toBe(5);
    expect(other.guess({ address: "2001:db8:1:3::1" })).toBeUndefined();
    const site = await setUp();
    const inSite = (index: number) => ({ address: `2001:0DB8:1:${index.toString(16)}:ffff::`, name: `user-${index}` });
    expect(site.fail(1_000, inSite)).toBe(160);
    expect(site.guess({ address: "2001:db8:2::1" })).toBeUndefined();
    expect(site.guess({ address: "::ffff:192.0.2.7" })).toBeUndefined();
  });

  it("AUTH-41 a name that is guessed at from many addresses is locked for unknown places, longer each time", async () => {
    const { clock, fail, guess } = await setUp();
    const from = (index: number) => ({ address: `198.51.${index >> 8}.${index & 255}` });
    expect(fail(306, from)).toBe(100);
    expect(guess({ address: "203.0.113.1" })).toBe(30);
    await clock.advance(30_000);
    expect(guess({ address: "203.0.113.1" })).toBeUndefined();
    expect(guess({ address: "203.0.113.2" })).toBe(60);
    expect(guess({ address: "203.0.113.2", name: "bob" })).toBeUndefined();
  });

  it("AUTH-42 a person is not locked out at a place of an earlier sign-in, whatever strangers guess, also after a restart", async () => {
    const { fail, succeed, guess, store } = await setUp();
    succeed();
    const from = (index: number) => ({ address: `198.51.${index >> 8}.${index & 255}` });
    fail(1_000, from);
    // At the same address, with other names.
    fail(1_000, (index) => ({ name: `user-${index}` }));
    expect(guess({ address: "203.0.113.1" })).toBe(30);
    for (let time = 0; time < 3; time += 1) succeed();
    const again = await setUp(store);
    again.fail(1_000, from);
    again.fail(1_000, (index) => ({ name: `user-${index}` }));
    again.succeed();
    expect(JSON.stringify([...store.rows.values()])).not.toMatch(/192\.0\.2\.1|alice/);
  });

  it("AUTH-42 at a known place, a telephone with an old secret does not lock a browser, and its guesses have a limit", async () => {
    const { fail, succeed } = await setUp();
    succeed();
    expect(fail(20, () => ({ by: "phone" }))).toBe(5);
    succeed();
    expect(fail(20)).toBe(5);
  });

  it("AUTH-42 a place is forgotten after 30 days, and the last twenty are kept", async () => {
    const { clock, fail, succeed, guard, store } = await setUp();
    const isKnown = (address: string): boolean => guard.begin({ ...HERE, address }).isKnown;
    for (let index = 0; index < 25; index += 1) succeed({ address: `192.0.2.${index}` });
    expect([isKnown("192.0.2.4"), isKnown("192.0.2.5"), isKnown("192.0.2.24")]).toEqual([false, true, true]);
    await clock.advance(29 * DAY_MS);
    succeed({ address: "192.0.2.24" });
    await clock.advance(2 * DAY_MS);
    expect([isKnown("192.0.2.5"), isKnown("192.0.2.24")]).toEqual([false, true]);
    expect(fail(1)).toBe(1);
    await store.prune(clock.now() - 30 * DAY_MS);
    expect(store.rows.size).toBe(1);
  });

  it("AUTH-43 a try whose secret was not checked is not counted", async () => {
    const { guard } = await setUp();
    for (let index = 0; index < 300; index += 1) {
      const attempt = guard.begin(HERE);
      expect(attempt.admitted).toBe(true);
      if (attempt.admitted) attempt.withdrawn();
    }
  });

  it("AUTH-43 a try whose secret was not checked neither restores an expired lock nor delays that failures are forgotten", async () => {
    const { clock, guard, guess, fail } = await setUp();
    const withdraw = (): void => {
      const attempt = guard.begin(HERE);
      if (!attempt.admitted) throw new Error(`locked for ${attempt.seconds} s`);
      attempt.withdrawn();
    };
    fail(5);
    await clock.advance(30_000);
    for (let time = 0; time < 3; time += 1) withdraw();
    await clock.advance(869_000);
    withdraw();
    await clock.advance(2_000);
    expect(fail(5)).toBe(5);
    expect(guess()).toBe(30);
  });

  it("AUTH-44 where hundreds have signed in before, one password cannot be tried on all of their names", async () => {
    const { clock, succeed, fail, guess } = await setUp();
    const person = (index: number) => ({ name: `person-${index}` });
    for (let index = 0; index < 500; index += 1) succeed(person(index));
    expect(fail(500, person)).toBe(200);
    expect(guess(person(300))).toBe(60);
    expect(guess({ ...person(0), address: "192.0.2.9" })).toBeUndefined();
    let others = 0;
    for (let minute = 0; minute < 55; minute += 1) {
      await clock.advance(60_000);
      for (let index = 210; index < 500; index += 1) if (guess(person(index - 10 + minute)) === undefined) others += 1;
    }
    expect(others).toBeLessThan(10);
  });

  it("AUTH-44 the wait ends: people at the place are not locked out for good, and guesses at a few names cause no wait", async () => {
    const { clock, succeed, fail, guess } = await setUp();
    const person = (index: number) => ({ name: `person-${index}` });
    for (let index = 0; index < 250; index += 1) succeed(person(index));
    fail(250, person);
    expect(guess(person(249))).toBe(60);
    await clock.advance(60_000);
    succeed(person(249));
    expect(fail(4, () => person(0))).toBe(4);
  });

  it("AUTH-44 mistyped passwords followed by the correct one do not count, nor do a site's telephones", async () => {
    const { succeed, fail } = await setUp();
    for (let index = 0; index < 600; index += 1) {
      succeed({ name: `person-${index}` });
      expect(fail(2, () => ({ name: `person-${index}` }))).toBe(2);
      succeed({ name: `person-${index}` });
    }
    expect(fail(500, (index) => ({ name: `person-${index}`, by: "phone" }))).toBe(500);
    succeed();
  });
});
