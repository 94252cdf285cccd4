import type { PushMessage } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import type { PushedCall } from "./call-notice.ts";
import { startCallPushes, type PushedVoicemail } from "./call-pushes.ts";

function feed<Told>() {
  const listeners = new Set<(told: Told) => void>();
  return {
    on: (listener: (told: Told) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (told: Told) => {
      for (const listener of listeners) listener(told);
    },
  };
}

interface Person {
  readonly hasPhone?: () => Promise<boolean>;
  readonly wantsNoCalls?: boolean;
}

function open({ hasPhone = async () => false, wantsNoCalls = false }: Person = {}) {
  const told: PushMessage[] = [];
  const topics: string[] = [];
  const started = feed<PushedCall>();
  const ended = feed<{ readonly id: string; readonly answered: boolean }>();
  const left = feed<PushedVoicemail>();
  const stop = startCallPushes({
    calls: { onStarted: started.on, onEnded: ended.on },
    voicemails: { onLeft: left.on },
    hasPhone,
    wantsNoCalls: () => wantsNoCalls,
    isWoken: () => false,
    pushes: {
      tell: async (_userId, { messageIn, topic }) => {
        told.push(await messageIn("en-US", "https://push.example.com/x"));
        topics.push(topic);
        return 1;
      },
    },
    topicOf: (id) => `topic of ${id}`,
  });
  return {
    told,
    topics,
    stop,
    start: () => started.tell({ id: "c1", userId: 2, from: { name: "", number: "101" } }),
    end: (answered: boolean) => ended.tell({ id: "c1", answered }),
    leave: (message: Partial<PushedVoicemail> = {}) =>
      left.tell({ callId: "c1", boxId: 2, from: { name: "Alice", number: "101" }, durationMs: 65_900, ...message }),
  };
}

it("PUSH-5 a call that another person answered disappears, one without an answer was missed", async () => {
  const answered = open();
  answered.start();
  answered.end(true);
  await settle();
  expect(answered.told).toEqual([
    { kind: "show", tag: "call-c1", title: "101", body: "Incoming call", path: "/", urgent: true },
    { kind: "close", tag: "call-c1" },
  ]);
  const missed = open();
  missed.start();
  missed.end(false);
  missed.end(false);
  await settle();
  expect(missed.told[1]).toMatchObject({ kind: "show", body: "Missed call", urgent: false });
  expect(missed.told).toHaveLength(2);
});

it("PUSH-5 a person who is reached, or wants no calls, gets no notification, and there are none after the end of the call", async () => {
  const reached = open({ hasPhone: async () => true });
  const undisturbed = open({ wantsNoCalls: true });
  for (const one of [reached, undisturbed]) {
    one.start();
    one.end(false);
  }
  const stopped = open();
  stopped.stop();
  stopped.start();
  stopped.leave();
  await settle();
  expect([reached.told, undisturbed.told, stopped.told]).toEqual([[], [], []]);
});

it("PUSH-7 a message replaces its missed call, with the caller and its length", async () => {
  const { told, topics, start, end, leave } = open();
  start();
  end(false);
  leave();
  await settle();
  expect(told.slice(1)).toEqual([
    { kind: "show", tag: "call-c1", title: "101", body: "Missed call", path: "/", urgent: false },
    {
      kind: "show",
      tag: "call-c1",
      title: "Alice",
      body: "Voicemail · 1:05 · 101",
      path: "/voicemails",
      urgent: false,
    },
  ]);
  expect(topics).toEqual(["topic of c1", "topic of c1", "topic of c1"]);
  leave({ from: { name: "", number: "" }, durationMs: 3_000 });
  await settle();
  expect(told[3]).toMatchObject({ title: "Unknown caller", body: "Voicemail · 0:03" });
});

it("PUSH-7 a message that exists before its call has ended is not replaced by the missed call", async () => {
  const { told, start, leave, end } = open();
  start();
  leave();
  end(false);
  await settle();
  expect(told.map((message) => message.kind === "show" && message.path)).toEqual(["/", "/voicemails"]);
});

it("PUSH-7 do not disturb applies to calls, messages are notified; a person with an open panel is notified only there", async () => {
  const undisturbed = open({ wantsNoCalls: true });
  undisturbed.leave();
  const reached = open({ hasPhone: async () => true });
  reached.leave();
  await settle();
  expect([undisturbed.told.length, reached.told.length]).toEqual([1, 0]);
});

it("PUSH-5 PUSH-7 the events of a call stay in their order while other servers are asked for a phone", async () => {
  const answers: Array<(hasPhone: boolean) => void> = [];
  const { told, start, leave, end } = open({ hasPhone: () => new Promise((resolve) => answers.push(resolve)) });
  start();
  leave();
  end(false);
  await settle();
  expect([told, answers.length]).toEqual([[], 1]);
  answers[0]?.(false);
  await settle();
  expect([told.length, answers.length]).toEqual([1, 2]);
  answers[1]?.(true); // a phone has registered meanwhile
  await settle();
  expect(told.map((message) => message.kind === "show" && message.body)).toEqual(["Incoming call", "Missed call"]);
});
