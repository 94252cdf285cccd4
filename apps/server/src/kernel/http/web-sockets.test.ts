import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createClientAddress } from "./client-address.ts";
import { createOriginPolicy } from "./origin-policy.ts";
import { PING_EVERY_MS, serveWebSockets, TURN_BYTES, type LiveSocket, type WebSockets } from "./web-sockets.ts";

describe("web sockets", () => {
  let http: Server;
  let port: number;
  let clock: FakeClock;
  let sockets: WebSockets;
  let accepted: LiveSocket[];
  let received: Array<string | Uint8Array>;
  const clients: WebSocket[] = [];

  beforeEach(async () => {
    http = createServer();
    clock = createFakeClock();
    accepted = [];
    received = [];
    sockets = serveWebSockets({
      server: http,
      clock,
      origins: createOriginPolicy({ publicUrl: undefined, allowedOrigins: [], loopbackOnly: true, port: () => port }),
      clientAddress: createClientAddress(["127.0.0.1"]),
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      socketsPerAddress: 3,
      paths: [
        {
          path: "/echo",
          frameBytes: 1_024,
          accept: (socket) => {
            accepted.push(socket);
            return {
              receive: (frame) => received.push(frame),
              closed: () => accepted.splice(accepted.indexOf(socket), 1),
            };
          },
        },
      ],
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    port = addressOf(http).port;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate();
    await new Promise((resolve) => http.close(resolve));
  });

  const open = async (headers: Readonly<Record<string, string>> = {}): Promise<WebSocket> => {
    const client = new WebSocket(`ws://127.0.0.1:${port}/echo`, { headers });
    clients.push(client);
    await new Promise((resolve, reject) => {
      client.once("open", resolve);
      client.once("error", reject);
    });
    return client;
  };

  it("SERVER-14 a peer without a pong is disconnected, one with a pong stays", async () => {
    const living = await open();
    const silent = await openSilent(port);
    expect(sockets.count).toBe(2);
    for (let beat = 0; beat < 3; beat += 1) {
      const pinged = new Promise((resolve) => living.once("ping", resolve));
      await clock.advance(PING_EVERY_MS);
      await pinged;
      // A ping from the test is answered only after the earlier pong was processed.
      const answered = new Promise((resolve) => living.once("pong", resolve));
      living.ping();
      await answered;
    }
    await expect.poll(() => silent.destroyed).toBe(true);
    expect(sockets.count).toBe(1);
    expect(living.readyState).toBe(WebSocket.OPEN);
  });

  it("SERVER-15 a peer that does not read is disconnected", async () => {
    const deaf = await openSilent(port);
    deaf.pause();
    const [socket] = accepted;
    const frame = "x".repeat(65_536);
    // The operating system's buffers take some megabytes first.
    for (let sent = 0; sent < 1_000 && accepted.length > 0; sent += 1) {
      socket?.send(frame);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(accepted).toEqual([]);
    deaf.destroy();
  });

  it("SERVER-71 the frames of one turn are written together at its end, in their order", async () => {
    const client = await open();
    const arrived: string[] = [];
    client.on("message", (data: Buffer) => arrived.push(data.toString()));
    const [socket] = accepted;
    const waiting = (): number | undefined => socket?.bufferedAmount;
    const header = 2;
    socket?.send("one");
    const afterOne = waiting();
    await Promise.resolve().then(() => socket?.send("three"));
    expect([afterOne, waiting()]).toEqual([header + 3, 2 * header + 8]);
    await new Promise((resolve) => process.nextTick(resolve));
    expect(waiting()).toBe(0);
    socket?.send("next turn");
    await expect.poll(() => arrived).toEqual(["one", "three", "next turn"]);
  });

  it("SERVER-71 a long message is written before the turn ends, and the close of a socket after its frames", async () => {
    const client = await open();
    const lengths: number[] = [];
    client.on("message", (data: Buffer) => lengths.push(data.length));
    const closed = new Promise((resolve) => client.once("close", resolve));
    const [socket] = accepted;
    socket?.send("x".repeat(TURN_BYTES));
    expect(socket?.bufferedAmount).toBe(0);
    socket?.send("y");
    socket?.close(1000, "done");
    expect(await closed).toBe(1000);
    expect(lengths).toEqual([TURN_BYTES, 1]);
  });

  it("SERVER-15 text arrives as text, bytes as bytes, and a frame over the limit closes the socket", async () => {
    const client = await open();
    client.send("grüezi");
    client.send(Buffer.from([1, 2]));
    await expect.poll(() => received).toEqual(["grüezi", Buffer.from([1, 2])]);
    const closed = new Promise((resolve) => client.once("close", resolve));
    client.send("x".repeat(1_025));
    expect(await closed).toBe(1009);
    await expect.poll(() => sockets.count).toBe(0);
  });

  it("SERVER-13 an address has a limited number of sockets, and a closed one is free again", async () => {
    const from = (address: string) => open({ "x-forwarded-for": address });
    const first = await from("203.0.113.7");
    await from("203.0.113.7");
    await from("203.0.113.7");
    await expect(from("203.0.113.7")).rejects.toThrow("429");
    await from("203.0.113.8");
    expect(accepted.map(({ remoteAddress }) => remoteAddress)).toEqual([
      "203.0.113.7",
      "203.0.113.7",
      "203.0.113.7",
      "203.0.113.8",
    ]);
    first.close();
    await expect.poll(() => sockets.count).toBe(3);
    await from("203.0.113.7");
  });

  it("SERVER-16 stop closes sockets with 1001, disconnects peers that do not answer, and accepts no more", async () => {
    const client = await open();
    const silent = await openSilent(port);
    const closed = new Promise((resolve) => client.once("close", resolve));
    const stopped = sockets.stop();
    await expect(open()).rejects.toThrow("503");
    expect(await closed).toBe(1001);
    await clock.advance(500);
    await stopped;
    expect(sockets.count).toBe(0);
    silent.destroy();
  });
});

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens nowhere");
  return address;
}

/** A WebSocket that sends nothing after the handshake, not even a pong, as if the other machine had disappeared. */
async function openSilent(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  const key = Buffer.from("0123456789abcdef").toString("base64");
  socket.write(
    `GET /echo HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("data", resolve));
  return socket;
}
