import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { createBus } from "./bus.ts";
import { createRevisions, REVISIONS_EVERY_MS } from "./revisions.ts";

function openRevisions() {
  const clock = createFakeClock();
  const bus = createBus({ clock, log: silentLog });
  const stored = { company: 1, callHandling: 1, toggles: 1, sipCredentials: 1 };
  const queries = { count: 0, fail: false };
  const all = async () => {
    queries.count += 1;
    if (queries.fail) throw new Error("the database is away");
    return { ...stored };
  };
  return { clock, bus, stored, queries, revisions: createRevisions({ bus, store: { all }, clock, log: silentLog }) };
}

it("BUS-9 SERVER-22 changes are read within 500 ms, with one query for everything that is followed", async () => {
  const { clock, stored, queries, revisions } = openRevisions();
  const read: string[] = [];
  revisions.follow("company", async () => void read.push("company"));
  const stop = revisions.follow("toggles", async () => void read.push("toggles"));
  await clock.advance(REVISIONS_EVERY_MS);
  expect([read, queries.count]).toEqual([["company", "toggles"], 1]);
  stored.toggles += 1;
  await clock.advance(REVISIONS_EVERY_MS);
  expect(read).toEqual(["company", "toggles", "toggles"]);
  stop();
  stored.toggles += 1;
  stored.company += 1;
  await clock.advance(REVISIONS_EVERY_MS);
  expect(read.slice(3)).toEqual(["company"]);
  await revisions.stop();
  expect(clock.timerCount).toBe(0);
});

it("BUS-9 a server that is notified reads directly, and once more for changes during the reading", async () => {
  const { stored, queries, revisions } = openRevisions();
  let readings = 0;
  revisions.follow("company", async () => {
    readings += 1;
    if (readings > 1) return;
    stored.company += 1;
    revisions.changed();
    revisions.changed();
  });
  revisions.changed();
  await settle();
  expect([readings, queries.count]).toEqual([2, 2]);
  revisions.changed();
  await settle();
  expect([readings, queries.count]).toEqual([2, 3]);
});

it("BUS-9 data that could not be read is read at the next check", async () => {
  const { clock, queries, revisions } = openRevisions();
  let readings = 0;
  revisions.follow("company", async () => {
    readings += 1;
    if (readings === 1) throw new Error("the database is away");
  });
  queries.fail = true;
  await clock.advance(REVISIONS_EVERY_MS);
  queries.fail = false;
  for (let look = 0; look < 3; look += 1) await clock.advance(REVISIONS_EVERY_MS);
  expect([readings, queries.count]).toEqual([2, 4]);
});
