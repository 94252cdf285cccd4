import type { MeetingServerFrame } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { createMeetingLine, ENTER_WAIT_MS, RETRY_AFTER_MS } from "./meeting-line.ts";
import type { Entrance } from "./meeting-line.ts";
import type { SocketHandlers } from "./ports/socket.port.ts";

const RESUME_MS = 20_000;
const HEARTBEAT_MS = 10_000;
const JOINED: MeetingServerFrame = {
  type: "joined",
  self: "me",
  room: "Daily",
  role: "guest",
  resume: "back-1",
  resume_ms: RESUME_MS,
  heartbeat_ms: HEARTBEAT_MS,
  locked: false,
  recording: false,
  shared_screen: true,
  may_call: true,
  may_record: true,
  participants: [],
  messages: [],
};

function setUp(entrance: Entrance = { ticket: "t" }) {
  const clock = createFakeClock();
  const sockets: Array<{ handlers: SocketHandlers; sent: unknown[]; closed: boolean }> = [];
  const heard: string[] = [];
  const line = createMeetingLine(
    {
      clock,
      openSocket: (handlers) => {
        const sent: unknown[] = [];
        const socket = { handlers, sent, closed: false };
        sockets.push(socket);
        return {
          send: (text) => socket.sent.push(JSON.parse(text)),
          close: () => {
            socket.closed = true;
          },
        };
      },
      receive: ({ type }) => heard.push(type),
      cut: () => heard.push("CUT"),
      lost: () => heard.push("LOST"),
    },
    entrance,
  );
  const last = () => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error("no socket");
    return socket;
  };
  const say = (frame: MeetingServerFrame) => last().handlers.received(JSON.stringify(frame));
  return { clock, sockets, heard, line, last, say };
}

it("VCLIENT-3 enters with the ticket, answers heartbeats, and comes back with the token after a cut", async () => {
  const { clock, sockets, heard, last, say } = setUp();
  last().handlers.opened();
  say(JOINED);
  say({ type: "ping" });
  expect(last().sent).toEqual([{ type: "enter", ticket: "t" }, { type: "pong" }]);
  last().handlers.closed(1006);
  await clock.advance(0);
  expect(sockets).toHaveLength(2);
  last().handlers.opened();
  expect(last().sent).toEqual([{ type: "resume", token: "back-1" }]);
  say({ ...JOINED, resume: "back-2" });
  expect(heard).toEqual(["joined", "CUT", "joined"]);
});

it("VCLIENT-3 waits longer with each try, tries at once when the network is back, and gives up in the end", async () => {
  const { clock, sockets, heard, line, last, say } = setUp();
  last().handlers.opened();
  say(JOINED);
  for (const wait of RETRY_AFTER_MS) {
    last().handlers.closed(1006);
    const { length } = sockets;
    if (wait > 0) await clock.advance(wait - 1);
    expect(sockets).toHaveLength(length);
    await clock.advance(wait > 0 ? 1 : 0);
    expect(sockets).toHaveLength(length + 1);
  }
  last().handlers.closed(1006);
  const before = sockets.length;
  line.retry();
  expect(sockets).toHaveLength(before + 1);
  await clock.advance(RESUME_MS + ENTER_WAIT_MS);
  last().handlers.closed(1006);
  expect(heard).toEqual(["joined", "CUT", "LOST"]);
  const { length } = sockets;
  await clock.advance(RESUME_MS);
  expect(sockets).toHaveLength(length);
});

it("VCLIENT-3 a socket without two heartbeats, or without an answer, is dead before the browser notices", async () => {
  const { clock, sockets, heard, last, say } = setUp();
  last().handlers.opened();
  say(JOINED);
  await clock.advance(2 * HEARTBEAT_MS - 1);
  say({ type: "ping" });
  await clock.advance(2 * HEARTBEAT_MS - 1);
  expect(heard).toEqual(["joined"]);
  await clock.advance(1);
  expect(heard).toEqual(["joined", "CUT"]);
  expect(sockets[0]?.closed).toBe(true);
  await clock.advance(0);
  await clock.advance(ENTER_WAIT_MS);
  await clock.advance(RETRY_AFTER_MS[1]);
  expect(sockets).toHaveLength(3);
});

it("VCLIENT-3 a ticket is used once; a refusal and an end are final", async () => {
  const first = setUp();
  first.last().handlers.closed(1006);
  await first.clock.advance(10_000);
  expect([first.sockets.length, first.heard]).toEqual([1, ["CUT", "LOST"]]);
  const second = setUp({ resume: "old" });
  second.last().handlers.opened();
  second.say({ type: "refused", code: "video.ticket" });
  second.last().handlers.closed(4403);
  const third = setUp();
  third.last().handlers.opened();
  third.say(JOINED);
  third.say({ type: "over", reason: "ended" });
  third.last().handlers.closed(1000);
  for (const { clock, sockets } of [second, third]) {
    await clock.advance(60_000);
    expect(sockets).toHaveLength(1);
    expect(sockets[0]?.closed).toBe(true);
  }
  expect([second.heard, third.heard]).toEqual([["refused"], ["joined", "over"]]);
});

it("VCLIENT-3 nothing is sent before the user has entered, or while the connection is lost", async () => {
  const { clock, line, last, say } = setUp();
  last().handlers.opened();
  line.send({ type: "show", tiles: [] });
  expect(last().sent).toEqual([{ type: "enter", ticket: "t" }]);
  say(JOINED);
  line.send({ type: "show", tiles: [] });
  expect(last().sent).toHaveLength(2);
  last().handlers.closed(1006);
  await clock.advance(0);
  line.send({ type: "show", tiles: [] });
  expect(last().sent).toEqual([]);
});

it("VCLIENT-3 data that is not a frame, and frames of an old socket, are ignored", async () => {
  const { clock, heard, sockets, last, say } = setUp();
  last().handlers.opened();
  last().handlers.received("{");
  last().handlers.received(JSON.stringify({ type: "joined" }));
  say(JOINED);
  last().handlers.closed(1006);
  await clock.advance(0);
  sockets[0]?.handlers.received(JSON.stringify({ type: "over", reason: "ended" }));
  sockets[0]?.handlers.closed(1006);
  expect(heard).toEqual(["joined", "CUT"]);
  expect(sockets).toHaveLength(2);
});
