/**
 * A line between one browser and the server that can be cut and can lose packets: every TCP connection (pages, events,
 * SIP) and every media packet of that browser goes through it. The server offers 127.0.0.1 alone for its media (MEDIA_ADDRESS); on the way to
 * this browser that becomes 127.0.0.2, as long as the first, where the line listens.
 */
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { connect, createServer, type Server, type Socket } from "node:net";

const SERVER_HOST = "127.0.0.1";
const LINE_HOST = "127.0.0.2";

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
  close(): Promise<void>;
}

export async function layLine(serverAddress: string): Promise<Line> {
  const serverPort = Number(new URL(serverAddress).port);
  const open = new Set<Socket>();
  let isCut = false;
  let isBroken = false;
  let era = 0;
  let losesPacket = (): boolean => false;
  const media = createMediaLine({ passes: () => !isCut, losesPacket: () => losesPacket() });

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
    .replace(/(a=candidate:[^\r\n]*? )127\.0\.0\.1 (\d+) typ/g, (_all, before: string, port: string) => {
      listen(Number(port));
      return `${before}${LINE_HOST} ${port} typ`;
    });
  return Buffer.from(moved, "latin1");
}

function createMediaLine({ passes, losesPacket }: { passes: () => boolean; losesPacket: () => boolean }) {
  const listeners = new Map<number, UdpSocket>();
  const ways = new Map<string, UdpSocket>();

  const wayOf = (port: number, browserPort: number, listener: UdpSocket): UdpSocket => {
    const key = `${port} ${browserPort}`;
    const known = ways.get(key);
    if (known) return known;
    const way = createSocket("udp4");
    way.on("error", () => undefined);
    way.on("message", (packet) => {
      if (passes() && !(isMedia(packet) && losesPacket())) listener.send(packet, browserPort, SERVER_HOST);
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
        if (passes()) wayOf(port, from.port, listener).send(packet, port, SERVER_HOST);
      });
      listener.bind(port, LINE_HOST);
      listeners.set(port, listener);
    },
    close: () => {
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
