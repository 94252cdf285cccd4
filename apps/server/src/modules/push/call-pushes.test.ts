import type { PushMessage } from "@callpanel/contract";
import { expect, it } from "vitest";
import { startCallPushes, type PushedCall } from "./call-pushes.ts";

type Ended = { readonly id: string; readonly answered: boolean };

function open(isReached: boolean) {
  const told: PushMessage[] = [];
  let started = (_call: PushedCall): void => undefined;
  let ended = (_end: Ended): void => undefined;
  const stop = startCallPushes({
    calls: {
      onStarted: (listener) => {
        started = listener;
        return () => {
          started = () => undefined;
        };
      },
      onEnded: (listener) => {
        ended = listener;
        return () => undefined;
      },
    },
    isReached: () => isReached,
    pushes: { tell: async (_userId, { messageIn }) => void told.push(messageIn("en-US")) },
    topicOf: (id) => id,
  });
  const call = { id: "c1", userId: 2, from: { name: "", number: "101" } };
  return { told, stop, start: () => started(call), end: (answered: boolean) => ended({ id: "c1", answered }) };
}

it("PUSH-5 a call that somebody else answered goes away, one that nobody answered was missed", () => {
  const answered = open(false);
  answered.start();
  answered.end(true);
  expect(answered.told).toEqual([
    { kind: "show", tag: "call-c1", title: "101", body: "Incoming call", path: "/", urgent: true },
    { kind: "close", tag: "call-c1" },
  ]);
  const missed = open(false);
  missed.start();
  missed.end(false);
  missed.end(false);
  expect(missed.told[1]).toMatchObject({ kind: "show", body: "Missed call", urgent: false });
  expect(missed.told).toHaveLength(2);
});

it("PUSH-5 whoever is reached, or wants no calls, is told nothing; nor is anybody after the end", () => {
  const reached = open(true);
  reached.start();
  reached.end(false);
  const stopped = open(false);
  stopped.stop();
  stopped.start();
  expect([reached.told, stopped.told]).toEqual([[], []]);
});
