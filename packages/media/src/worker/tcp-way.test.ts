import { connect } from "node:net";
import type { Socket } from "node:net";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, expect, test } from "vitest";
import { createFrameReader, frameOf } from "./frames.ts";
import { listenTcp } from "./tcp-way.ts";
import type { TcpWay } from "./tcp-way.ts";

const HOST = "127.0.0.1";
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A way at a free port, what arrived by it and which connections ended, with a clock of the test. */
async function newWay() {
  const clock = createFakeClock();
  const arrived: { readonly text: string; readonly port: number }[] = [];
  const closed: number[] = [];
  const way = await listenTcp({
    address: HOST,
    port: 0,
    onDatagram: (datagram, _address, port) => arrived.push({ text: datagram.toString(), port }),
    onClosed: (_address, port) => closed.push(port),
    setTimeout: clock.setTimeout,
  });
  ends.push(way.close);
  return { way, arrived, closed, clock, waiting: () => clock.timerCount };
}

/** `ended` resolves when the other side has closed the connection. */
async function connectTo(way: TcpWay) {
  const socket = connect(way.port, HOST);
  ends.push(() => socket.destroy());
  socket.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { socket, ended, port: socket.localPort ?? 0 };
}

const say = (socket: Socket, text: string): void => void socket.write(frameOf(Buffer.from(text)));

test("MEDIA-93 datagrams go both ways over a connection, each to its own", async () => {
  const { way, arrived } = await newWay();
  const [a, b] = [await connectTo(way), await connectTo(way)];
  say(a.socket, "from a");
  say(b.socket, "from b");
  await expect.poll(() => arrived).toHaveLength(2);
  expect(arrived).toEqual(
    expect.arrayContaining([
      { text: "from a", port: a.port },
      { text: "from b", port: b.port },
    ]),
  );
  const heard: string[] = [];
  const reader = createFrameReader((datagram) => heard.push(datagram.toString()));
  b.socket.on("data", (chunk) => reader.take(chunk));
  way.send(Buffer.from("to b"), b.port, HOST);
  way.send(Buffer.from("to nobody"), 1, HOST);
  await expect.poll(() => heard).toEqual(["to b"]);
  expect(a.socket.bytesRead).toBe(0);
});

test("MEDIA-94 a connection without an authentic check ends after 10 s, one with a check stays", async () => {
  const { way, closed, clock, waiting } = await newWay();
  const [silent, kept] = [await connectTo(way), await connectTo(way)];
  say(kept.socket, "check");
  say(silent.socket, "check");
  await expect.poll(waiting).toBe(2);
  way.keep(kept.port, HOST);
  await clock.advance(9_999);
  expect(closed).toEqual([]);
  await clock.advance(1);
  await silent.ended;
  await expect.poll(() => closed).toEqual([silent.port]);
  await clock.advance(60_000);
  expect(closed).toEqual([silent.port]);
});

test("MEDIA-94 a connection that sends much before its check, or sends data that is not a frame, ends", async () => {
  const { way, arrived } = await newWay();
  const [much, http] = [await connectTo(way), await connectTo(way)];
  http.socket.write("GET / HTTP/1.1\r\n\r\n");
  for (let i = 0; i < 9; i += 1) say(much.socket, "x".repeat(1000));
  await Promise.all([much.ended, http.ended]);
  expect(arrived.filter(({ port }) => port === http.port)).toEqual([]);
});

test("MEDIA-94 of one network at most 32 connections wait for their check; others may connect when these have one", async () => {
  const { way, waiting } = await newWay();
  const first = await Promise.all(Array.from({ length: 32 }, async () => connectTo(way)));
  await expect.poll(waiting).toBe(32);
  await (
    await connectTo(way)
  ).ended;
  way.keep(first[0]?.port ?? 0, HOST);
  const next = await connectTo(way);
  await expect.poll(waiting).toBe(32);
  expect(next.socket.destroyed).toBe(false);
  await (
    await connectTo(way)
  ).ended;
});

test("MEDIA-95 data that a far end does not read is dropped, not kept", async () => {
  const { way, arrived } = await newWay();
  const slow = await connectTo(way);
  say(slow.socket, "check");
  await expect.poll(() => arrived).toHaveLength(1);
  way.keep(slow.port, HOST);
  slow.socket.pause();
  const packet = Buffer.alloc(1000);
  const MANY = 20_000; // 20 MB: more than the buffers of both systems
  for (let i = 0; i < MANY; i += 1) {
    way.send(packet, slow.port, HOST);
    if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const heard: string[] = [];
  const reader = createFrameReader((datagram) => heard.push(datagram.toString()));
  slow.socket.on("data", (chunk) => reader.take(chunk));
  slow.socket.resume();
  await expect
    .poll(() => {
      way.send(Buffer.from("end"), slow.port, HOST);
      return heard;
    })
    .toContain("end");
  expect(heard.indexOf("end")).toBeGreaterThan(10);
  expect(heard.indexOf("end")).toBeLessThan(0.75 * MANY);
});

test("MEDIA-94 a connection that no leg has any more is closed, and the end of the way closes all", async () => {
  const { way, arrived, closed } = await newWay();
  const [a, b] = [await connectTo(way), await connectTo(way)];
  for (const { socket } of [a, b]) say(socket, "check");
  await expect.poll(() => arrived).toHaveLength(2);
  way.drop(a.port, HOST);
  await a.ended;
  await expect.poll(() => closed).toEqual([a.port]);
  way.close();
  await b.ended;
});
