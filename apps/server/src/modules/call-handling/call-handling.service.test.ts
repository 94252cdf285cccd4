import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { createBus } from "../../kernel/bus/bus.ts";
import { createRevisions } from "../../kernel/bus/revisions.ts";
import { createCallHandlings, NOTHING_SET, type CallHandling } from "./index.ts";

/** A store in memory to which another process may write too. */
async function open(kept: ReadonlyArray<readonly [number, CallHandling]> = []) {
  const clock = createFakeClock();
  const rows = new Map(kept.map(([userId, one]) => [userId, { one, revision: 1 }]));
  const store = { revision: 1, away: false };
  const write = (userId: number, one: CallHandling): number => {
    store.revision += 1;
    rows.set(userId, { one, revision: store.revision });
    return store.revision;
  };
  const revisions = createRevisions({
    bus: createBus({ clock, log: silentLog }),
    store: { all: async () => ({ company: 1, toggles: 1, sipCredentials: 1, callHandling: store.revision }) },
    clock,
    log: silentLog,
  });
  const handlings = await createCallHandlings({
    revisions,
    store: {
      revision: async () => store.revision,
      changedSince: async (since) => {
        const changed = [...rows].filter(([, { revision }]) => revision > since);
        return { revision: store.revision, people: new Map(changed.map(([userId, { one }]) => [userId, one])) };
      },
      change: async (userId, step) => {
        await settle();
        if (store.away) throw new Error("the store is away");
        if (userId > 9) return undefined;
        const after = step(rows.get(userId)?.one ?? NOTHING_SET);
        return { revision: write(userId, after), after };
      },
    },
  });
  const heard: string[] = [];
  handlings.subscribe((userId, after, before) =>
    heard.push(`${userId} ${before.doNotDisturb}>${after.doNotDisturb} ${after.forward.number}`),
  );
  return { clock, store, revisions, handlings, heard, write };
}
const DND: CallHandling = { ...NOTHING_SET, doNotDisturb: true };
const switchOn = (one: CallHandling): CallHandling => ({ ...one, doNotDisturb: true });

it("HANDLE-3 stored settings are there from the start", async () => {
  const { handlings } = await open([[2, DND]]);
  expect([handlings.of(2), handlings.of(3)]).toEqual([DND, NOTHING_SET]);
  expect([...handlings.all()]).toEqual([[2, DND]]);
});

it("HANDLE-3 a change is stored before it takes effect and is reported once; without a change there is no report", async () => {
  const { handlings, heard } = await open();
  const changed = handlings.change(2, switchOn);
  expect(handlings.of(2).doNotDisturb).toBe(false);
  expect(await changed).toEqual(DND);
  expect(handlings.of(2)).toEqual(DND);
  await handlings.change(2, switchOn);
  expect(heard).toEqual(["2 false>true "]);
});

it("HANDLE-3 a change that cannot be stored has no effect and is not reported, and the next change starts from the old state", async () => {
  const { handlings, store, heard } = await open();
  store.away = true;
  await expect(handlings.change(2, switchOn)).rejects.toThrow("away");
  expect([handlings.of(2), heard]).toEqual([NOTHING_SET, []]);
  store.away = false;
  const after = await handlings.change(2, (one) => ({ ...one, forward: { enabled: true, number: "103" } }));
  expect([after.doNotDisturb, after.forward.number]).toEqual([false, "103"]);
  await expect(handlings.change(10, switchOn)).rejects.toThrow("No one has that number");
});

it("HANDLE-3 changes of one person take effect in the order in which they were made", async () => {
  const { handlings, heard } = await open();
  const to = (number: string) =>
    handlings.change(2, (one) => ({ ...one, forward: { enabled: true, number: one.forward.number + number } }));
  await Promise.all([to("1"), to("2"), to("3")]);
  expect([handlings.of(2).forward.number, heard]).toEqual([
    "123",
    ["2 false>false 1", "2 false>false 12", "2 false>false 123"],
  ]);
});

it("HANDLE-3 a change by another process takes effect within 500 ms, also if this process made one after it", async () => {
  const { handlings, revisions, clock, heard, write } = await open();
  write(2, DND);
  await handlings.change(3, switchOn);
  await clock.advance(500);
  await settle();
  expect([handlings.of(2).doNotDisturb, heard]).toEqual([true, ["3 false>true ", "2 false>true "]]);
  handlings.stop();
  await revisions.stop();
  expect(clock.timerCount).toBe(0);
});
