import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocketServer, WebSocket } from "ws";
import { createClientAddress } from "./client-address.ts";
import { capConnections } from "./connection-cap.ts";

describe("connections per address", () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  const setUp = async (perAddress: number, trusted: readonly string[] = []) => {
    const server = createServer((_request, response) => response.end("ok"));
    capConnections({ server, perAddress, clientAddress: createClientAddress(trusted) });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    closing.push(() => server.close());
    const { port } = address;
    /** A request that is never completed. */
    const half = async (from: string): Promise<Socket> => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: from });
      closing.push(() => socket.destroy());
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve));
      socket.write("GET / HTTP/1.1\r\nHost: a\r\n");
      return socket;
    };
    /** Whether a complete request from an address gets a response. */
    const isServed = (from: string): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = connect({ port, host: "127.0.0.1", localAddress: from });
        closing.push(() => socket.destroy());
        socket.on("error", () => resolve(false));
        socket.on("close", () => resolve(false));
        socket.on("data", () => resolve(true));
        socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      });
    return { server, port, half, isServed };
  };
  const openCount = (server: Server): Promise<number> =>
    new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

  it("SERVER-65 400 half requests from one address use only its share, and other addresses are served", async () => {
    const { server, half, isServed } = await setUp(100);
    const sockets = await Promise.all(Array.from({ length: 400 }, () => half("127.0.0.1")));
    await expect.poll(() => openCount(server)).toBe(100);
    expect(await isServed("127.0.0.1")).toBe(false);
    expect(await isServed("127.0.0.2")).toBe(true);
    sockets.forEach((socket) => socket.destroy());
    await expect.poll(() => openCount(server)).toBe(0);
    expect(await isServed("127.0.0.1")).toBe(true);
  });

  it("SERVER-65 a trusted proxy may open any number of connections", async () => {
    const { server, half } = await setUp(2, ["127.0.0.1"]);
    await Promise.all(Array.from({ length: 20 }, () => half("127.0.0.1")));
    await expect.poll(() => openCount(server)).toBe(20);
  });

  it("SERVER-65 a connection that became a WebSocket is not counted here", async () => {
    const { server, port, isServed } = await setUp(2);
    const upgrader = new WebSocketServer({ server });
    closing.push(() => upgrader.close());
    for (let index = 0; index < 5; index += 1) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      closing.push(() => socket.terminate());
      await new Promise((resolve) => socket.once("open", resolve));
    }
    expect(await openCount(server)).toBe(5);
    expect(await isServed("127.0.0.1")).toBe(true);
  });
});
