import type { BuddyState, EventsConfig, RealtimeEvent, ServerFrame } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import type { EventsMessage } from "../../shared/live/events.ts";
import { createEventsClient } from "./events-client.ts";
import type { SocketHandlers } from "../sockets/link.ts";

const CONFIG: EventsConfig = { url: "/events", realm: "demo", username: "alice", reconnect_delay_ms: 5_000 };
const HEARTBEAT_MS = 15_000;

/** The server's side of one socket. */
interface FarEnd extends SocketHandlers {
  readonly url: string;
  readonly sent: unknown[];
  readonly isClosed: () => boolean;
  say(frame: ServerFrame): void;
}

const bob = (presence: BuddyState["presence"]): BuddyState => ({
  realm: "demo",
  exten: "102",
  presence,
  registered: true,
  dnd: null,
  forward: null,
  followme: null,
  voicemails: null,
  calls: [],
});
const event = (sequence: number, presence: BuddyState["presence"] = "busy"): ServerFrame => ({
  type: "event",
  sequence,
  event: { action: "PRESENCE", realm: "demo", exten: "102", presence },
});
const snapshot = (sequence: number): ServerFrame => ({
  type: "snapshot",
  sequence,
  buddies: [bob("online")],
  parked: [],
});

function openClient() {
  const clock = createFakeClock();
  const ends: FarEnd[] = [];
  const asked: Array<string | null> = [];
  const states: string[] = [];
  const heard: EventsMessage[] = [];
  const answers: { config: EventsConfig | null; token: string | null } = { config: CONFIG, token: "t1" };
  let rightsChanges = 0;
  const client = createEventsClient({
    clock,
    openSocket: (url, handlers) => {
      const sent: unknown[] = [];
      let isClosed = false;
      ends.push({
        ...handlers,
        url,
        sent,
        isClosed: () => isClosed,
        say: (frame) => handlers.received(JSON.stringify(frame)),
      });
      return { send: (text) => void sent.push(JSON.parse(text)), close: () => (isClosed = true) };
    },
    config: async () => {
      if (answers.config === null) throw new Error("unreachable");
      return answers.config;
    },
    token: async (refused) => {
      asked.push(refused);
      return answers.token;
    },
    rightsChanged: () => (rightsChanges += 1),
  });
  client.subscribe(() => states.push(client.get().phase));
  client.listen((message) => heard.push(message));
  const end = () => {
    const last = ends.at(-1);
    if (last === undefined) throw new Error("no socket was opened");
    return last;
  };
  const join = async (sequence = 0) => {
    await settle();
    end().opened();
    end().say({ type: "hello", sequence, heartbeatMs: HEARTBEAT_MS, at: clock.now() - 500 });
    end().say(snapshot(sequence));
  };
  return { clock, client, ends, end, join, asked, states, heard, answers, rightsChanges: () => rightsChanges };
}

const presences = (heard: readonly EventsMessage[]) =>
  heard.map((message) => (message.type === "snapshot" ? "snapshot" : actionOf(message.event)));
const actionOf = (told: RealtimeEvent) => (told.action === "PRESENCE" ? told.presence : told.action);

it("RT-20 the first frame signs in; the state is open after the first snapshot", async () => {
  const { client, end, join, states, heard } = openClient();
  client.start();
  await settle();
  expect(end().url).toBe("/events");
  end().opened();
  expect(end().sent).toEqual([{ type: "signin", username: "alice", token: "t1", realm: "demo", batches: true }]);
  end().say({ type: "hello", sequence: 0, heartbeatMs: HEARTBEAT_MS, at: 0 });
  expect(states).toEqual([]);
  await join();
  expect(states).toEqual(["open"]);
  expect(heard[0]).toEqual({
    type: "snapshot",
    buddies: [bob("online")],
    parked: [],
    clockOffsetMs: 500,
  });
});

it("RT-21 after a loss it connects again 5 s later, and reports the time of the last message", async () => {
  const { client, clock, ends, end, join, states } = openClient();
  client.start();
  await join();
  const heardAt = clock.now();
  await clock.advance(2_000);
  end().closed(1006);
  expect(client.get()).toEqual({ phase: "closed", heardAt });
  await clock.advance(4_999);
  expect(ends).toHaveLength(1);
  await clock.advance(1);
  expect(ends).toHaveLength(2);
  await join();
  expect(states).toEqual(["open", "closed", "open"]);
});

it("RT-21 an unreachable server is tried every 5 s, and immediately when the network is back", async () => {
  const { client, clock, ends, answers } = openClient();
  answers.config = null;
  client.start();
  await clock.advance(11_000);
  expect(client.get()).toEqual({ phase: "closed", heardAt: null });
  expect(ends).toHaveLength(0);
  answers.config = CONFIG;
  client.retry();
  await settle();
  expect(ends).toHaveLength(1);
  client.retry();
  await settle();
  expect(ends).toHaveLength(1);
});

it("RT-21 a refused token is replaced, a forbidden person is not tried again, changed rights connect immediately", async () => {
  const { client, clock, ends, end, join, asked, rightsChanges } = openClient();
  client.start();
  await join();
  end().closed(4401);
  await clock.advance(5_000);
  expect(asked).toEqual([null, "t1"]);
  await join();
  expect(rightsChanges()).toBe(0);
  end().closed(4409);
  expect(client.get()).toEqual({ phase: "connecting" });
  await clock.advance(0);
  expect(ends).toHaveLength(3);
  expect(asked.at(-1)).toBeNull();
  expect(rightsChanges()).toBe(1);
  end().closed(4403);
  await clock.advance(60_000);
  expect(ends).toHaveLength(3);
  expect(rightsChanges()).toBe(2);
  expect(clock.timerCount).toBe(0);
});

it("RT-22 a command sent while closed is tried every 200 ms, five times", async () => {
  const { client, clock, ends, end, join } = openClient();
  client.start();
  await settle();
  const late = client.command({ command: "CoreShowChannels" });
  await clock.advance(900);
  await join();
  await clock.advance(100);
  expect(end().sent.at(-1)).toEqual({ type: "command", command: "CoreShowChannels", id: "c1" });
  end().say({ type: "answer", id: "c1", ok: true, result: [] });
  expect(await late).toEqual([]);
  end().closed(1006);
  const lost = expect(client.command({ command: "ParkedCalls" })).rejects.toMatchObject({
    fault: { kind: "unreachable" },
  });
  await clock.advance(1_000);
  await lost;
  expect(ends[0]?.sent).toHaveLength(2);
});

it("RT-22 a command that comes with the page waits for the first connection, and ends when that fails", async () => {
  const slow = openClient();
  slow.client.start();
  await settle();
  const early = slow.client.command({ command: "CoreShowChannels" });
  await slow.clock.advance(4_000);
  await slow.join();
  await slow.clock.advance(200);
  slow.end().say({ type: "answer", id: "c1", ok: true, result: [] });
  expect(await early).toEqual([]);

  const failing = openClient();
  failing.client.start();
  await settle();
  const lost = expect(failing.client.command({ command: "CoreShowChannels" })).rejects.toMatchObject({
    fault: { kind: "unreachable" },
  });
  await failing.clock.advance(4_000);
  failing.end().closed(1006);
  await failing.clock.advance(1_000);
  await lost;
});

it("RT-22 a refusal, a loss and a silent server each end a command", async () => {
  const { client, clock, end, join } = openClient();
  client.start();
  await join();
  const refused = expect(client.command({ command: "ParkedCalls" })).rejects.toMatchObject({
    fault: { kind: "answer", code: "request.forbidden", text: "No" },
  });
  end().say({ type: "refusal", id: "c1", code: "request.forbidden", error_description: "No" });
  await refused;
  const unanswered = { fault: { kind: "unreachable" } };
  const silent = expect(client.command({ command: "ParkedCalls" })).rejects.toMatchObject(unanswered);
  await clock.advance(10_000);
  await silent;
  const cut = expect(client.command({ command: "ParkedCalls" })).rejects.toMatchObject(unanswered);
  end().closed(1001);
  await cut;
  end().say({ type: "answer", id: "c9", ok: true });
});

it("RT-23 pings are answered; two heartbeats of silence end the connection, even if the socket is still open", async () => {
  const { client, clock, end, join } = openClient();
  client.start();
  await join();
  await clock.advance(HEARTBEAT_MS);
  end().say({ type: "ping" });
  expect(end().sent.at(-1)).toEqual({ type: "pong" });
  await clock.advance(2 * HEARTBEAT_MS - 1);
  expect(client.get().phase).toBe("open");
  await clock.advance(1);
  expect(client.get().phase).toBe("closed");
  expect(end().isClosed()).toBe(true);
});

it("RT-23 the connection to a server that never sends hello is closed", async () => {
  const { client, clock, end } = openClient();
  client.start();
  await settle();
  end().opened();
  await clock.advance(10_000);
  expect(end().isClosed()).toBe(true);
});

it("RT-24 late and duplicate events are dropped", async () => {
  const { client, end, join, heard } = openClient();
  client.start();
  await join(5);
  for (const frame of [event(6, "away"), event(6), event(4), event(7, "offline"), event(6)]) end().say(frame);
  expect(presences(heard)).toEqual(["snapshot", "away", "offline"]);
});

it("RT-62 the frames of a message are taken in their order, without those that do not parse", async () => {
  const { client, end, join, heard } = openClient();
  client.start();
  await join();
  end().received(JSON.stringify([event(1, "away"), { type: "rise" }, { type: "ping" }, event(2, "offline")]));
  expect(presences(heard)).toEqual(["snapshot", "away", "offline"]);
  expect(end().sent.at(-1)).toEqual({ type: "pong" });
});

it("RT-62 the frames after the one with which the panel stopped are dropped", async () => {
  const { client, end, join, heard } = openClient();
  const stop = client.start();
  await join();
  client.listen(stop);
  end().received(JSON.stringify([event(1, "away"), event(2, "offline")]));
  expect(presences(heard)).toEqual(["snapshot", "away"]);
});

it("RT-24 after a gap everything is dropped until the requested snapshot", async () => {
  const { client, end, join, heard } = openClient();
  client.start();
  await join(5);
  end().say(event(7));
  end().say(event(8));
  expect(end().sent.filter((frame) => JSON.stringify(frame) === '{"type":"snapshot"}')).toHaveLength(1);
  end().say(event(6, "away"));
  expect(presences(heard)).toEqual(["snapshot"]);
  end().say(snapshot(8));
  end().say(event(9, "offline"));
  expect(presences(heard)).toEqual(["snapshot", "snapshot", "offline"]);
});

it("RT-24 frames that do not parse are left out", async () => {
  const { client, end, join, heard } = openClient();
  client.start();
  await join();
  for (const text of ["{ broken", "[]", "null", '{"type":"rise"}', '{"type":"event","sequence":1}'])
    end().received(text);
  end().say(event(1));
  expect(presences(heard)).toEqual(["snapshot", "busy"]);
});

it("RT-24 messages of a closed connection are ignored", async () => {
  const { client, clock, ends, end, join, heard } = openClient();
  client.start();
  await join();
  end().closed(1006);
  await clock.advance(5_000);
  ends[0]?.say(event(1));
  expect(presences(heard)).toEqual(["snapshot"]);
});

it("RT-21 stopped is stopped, without a timer left, also while it was connecting", async () => {
  const { client, clock, ends, end, join } = openClient();
  client.start()();
  await settle();
  expect(ends).toHaveLength(0);
  const stop = client.start();
  await join();
  stop();
  expect(end().isClosed()).toBe(true);
  expect(clock.timerCount).toBe(0);
});
