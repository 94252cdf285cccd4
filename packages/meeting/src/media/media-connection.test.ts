import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { FakeConnection, fakeStream, fakeTrack, realOf } from "../../test/fake-connection.ts";
import { createMediaConnection, HEAL_MS } from "./media-connection.ts";
import type { SentSection } from "./peer.ts";

function setUp() {
  const clock = createFakeClock();
  const connections: FakeConnection[] = [];
  const offers: Array<readonly SentSection[]> = [];
  const states: string[] = [];
  let refuses = false;
  const mediaConnection = createMediaConnection({
    clock,
    createConnection: () => {
      const connection = new FakeConnection();
      connections.push(connection);
      return realOf<RTCPeerConnection>(connection);
    },
    createStream: fakeStream,
    offer: async (_, sends) => {
      offers.push(sends);
      if (refuses) throw new Error("refused");
      return "v=0";
    },
    changed: (state) => states.push(state),
  });
  const last = () => {
    const connection = connections.at(-1);
    if (connection === undefined) throw new Error("no connection");
    return connection;
  };
  return { clock, connections, offers, states, mediaConnection, last, refuse: (on: boolean) => (refuses = on) };
}

it("VCLIENT-4 one offer describes everything that is sent, with three layers of the camera, and has ten and three slots", async () => {
  const { mediaConnection, offers, last } = setUp();
  mediaConnection.joined();
  await settle();
  expect(offers).toEqual([
    [
      { mid: "0", kind: "voice" },
      { mid: "1", kind: "camera" },
      { mid: "2", kind: "screen" },
      { mid: "3", kind: "screen-sound" },
    ],
  ]);
  const slots = last().transceivers.filter(({ direction }) => direction === "recvonly");
  expect(["audio", "video"].map((wanted) => slots.filter(({ kind }) => kind === wanted).length)).toEqual([3, 10]);
  expect(last().transceivers[1]).toMatchObject({ kind: "video", encodings: 3 });
  expect(mediaConnection.streamOf("4")).toBe(mediaConnection.sounds()[0]);
  expect([mediaConnection.streamOf("0"), mediaConnection.streamOf("99")]).toEqual([undefined, undefined]);
});

it("VCLIENT-4 an interruption of two seconds and another network restart ICE on the same connection", async () => {
  const { clock, mediaConnection, connections, last } = setUp();
  mediaConnection.joined();
  await settle();
  last().become("connected");
  last().become("disconnected");
  await clock.advance(HEAL_MS - 1);
  last().become("connected");
  await clock.advance(HEAL_MS);
  expect(last().restarts).toEqual([false]);
  last().become("disconnected");
  await clock.advance(HEAL_MS);
  last().become("connected");
  mediaConnection.moved();
  await settle();
  expect([last().restarts, connections.length]).toEqual([[false, true, true], 1]);
});

it("VCLIENT-4 a failed connection and a refused offer start a new one, which sends the same as the old one", async () => {
  const { clock, mediaConnection, connections, last, refuse, states } = setUp();
  const voice = fakeTrack();
  mediaConnection.send("voice", voice);
  mediaConnection.joined();
  await settle();
  last().become("connected");
  last().become("failed");
  await clock.advance(0);
  await settle();
  expect([connections.length, connections[0]?.closed, last().transceivers[0]?.sent]).toEqual([2, true, voice]);
  connections[0]?.become("connected");
  expect(states.at(-1)).toBe("interrupted");
  refuse(true);
  last().become("failed");
  await clock.advance(0);
  await settle();
  refuse(false);
  await clock.advance(HEAL_MS);
  await settle();
  expect(connections).toHaveLength(4);
});

it("VCLIENT-4 while the socket is cut nothing is described; after it only where the connection does not work", async () => {
  const { clock, mediaConnection, connections, last, offers } = setUp();
  mediaConnection.joined();
  await settle();
  last().become("connected");
  mediaConnection.cut();
  last().become("disconnected");
  await clock.advance(60_000);
  expect(offers).toHaveLength(1);
  last().become("connected");
  mediaConnection.joined();
  await settle();
  expect(offers).toHaveLength(1);
  mediaConnection.cut();
  last().become("disconnected");
  mediaConnection.joined();
  await settle();
  expect([offers.length, last().restarts.at(-1), connections.length]).toEqual([2, true, 1]);
});
