import { createFakeClock } from "@callpanel/testkit";
import type { PhoneEvent, PhoneSystem } from "@callpanel/phone-port";
import { expect, it } from "vitest";
import { createCallStories } from "./call-stories.ts";

type Called = Pick<PhoneSystem, "connect" | "subscribe">;

/** Only what is watched. */
function setUp(mostChars: number) {
  const clock = createFakeClock();
  const stories = createCallStories({ clock, keepMs: 60_000, mostChars });
  const listeners: Array<(event: PhoneEvent) => void> = [];
  const phone: Called = {
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    connect: () => ({ receive: () => undefined, closed: () => undefined }),
  };
  const { connect } = stories.watch(phone);
  const line = connect({ send: () => undefined, close: () => undefined, remoteAddress: "192.0.2.1" });
  const say = (callId: string, first = "INVITE sip:a SIP/2.0") =>
    line.receive(`${first}\r\nCall-ID: ${callId}\r\n\r\n`);
  const call = (id: string, ...callIds: readonly string[]) => {
    const party = { number: "1", name: "" };
    const legs = callIds.map((sipCallId) => ({
      id: sipCallId,
      side: "caller" as const,
      party,
      sipCallId,
      state: "answered" as const,
      held: false,
      recording: "off" as const,
      detached: false,
    }));
    const view = {
      id,
      realm: "demo",
      state: "answered" as const,
      startedAt: clock.now(),
      caller: party,
      callee: party,
      dialledNumber: "1",
      direction: "internal" as const,
      legs,
    };
    for (const listener of listeners) listener({ kind: "callStarted", at: clock.now(), call: view });
  };
  return { clock, stories, say, call };
}

it("STORY-3 memory is bounded: the oldest dialogs are dropped, and a dialog has at most 300 messages", () => {
  const { stories, say, call } = setUp(30_000);
  call("c1", "old");
  call("c2", "long");
  say("old");
  say("long");
  for (let time = 0; time < 310; time += 1) say("long", "INFO sip:a SIP/2.0");
  expect(stories.find("c1")?.dialogs.length).toBe(1);
  expect(stories.find("c2")?.dialogs).toMatchObject([{ dropped: 11 }]);
  for (let time = 0; time < 900; time += 1) {
    say(`more ${time}`);
    call(`more ${time}`, `more ${time}`);
  }
  expect(stories.find("c1")?.dialogs).toEqual([]);
});

it("STORY-1 only dialogs that begin with an INVITE are kept; STORY-3 none after its time", async () => {
  const { clock, stories, say, call } = setUp(1_000_000);
  call("c1", "a", "b");
  say("b", "REGISTER sip:demo SIP/2.0");
  say("b", "OPTIONS sip:demo SIP/2.0");
  say("a");
  say("a", "ACK sip:a SIP/2.0");
  expect(stories.find("c1")?.dialogs.map(({ messages }) => messages.map(({ first }) => first.split(" ")[0]))).toEqual([
    ["INVITE", "ACK"],
  ]);
  await clock.advance(60_001);
  expect(stories.find("c1")?.dialogs).toEqual([]);
});

it("STORY-7 INVITEs that belong to no call do not push out stories, and are few", () => {
  const { stories, say, call } = setUp(30_000);
  say("kept");
  call("c1", "kept");
  for (let time = 0; time < 2_000; time += 1) say(`stranger ${time}`);
  expect(stories.find("c1")?.dialogs).toHaveLength(1);
  call("c2", "stranger 1");
  call("c3", "stranger 1999");
  expect([stories.find("c2"), stories.find("c3")].map((story) => story?.dialogs.length)).toEqual([0, 1]);
});
