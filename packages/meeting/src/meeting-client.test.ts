import { meetingClientFrameSchema } from "@callpanel/contract";
import type { MeetingClientFrame, MeetingServerFrame, MeetingTile } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { FakeConnection, fakeStream, realOf } from "../test/fake-connection.ts";
import { createCapture } from "./media/capture.ts";
import { createMeetingClient, REACTION_MS } from "./meeting-client.ts";
import type { SocketHandlers } from "./ports/socket.port.ts";

const JOINED: MeetingServerFrame = {
  type: "joined",
  self: "me",
  room: "Daily",
  role: "guest",
  resume: "back",
  resume_ms: 60_000,
  heartbeat_ms: 10_000,
  locked: false,
  recording: false,
  shared_screen: true,
  may_call: true,
  may_record: true,
  participants: [],
  messages: [],
};
const TILE: MeetingTile = { participant: "ann", kind: "camera", width: 320, height: 180, priority: "small" };
const NOTHING_SENT = { type: "sending", microphone: false, camera: false, screen: false };

function setUp() {
  const clock = createFakeClock();
  const sent: MeetingClientFrame[] = [];
  let handlers: SocketHandlers | undefined;
  const chosen = { microphone: "", camera: "", speaker: "", blur: false, noise: false };
  const capture = createCapture({
    devices: undefined,
    noise: undefined,
    chosen,
    onChosen: () => undefined,
    createStream: fakeStream,
  });
  const client = createMeetingClient(
    {
      clock,
      openSocket: (given) => {
        handlers = given;
        return { send: (text) => sent.push(meetingClientFrameSchema.parse(JSON.parse(text))), close: () => undefined };
      },
      createConnection: () => realOf<RTCPeerConnection>(new FakeConnection()),
      createStream: fakeStream,
      capture,
    },
    { ticket: "t" },
  );
  handlers?.opened();
  const say = (frame: MeetingServerFrame) => handlers?.received(JSON.stringify(frame));
  const told = <Type extends MeetingClientFrame["type"]>(type: Type) =>
    sent.filter((frame): frame is Extract<MeetingClientFrame, { type: Type }> => frame.type === type);
  const cutAndReturn = async () => {
    handlers?.closed(1006);
    await clock.advance(0);
    handlers?.opened();
    say(JOINED);
  };
  return { clock, client, say, told, cutAndReturn };
}

it("VCLIENT-5 visible tiles are sent once when they stopped changing, and again, after an empty list, after a reconnection", async () => {
  const { clock, client, say, told, cutAndReturn } = setUp();
  say(JOINED);
  client.show([]);
  client.show([TILE]);
  await clock.advance(99);
  expect(told("show")).toHaveLength(1);
  await clock.advance(1);
  client.show([TILE]);
  await clock.advance(100);
  expect(told("show").map(({ tiles }) => tiles)).toEqual([[], [TILE]]);
  await cutAndReturn();
  expect(told("show").map(({ tiles }) => tiles)).toEqual([[], [TILE], [], [TILE]]);
});

it("VCLIENT-14 a user who is muted by an admin sees who muted them, and the client answers even if nothing was sent", async () => {
  const { client, say, told } = setUp();
  const heard: unknown[] = [];
  client.onMuted((muted) => heard.push(muted));
  say(JOINED);
  expect(told("sending")).toEqual([NOTHING_SENT]);
  say({ type: "muted", what: "microphone", by: "Alice" });
  await settle();
  expect(heard).toEqual([{ what: "microphone", by: "Alice" }]);
  expect(told("sending")).toEqual([NOTHING_SENT, NOTHING_SENT]);
});

it("VCLIENT-1 an order is done or refused with its code, and fails when the connection is cut", async () => {
  const { client, say, told, cutAndReturn } = setUp();
  expect(await client.order({ order: "end" })).toEqual({ ok: false, code: "meeting.cut" });
  say(JOINED);
  const orders = [
    client.order({ order: "lock", on: true }),
    client.order({ order: "end" }),
    client.order({ order: "end" }),
  ];
  const [first, second] = told("order").map(({ request }) => request);
  say({ type: "done", request: first ?? "" });
  say({ type: "refused", request: second ?? "", code: "video.adminsOnly" });
  await cutAndReturn();
  expect(await Promise.all(orders)).toEqual([
    { ok: true },
    { ok: false, code: "video.adminsOnly" },
    { ok: false, code: "meeting.cut" },
  ]);
});

it("VCLIENT-2 a reaction is gone after four seconds", async () => {
  const { clock, client, say } = setUp();
  say(JOINED);
  say({ type: "reaction", participant: "me", emoji: "👍" });
  const count = () => {
    const { meeting } = client.get();
    return meeting.phase === "joined" ? meeting.reactions.length : -1;
  };
  await clock.advance(REACTION_MS - 1);
  expect(count()).toBe(1);
  await clock.advance(1);
  expect(count()).toBe(0);
});

it("VCLIENT-1 hanging up is sent to the server and ends the meeting here at once", () => {
  const { client, say, told } = setUp();
  say(JOINED);
  client.leave();
  expect(told("leave")).toHaveLength(1);
  expect(client.get().meeting).toEqual({ phase: "over", reason: "left" });
});
