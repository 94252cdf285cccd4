import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createPersonalStates, NO_PERSONAL_STATE, type PersonalState } from "./index.ts";
import { silentLog } from "../../../test/temporary-storage.ts";

async function open(kept: ReadonlyMap<number, PersonalState> = new Map()) {
  const clock = createFakeClock();
  const written: Array<readonly [number, PersonalState]> = [];
  const store = { away: false, written };
  const states = await createPersonalStates({
    clock,
    log: silentLog,
    store: {
      all: async () => kept,
      write: async (userId, state) => {
        if (store.away) throw new Error("the store is away");
        store.written.push([userId, state]);
      },
    },
  });
  const heard: Array<readonly [number, PersonalState]> = [];
  states.subscribe((userId, state) => heard.push([userId, state]));
  return { clock, store, states, heard };
}
const DND = { ...NO_PERSONAL_STATE, dnd: true };

it("RT-33 what was kept is there from the start", async () => {
  const { states } = await open(new Map([[2, DND]]));
  expect([states.of(2), states.of(3)]).toEqual([DND, NO_PERSONAL_STATE]);
  expect([...states.all()]).toEqual([[2, DND]]);
});

it("RT-33 a change holds at once and is kept; what changes nothing is not told", async () => {
  const { states, heard, store } = await open();
  states.change(2, { dnd: true });
  states.change(2, { dnd: true });
  expect(states.of(2)).toEqual(DND);
  await settle();
  expect([heard, store.written]).toEqual([[[2, DND]], [[2, DND]]]);
});

it("RT-33 while the store is away the newest state waits and is tried again", async () => {
  const { states, store, clock } = await open();
  store.away = true;
  states.change(2, { dnd: true });
  states.change(2, { followme: true });
  states.change(3, { dnd: true });
  await settle();
  store.away = false;
  await clock.advance(1_000);
  await settle();
  expect(new Map(store.written)).toEqual(
    new Map([
      [2, { ...DND, followme: true }],
      [3, DND],
    ]),
  );
  expect(clock.timerCount).toBe(0);
});

it("RT-33 stopping waits for what is being written, and leaves no timer", async () => {
  const { states, store, clock } = await open();
  store.away = true;
  states.change(2, { dnd: true });
  await settle();
  store.away = false;
  await states.stop();
  expect(store.written).toEqual([[2, DND]]);
  expect(clock.timerCount).toBe(0);
});
