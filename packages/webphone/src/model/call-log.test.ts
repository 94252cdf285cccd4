import { expect, test } from "vitest";
import type { CallLogEntry } from "../webphone.ts";
import { addToLog, parseLog } from "./call-log.ts";

const entry = (part: Partial<CallLogEntry> = {}): CallLogEntry => ({
  time: 10_000,
  num: "102",
  name: "Bob",
  dir: "mis",
  ...part,
});

test("PHONE-40 the newest is first and the oldest of more than 1000 is dropped", () => {
  const full = Array.from({ length: 1_000 }, (_, index) => entry({ num: String(index) }));
  const log = addToLog(full, entry({ num: "new" }));
  expect(log).toHaveLength(1_000);
  expect(log[0]?.num).toBe("new");
  expect(log.at(-1)?.num).toBe("998");
});

test("PHONE-42 the same call seen by another tab within a second is not added", () => {
  const log = [entry()];
  expect(addToLog(log, entry({ time: 10_999 }))).toBe(log);
  expect(addToLog(log, entry({ time: 11_000 }))).toHaveLength(2);
  expect(addToLog(log, entry({ dir: "in" }))).toHaveLength(2);
  expect(addToLog(log, entry({ time: 10_100 }), entry())).toHaveLength(2);
  const dialled = [entry({ dir: "out" })];
  expect(addToLog(dialled, entry({ dir: "out" }))).toHaveLength(2);
});

test("PHONE-43 a stored log keeps valid entries and drops the rest", () => {
  expect(parseLog(JSON.stringify([entry(), null, { time: "x" }, { ...entry(), dir: "sideways" }]))).toEqual([entry()]);
  expect(parseLog("{broken")).toEqual([]);
  expect(parseLog('{"not":"a list"}')).toEqual([]);
});
