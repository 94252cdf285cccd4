import { expect, test } from "vitest";
import type { Bench } from "../../test/fake-ports.ts";
import { createBench, createMapStore, last, REMOTE_BYE } from "../../test/fake-ports.ts";
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

test("PHONE-41 a call rejected by hand is logged and not counted", () => {
  const bench = registered();
  bench.network.rings("104");
  bench.phone.reject(bench.phone.getSnapshot().calls[0]?.id ?? "");
  expect(seen(bench)).toEqual({ log: ["mis 104"], missed: 0 });
});

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
