// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { BOB, CAROL, offer } from "../test/callSteps.ts";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";
import { RINGS_WITHIN_MS, WAITS_MS } from "./pushedAnswer.ts";

afterEach(cleanup);

/** A worker that keeps the call which was answered from its notification, for the first page that asks. */
function createWorker(kept: string | null = null) {
  let wanted = kept;
  let tell: () => void = () => undefined;
  return {
    takeAnswered: async () => {
      const call = wanted;
      wanted = null;
      return call;
    },
    onAnswered: (listener: () => void) => {
      tell = listener;
      return () => (tell = () => undefined);
    },
    answers: (call: string) => {
      wanted = call;
      tell();
    },
  };
}

async function open(kept: string | null = null) {
  const worker = createWorker(kept);
  const opened = openSoftphone({ worker, dock: "closed" });
  await act(async () => Promise.resolve());
  const answered = () => opened.phone.asked.filter((asked) => asked.startsWith("answer"));
  return { ...opened, opened, worker, answered };
}
const pushed = (call: string) => ({ headers: { "x-pushed-call": call } });

test("PUSH-25 the call that was answered from its notification is answered when it rings here, and no other", async () => {
  const { opened, answered } = await open("c1");
  offer(opened, CAROL);
  offer(opened, { ...CAROL, ...pushed("c2") });
  await pass(opened.clock, 0);
  expect(answered()).toEqual([]);
  const callId = offer(opened, { ...BOB, ...pushed("c1") });
  await pass(opened.clock, 0);
  expect(answered()).toEqual([`answer ${callId}`]);
  offer(opened, { ...BOB, ...pushed("c1") });
  await pass(opened.clock, WAITS_MS);
  expect([answered().length, opened.told()]).toEqual([1, []]);
});

test("PUSH-25 without a wish a pushed call rings like any other", async () => {
  const { opened, answered } = await open();
  offer(opened, { ...BOB, ...pushed("c1") });
  await pass(opened.clock, WAITS_MS);
  expect(answered()).toEqual([]);
});

test("PUSH-25 an open page answers the call that rings there already", async () => {
  const { opened, worker, answered } = await open();
  const callId = offer(opened, { ...BOB, ...pushed("c1") });
  await act(async () => worker.answers("c1"));
  await pass(opened.clock, 0);
  expect(answered()).toEqual([`answer ${callId}`]);
  expect(opened.dock.get()).toBe(true);
});

test("PUSH-25 if the call is over by then, a message says so, and a later one rings", async () => {
  const { opened, answered } = await open("c1");
  expect(opened.told()).toEqual([]);
  await pass(opened.clock, RINGS_WITHIN_MS);
  expect(opened.told()).toHaveLength(1);
  offer(opened, { ...BOB, ...pushed("c1") });
  await pass(opened.clock, 0);
  expect([answered(), opened.told().length]).toEqual([[], 1]);
});

test("PUSH-25 after signing out nothing is answered", async () => {
  const { opened, worker, answered } = await open();
  offer(opened, { ...BOB, ...pushed("c1") });
  act(() => opened.softphone.stop());
  await act(async () => worker.answers("c1"));
  expect(answered()).toEqual([]);
});
