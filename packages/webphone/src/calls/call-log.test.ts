import { expect, test } from "vitest";
import { last, REMOTE_BYE } from "../../test/fake-network.ts";
import type { Bench } from "../../test/bench.ts";
import { createBench } from "../../test/bench.ts";
import { createMapStore } from "../../test/fake-ports.ts";
import { userStore } from "../storage.ts";
import { createCallLog } from "./call-log.ts";

const registered = (): Bench => {
  const bench = createBench();
  bench.register();
  return bench;
};
const seen = ({ phone }: Bench): unknown => ({
  log: phone.getSnapshot().log.map(({ num, dir }) => `${dir} ${num}`),
  missed: phone.getSnapshot().missedCount,
});
const ignore = (): void => undefined;
const entry = (num: string, time: number) => ({ time, num, name: "", dir: "mis" }) as const;

test("PHONE-40 dialled, received and missed calls, newest first, kept for the next phone of the user", async () => {
  const bench = registered();
  const out = await bench.talk("102");
  out.far.says({ kind: "ended", end: REMOTE_BYE });
  const received = await bench.answer("103");
  received.far.says({ kind: "ended", end: REMOTE_BYE });
  await bench.clock.advance(2_000);
  bench.network.rings("104").says({ kind: "ended", end: REMOTE_BYE });
  expect(seen(bench)).toEqual({ log: ["mis 104", "in 103", "out 102"], missed: 1 });
  const log = createCallLog(userStore(bench.storage, "alice"), ignore);
  expect(log.entries()).toEqual(bench.phone.getSnapshot().log);
  expect(log.missedCount()).toBe(1);
  expect(createCallLog(userStore(bench.storage, "bob"), ignore).entries()).toEqual([]);
});

test("PHONE-40 a dialled call that fails is logged once, as dialled", async () => {
  const bench = registered();
  await bench.phone.call("102");
  last(bench.network).says({ kind: "ended", end: { ...REMOTE_BYE, statusCode: 404 } });
  expect(seen(bench)).toEqual({ log: ["out 102"], missed: 0 });
});

test("PHONE-41 a call answered elsewhere is not logged", () => {
  const bench = registered();
  bench.network.rings("104").says({ kind: "ended", end: { ...REMOTE_BYE, reasonCause: 200 } });
  expect(seen(bench)).toEqual({ log: [], missed: 0 });
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "answered-elsewhere" });
});

test("PHONE-41 a call that was sent to somebody else while it rang here is not logged", () => {
  const bench = registered();
  const end = { ...REMOTE_BYE, reasonCause: 200, reasonText: "Call transferred" };
  bench.network.rings("104").says({ kind: "ended", end });
  expect(seen(bench)).toEqual({ log: [], missed: 0 });
  expect(bench.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "handled-elsewhere" });
});

test("PHONE-41 a call rejected by hand is logged as declined, is not counted and is no failure", () => {
  const bench = registered();
  bench.network.rings("104");
  bench.phone.reject(bench.phone.getSnapshot().calls[0]?.id ?? "");
  expect(seen(bench)).toEqual({ log: ["in 104"], missed: 0 });
  expect(bench.phone.getSnapshot().log).toMatchObject([{ declined: true }]);
  const ends = bench.events.filter(({ kind }) => kind === "callEnded");
  expect(ends).toMatchObject([{ reason: "hangup" }]);
});

const PERSON = { kind: "person", number: "102", name: "Bob Brandt" } as const;

test.each([
  ["102", PERSON, { num: "102", name: "Bob Brandt" }],
  // A slot and a pickup led to a person: calling again calls that person.
  [
    "701",
    { ...PERSON, came: { how: "retrieved", kind: "parking", number: "701", name: "Main" } },
    { num: "102", name: "Bob Brandt" },
  ],
  [
    "**103",
    { ...PERSON, came: { how: "pickedUp", kind: "person", number: "103", name: "Carol" } },
    { num: "102", name: "Bob Brandt" },
  ],
  // The dialled person, not the one their forward led to.
  [
    "103",
    { ...PERSON, came: { how: "forwarded", kind: "person", number: "103", name: "Carol" } },
    { num: "103", name: "Carol" },
  ],
  ["103", { kind: "mailbox", number: "*98103", name: "Carol" }, { num: "103", name: "Carol" }],
  ["800", { kind: "room", number: "800", name: "Sales" }, { num: "800", name: "Sales" }],
  ["*43", { kind: "service", number: "*43", name: "Echo test" }, { num: "*43", name: "" }],
] as const)(
  "PHONE-122 a call to %s is logged with the name that the phone system gives",
  async (dialled, far, logged) => {
    const bench = registered();
    await bench.phone.call(dialled);
    last(bench.network).says({ kind: "faced", far });
    expect(bench.phone.getSnapshot().log).toMatchObject([{ dir: "out", ...logged }]);
    // Later changes of the call do not change who was called.
    last(bench.network).says({ kind: "accepted" });
    last(bench.network).says({ kind: "identified", far: { kind: "person", number: "199", name: "Zoe" } });
    expect(bench.phone.getSnapshot().log[0]).toMatchObject(logged);
  },
);

test("PHONE-41 looking at the log clears the counter", () => {
  const bench = registered();
  bench.network.rings("104").says({ kind: "ended", end: REMOTE_BYE });
  bench.phone.clearMissed();
  expect(seen(bench)).toEqual({ log: ["mis 104"], missed: 0 });
  expect(createCallLog(userStore(bench.storage, "alice"), ignore).missedCount()).toBe(0);
});

test("PHONE-42 two tabs that both saw a call log and count it once", () => {
  const storage = userStore(createMapStore(), "alice");
  const [one, two] = [createCallLog(storage, ignore), createCallLog(storage, ignore)];
  one.add(entry("104", 5_000), "missed");
  two.add(entry("104", 5_020), "missed");
  two.add(entry("105", 9_000), "missed");
  one.add(entry("105", 9_010), "missed");
  expect(one.entries()).toEqual([entry("105", 9_000), entry("104", 5_000)]);
  expect([one.missedCount(), two.missedCount()]).toEqual([2, 2]);
});

test("PHONE-43 storage that is full or holds nonsense does not stop the log", () => {
  const store = createMapStore();
  store.set("webphone.alice.log", "{");
  store.set("webphone.alice.missed", "many");
  const full = {
    ...store,
    set: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const log = createCallLog(userStore(full, "alice"), ignore);
  log.add(entry("104", 5_000), "missed");
  log.add(entry("105", 9_000), "missed");
  expect(log.entries().map(({ num }) => num)).toEqual(["105", "104"]);
  expect(log.missedCount()).toBe(2);
});

test("PHONE-43 storage that the browser refuses altogether keeps the log as long as the page", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const storage = userStore({ get: refuse, set: refuse, remove: refuse }, "alice");
  const log = createCallLog(storage, ignore);
  log.add(entry("104", 5_000), "missed");
  expect(log.entries().map(({ num }) => num)).toEqual(["104"]);
  storage.remove("log");
  expect(storage.get("log")).toBeUndefined();
});

const diverted = (call_id: string, at: number, missed: boolean) =>
  ({ call_id, at, number: "102", name: "Bob Brandt", why: "forward", to: "103", missed }) as const;

test("DIVERT-7 diverted calls are in the log at their time, the missed ones counted, without duplicates", async () => {
  const bench = registered();
  bench.network.rings("104").says({ kind: "ended", end: REMOTE_BYE });
  const now = bench.clock.now();
  expect(bench.phone.logDiverted([diverted("c1", now - 2, true), diverted("c2", now + 2, false)])).toBe(true);
  expect(bench.phone.logDiverted([diverted("c1", now - 2, true)])).toBe(true);
  expect(seen(bench)).toEqual({ log: ["in 102", "mis 104", "mis 102"], missed: 2 });
  const log = createCallLog(userStore(bench.storage, "alice"), ignore);
  expect(log.entries()[2]).toMatchObject({ diverted: { callId: "c1", why: "forward", to: "103" } });
  bench.phone.clearMissed();
  bench.phone.logDiverted([diverted("c1", now - 2, true)]);
  expect(bench.phone.getSnapshot().missedCount).toBe(0);
});

test("DIVERT-7 stored entries that cannot be read are left out", () => {
  const { storage } = registered();
  const broken = [
    { ...entry("102", 1), diverted: { callId: 1 } },
    { ...entry("103", 2), diverted: "x" },
  ];
  storage.set("webphone.alice.log", JSON.stringify([...broken, entry("104", 3)]));
  expect(createCallLog(userStore(storage, "alice"), ignore).entries()).toEqual([entry("104", 3)]);
});
