/**
 * A line between one browser and the server that can be cut and can lose packets: every TCP connection (pages, events,
 * SIP, meetings) and every media packet of that browser goes through it. The server's 127.0.0.1 becomes, on the way to this browser,
 * 127.0.0.2, as long as the first, where the line listens; of its other addresses the port becomes one where nothing is.
 */
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { connect, createServer, type Server, type Socket } from "node:net";

const SERVER_HOST = "127.0.0.1";
const LINE_HOST = "127.0.0.2";
/** A port where nothing listens. */
const NOBODY = "65533";

export interface Line {
  /** What the browser opens instead of the server's address. */
  readonly address: string;
  /** From now on nothing passes, and no side is notified. */
  cut(): void;
  /** The same, and who is connected or connects notices it at once. */
  breakOff(): void;
  /** New connections and packets pass again; a connection that lived through the cut stays dead, as after a change of address. */
  mend(): void;
  /** The share of media packets to the browser that are lost, 0 to 1; `random` gives 0 to 1. */
  lose(share: number, random: () => number): void;
  /** From now on media packets are lost, late and limited as by a bad network. */
  shape(shape: LineShape): void;
  close(): Promise<void>;
}

export interface LineShape {
  /** The share of media packets that are lost, each way. */
  readonly loss: number;
  readonly random: () => number;
  /** Each way. */
  readonly delayMs: number;
  /** To the browser; what waits longer than `QUEUE_MS` is lost. */
  readonly bitsPerSecond: number;
}

/** As long as the queue of a usual router at this rate. */
const QUEUE_MS = 300;

export async function layLine(serverAddress: string): Promise<Line> {
  const serverPort = Number(new URL(serverAddress).port);
  const open = new Set<Socket>();
  let isCut = false;
  let isBroken = false;
  let era = 0;
  let losesPacket = (): boolean => false;
  let shape: LineShape = { loss: 0, random: () => 1, delayMs: 0, bitsPerSecond: Number.POSITIVE_INFINITY };
  const media = createMediaLine({ passes: () => !isCut, losesPacket: () => losesPacket(), shape: () => shape });

  const server = createServer((near) => {
    if (isBroken) {
      near.destroy();
      return;
    }
    const mine = era;
    const far = connect(serverPort, SERVER_HOST);
    const passes = () => !isCut && mine === era;
    const join = (from: Socket, to: Socket, change: (chunk: Buffer) => Buffer) => {
      open.add(from);
      from.on("data", (chunk) => {
        if (passes()) to.write(change(chunk));
      });
      from.on("close", () => {
        open.delete(from);
        if (passes()) to.destroy();
      });
      from.on("error", () => from.destroy());
    };
    join(near, far, (chunk) => chunk);
    join(far, near, (chunk) => withMediaHere(chunk, media.listen));
  });
  const port = await listening(server);
  return {
    address: `http://${SERVER_HOST}:${port}`,
    cut: () => {
      isCut = true;
    },
    breakOff: () => {
      isCut = isBroken = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      isCut = isBroken = false;
      era += 1;
    },
    lose: (share, random) => {
      losesPacket = () => random() < share;
    },
    shape: (wanted) => {
      shape = wanted;
    },
    close: async () => {
      media.close();
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Media addresses in a session description (RFC 8866, RFC 8839); frames to a browser are not masked (RFC 6455 §5.1). */
function withMediaHere(chunk: Buffer, listen: (port: number) => void): Buffer {
  const text = chunk.toString("latin1");
  if (!text.includes(`IN IP4 ${SERVER_HOST}`)) return chunk;
  const moved = text
    .replaceAll(`IN IP4 ${SERVER_HOST}`, `IN IP4 ${LINE_HOST}`)
    .replace(/(a=candidate:\S+ 1 \w+ \d+ )(\S+) (\d+) typ/g, (_all, before: string, host: string, port: string) => {
      if (host !== SERVER_HOST) return `${before}${host} ${NOBODY.slice(0, port.length)} typ`;
      listen(Number(port));
      return `${before}${LINE_HOST} ${port} typ`;
    });
  return Buffer.from(moved, "latin1");
}

interface MediaLineDeps {
  readonly passes: () => boolean;
  /** To the browser. */
  readonly losesPacket: () => boolean;
  readonly shape: () => LineShape;
}

function createMediaLine({ passes, losesPacket, shape }: MediaLineDeps) {
  const listeners = new Map<number, UdpSocket>();
  const ways = new Map<string, UdpSocket>();
  /** When the last packet to the browser has gone through. */
  let freeAt = 0;
  let isClosed = false;

  const sendBy = (socket: UdpSocket, packet: Buffer, port: number): void => {
    if (!isClosed) socket.send(packet, port, SERVER_HOST);
  };
  const shaped = (packet: Buffer, isDown: boolean, send: () => void): void => {
    const { loss, random, delayMs, bitsPerSecond } = shape();
    if (isMedia(packet) && random() < loss) return;
    const now = performance.now();
    let wait = delayMs;
    if (isDown) {
      const start = Math.max(now, freeAt);
      if (start - now > QUEUE_MS) return;
      freeAt = start + (packet.length * 8_000) / bitsPerSecond;
      wait += freeAt - now;
    }
    if (wait < 1) send();
    else setTimeout(send, wait);
  };

  const wayOf = (port: number, browserPort: number, listener: UdpSocket): UdpSocket => {
    const key = `${port} ${browserPort}`;
    const known = ways.get(key);
    if (known) return known;
    const way = createSocket("udp4");
    way.on("error", () => undefined);
    way.on("message", (packet) => {
      if (!passes() || (isMedia(packet) && losesPacket())) return;
      shaped(packet, true, () => sendBy(listener, packet, browserPort));
    });
    ways.set(key, way);
    return way;
  };
  return {
    listen: (port: number) => {
      if (listeners.has(port)) return;
      const listener = createSocket("udp4");
      listener.on("error", () => undefined);
      listener.on("message", (packet, from) => {
        if (!passes()) return;
        const way = wayOf(port, from.port, listener);
        shaped(packet, false, () => sendBy(way, packet, port));
      });
      listener.bind(port, LINE_HOST);
      listeners.set(port, listener);
    },
    close: () => {
      isClosed = true;
      for (const socket of [...listeners.values(), ...ways.values()]) socket.close();
    },
  };
}

/** RTP and RTCP by their first byte (RFC 7983 §7). */
const isMedia = (packet: Buffer): boolean => (packet[0] ?? 0) >= 128 && (packet[0] ?? 0) <= 191;

async function listening(server: Server): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, SERVER_HOST, () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(address.port);
    });
  });
}
