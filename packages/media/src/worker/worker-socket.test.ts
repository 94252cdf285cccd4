import { createSocket } from "node:dgram";
import { connect, createServer } from "node:net";
import type { Socket } from "node:dgram";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, expect, test } from "vitest";
import { ownAddress } from "../../test/own-address.ts";
import { ATTRIBUTE, STUN, writeStun } from "../ice/stun-message.ts";
import { createFrameReader, frameOf } from "./frames.ts";
import type { MediaAddress } from "./media-addresses.ts";
import { createWorkerSocket } from "./worker-socket.ts";
import type { LegSocket, PortShare, WorkerSocket } from "./worker-socket.ts";

const LOCALHOST = { offered: "127.0.0.1", bound: "127.0.0.1" };
const SECOND = { offered: "127.0.0.2", bound: "127.0.0.2" };
/** For tests that need two consecutive port numbers. */
const OWN = { offered: ownAddress(0), bound: ownAddress(0) };
const OWN_SECOND = { offered: ownAddress(1), bound: ownAddress(1) };
const ANY: PortShare = { worker: 0, workers: 1, range: undefined };
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const newParts = () => {
  const { now, setTimeout } = createFakeClock();
  return { now, setTimeout, onFlood: () => undefined };
};

function newSocket(addresses: readonly MediaAddress[], ports: Partial<PortShare> = {}): WorkerSocket {
  const socket = createWorkerSocket({
    addresses: () => addresses,
    ports: { ...ANY, ...ports },
    ...newParts(),
  });
  ends.push(socket.close);
  return socket;
}

interface FarTcp {
  readonly heard: readonly string[];
  readonly ended: Promise<void>;
  say(datagram: Buffer): void;
}

async function connected(port: number): Promise<FarTcp> {
  const socket = connect(port, "127.0.0.1");
  ends.push(() => socket.destroy());
  socket.on("error", () => undefined);
  const heard: string[] = [];
  const reader = createFrameReader((datagram) => heard.push(datagram.toString("hex")));
  socket.on("data", (chunk) => reader.take(chunk));
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { heard, ended, say: (datagram) => socket.write(frameOf(datagram)) };
}

async function boundTo(port: number, address: string): Promise<Socket> {
  const socket = createSocket("udp4");
  ends.push(() => socket.close());
  await new Promise<void>((resolve) => socket.bind(port, address, resolve));
  return socket;
}

/** A leg that admits whatever checks it, and sends each datagram back. */
async function openEcho(socket: WorkerSocket): Promise<LegSocket & { readonly name: string }> {
  const leg: LegSocket = await socket.open((datagram, from) => {
    leg.admit(from);
    leg.send(datagram, from);
    return true;
  });
  return { ...leg, name: leg.newName() };
}

const checkFor = (name: string): Buffer =>
  writeStun({
    type: STUN.request,
    transactionId: Buffer.alloc(12),
    attributes: [{ type: ATTRIBUTE.username, value: Buffer.from(`${name}:far`) }],
    hasFingerprint: true,
  });

/** Sends one datagram, and returns what comes back, and from where. */
function exchange(far: Socket, datagram: Buffer, port: number, address = "127.0.0.1"): Promise<[string, string]> {
  return new Promise((resolve) => {
    far.once("message", (answer, from) => resolve([answer.toString("hex"), from.address]));
    far.send(datagram, port, address);
  });
}

test("MEDIA-9 MEDIA-90 all legs have one port, and a leg's packets leave from the address that got its check", async () => {
  const socket = newSocket([LOCALHOST, SECOND]);
  const [a, b] = [await openEcho(socket), await openEcho(socket)];
  expect(b.candidates).toEqual(a.candidates);
  const port = a.candidates[0]?.port ?? 0;
  expect(a.candidates).toEqual([
    { protocol: "udp", address: "127.0.0.1", port },
    { protocol: "udp", address: "127.0.0.2", port },
    { protocol: "tcp", address: "127.0.0.1", port },
  ]);
  const far = await boundTo(0, "127.0.0.1");
  const check = checkFor(b.name);
  expect(await exchange(far, check, port, "127.0.0.2")).toEqual([check.toString("hex"), "127.0.0.2"]);
  expect(await exchange(far, Buffer.from([0x80, 1]), port, "127.0.0.2")).toEqual(["8001", "127.0.0.2"]);
  a.close();
  expect(await exchange(far, Buffer.from([0x80, 2]), port, "127.0.0.2")).toEqual(["8002", "127.0.0.2"]);
});

test("MEDIA-9 if one address has the port in use another port is taken; a missing address is left out", async () => {
  const { port } = (await boundTo(0, OWN_SECOND.bound)).address();
  const free = port === 65_535 ? port - 1 : port + 1;
  const socket = newSocket([OWN, OWN_SECOND, { offered: "192.0.2.99", bound: "192.0.2.99" }], {
    range: [Math.min(port, free), Math.max(port, free)],
  });
  const { candidates } = await openEcho(socket);
  expect(candidates).toEqual([
    { protocol: "udp", address: OWN.offered, port: free },
    { protocol: "udp", address: OWN_SECOND.offered, port: free },
    { protocol: "tcp", address: OWN.offered, port: free },
  ]);
});

test("MEDIA-9 worker n has the n-th port of the range; a second one with the same share takes its next", async () => {
  const { port } = (await boundTo(0, OWN.bound)).address();
  const first = port > 60_000 ? port - 10 : port + 10;
  const range = [first, first + 4] as const;
  const portOf = async (share: Partial<PortShare>): Promise<number | undefined> =>
    (await openEcho(newSocket([OWN], { range, workers: 2, ...share }))).candidates[0]?.port;
  expect(await portOf({ worker: 0 })).toBe(first);
  expect(await portOf({ worker: 1 })).toBe(first + 1);
  expect(await portOf({ worker: 1 })).toBe(first + 3);
  await expect(portOf({ worker: 1 })).rejects.toThrow(`no free media port in ${first}-${first + 4}`);
});

test("MEDIA-3 a leg that opens after the machine changed its network gets the new address under the same number", async () => {
  let addresses: readonly MediaAddress[] = [LOCALHOST, SECOND];
  const socket = createWorkerSocket({
    addresses: () => addresses,
    ports: ANY,
    ...newParts(),
  });
  ends.push(socket.close);
  const before = await openEcho(socket);
  const port = before.candidates[0]?.port ?? 0;
  addresses = [LOCALHOST, { offered: "127.0.0.3", bound: "127.0.0.3" }];
  const after = await openEcho(socket);
  expect(after.candidates).toEqual([
    { protocol: "udp", address: "127.0.0.1", port },
    { protocol: "udp", address: "127.0.0.3", port },
    { protocol: "tcp", address: "127.0.0.1", port },
  ]);
  const far = await boundTo(0, "127.0.0.1");
  for (const { name } of [before, after]) {
    const check = checkFor(name);
    expect(await exchange(far, check, port, "127.0.0.3")).toEqual([check.toString("hex"), "127.0.0.3"]);
  }
  await boundTo(port, "127.0.0.2"); // it is free again
});

test("MEDIA-93 MEDIA-94 a leg is reached by TCP under the same number, and its connection ends with it", async () => {
  const clock = createFakeClock();
  const socket = createWorkerSocket({
    addresses: () => [LOCALHOST],
    ports: ANY,
    ...newParts(),
    setTimeout: clock.setTimeout,
  });
  ends.push(socket.close);
  const [a, b] = [await openEcho(socket), await openEcho(socket)];
  const port = a.candidates[0]?.port ?? 0;
  const [farA, farB, stranger] = [await connected(port), await connected(port), await connected(port)];
  farA.say(checkFor(a.name));
  farB.say(checkFor(b.name));
  stranger.say(checkFor("somebody"));
  await expect.poll(() => [farA.heard.length, farB.heard.length, socket.dropped]).toEqual([1, 1, 1]);
  expect(a.candidates.map(({ protocol }, local) => [protocol, a.isFallback(local)])).toEqual([
    ["udp", false],
    ["tcp", true],
  ]);
  await clock.advance(10_000);
  await stranger.ended;
  farA.say(Buffer.from([0x80, 7]));
  await expect.poll(() => farA.heard.at(-1)).toBe("8007");
  a.close();
  await farA.ended;
  farB.say(Buffer.from([0x80, 8]));
  await expect.poll(() => farB.heard.at(-1)).toBe("8008");
});

test("MEDIA-9 MEDIA-93 a number that another program has for TCP is not used", async () => {
  const taken = createServer();
  ends.push(() => taken.close());
  await new Promise<void>((resolve) => taken.listen(0, OWN.bound, resolve));
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const range = port === 65_535 ? ([port - 1, port] as const) : ([port, port + 1] as const);
  const { candidates } = await openEcho(newSocket([OWN], { range }));
  expect(new Set(candidates.map((candidate) => candidate.port))).toEqual(new Set([range[0] + range[1] - port]));
});

test("MEDIA-96 a flood of packets that belong to no leg is reported once in 10 s, with their number", async () => {
  const clock = createFakeClock();
  const floods: number[] = [];
  const socket = createWorkerSocket({
    addresses: () => [LOCALHOST],
    ports: ANY,
    setTimeout: clock.setTimeout,
    now: clock.now,
    onFlood: (count) => floods.push(count),
  });
  ends.push(socket.close);
  const port = (await openEcho(socket)).candidates[0]?.port ?? 0;
  const far = await boundTo(0, "127.0.0.1");
  const flood = async (count: number): Promise<void> => {
    const before = socket.dropped;
    for (let i = 1; i <= count; i += 1) {
      far.send(Buffer.from([0x80]), port, "127.0.0.1");
      if (i % 100 === 0 || i === count) await expect.poll(() => socket.dropped, { interval: 1 }).toBe(before + i);
    }
  };
  await flood(999);
  await clock.advance(10_000);
  await flood(1);
  expect(floods).toEqual([1000]);
  await flood(998);
  await clock.advance(10_000);
  await flood(1);
  expect(floods).toEqual([1000]);
});
