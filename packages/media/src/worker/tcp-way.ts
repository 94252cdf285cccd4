import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { createFrameReader, frameOf } from "./frames.ts";
import { networkOf } from "./packet-rate.ts";
import type { OnDatagram, Way } from "./udp-way.ts";

/** For far ends whose network blocks UDP: they connect to us (RFC 6544, passive side). */
export interface TcpWay extends Way {
  /** An authentic check came by this connection: it may stay. */
  keep(port: number, address: string): void;
  /** No leg has this connection any more. */
  drop(port: number, address: string): void;
}

export interface TcpWayOptions {
  /** Numeric. */
  readonly address: string;
  readonly port: number;
  readonly onDatagram: OnDatagram;
  readonly onClosed: (address: string, port: number) => void;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
}

/** From the connection to an authentic check. A browser checks as soon as it is connected. */
const PROVE_WITHIN_MS = 10_000;
/** Until then. */
const MOST_UNPROVEN_BYTES = 8 * 1024;
/** Connections without an authentic check, of one network (of IPv6 its /64) and of all. */
const MOST_UNPROVEN_OF_NETWORK = 32;
const MOST_UNPROVEN = 512;
/** What a slow far end has not taken so far: less than a second of sound. More is dropped, as a network would. */
const MOST_QUEUED_BYTES = 16 * 1024;

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** Undefined once an authentic check has come. */
  unproven: { bytes: number; readonly stopTimer: () => void } | undefined;
}

export async function listenTcp(options: TcpWayOptions): Promise<TcpWay> {
  const connections = new Map<string, Connection>();
  const unproven = new Map<string, number>();
  let unprovenCount = 0;
  const find = (port: number, address: string): Connection | undefined => connections.get(`${port} ${address}`);

  const count = (network: string, change: 1 | -1): void => {
    const now = (unproven.get(network) ?? 0) + change;
    unprovenCount += change;
    if (now === 0) unproven.delete(network);
    else unproven.set(network, now);
  };

  /** It is no longer counted among those that must prove themselves. */
  const settle = (connection: Connection): void => {
    if (connection.unproven === undefined) return;
    connection.unproven.stopTimer();
    connection.unproven = undefined;
    count(connection.network, -1);
  };

  const take = (socket: Socket): void => {
    const { remoteAddress: address, remotePort: port } = socket;
    socket.on("error", () => undefined); // "close" follows
    if (address === undefined || port === undefined) return void socket.destroy();
    const network = networkOf(address);
    const isFull = unprovenCount >= MOST_UNPROVEN || (unproven.get(network) ?? 0) >= MOST_UNPROVEN_OF_NETWORK;
    if (isFull) return void socket.destroy();
    count(network, 1);
    const stopTimer = options.setTimeout(() => socket.destroy(), PROVE_WITHIN_MS);
    const connection: Connection = { socket, network, unproven: { bytes: 0, stopTimer } };
    connections.set(`${port} ${address}`, connection);
    const reader = createFrameReader((datagram) => {
      if (!socket.destroyed) options.onDatagram(datagram, address, port);
    });
    socket.setNoDelay(true);
    socket.on("data", (chunk) => {
      if (!reader.take(chunk)) return void socket.destroy();
      if (connection.unproven === undefined) return;
      connection.unproven.bytes += chunk.length;
      if (connection.unproven.bytes > MOST_UNPROVEN_BYTES) socket.destroy();
    });
    socket.once("close", () => {
      settle(connection);
      connections.delete(`${port} ${address}`);
      options.onClosed(address, port);
    });
  };

  const server = await listen(options.address, options.port);
  server.on("connection", take);
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : options.port,
    send: (datagram, port, address, mostQueued = MOST_QUEUED_BYTES) => {
      const socket = find(port, address)?.socket;
      if (socket?.writable !== true || socket.writableLength + datagram.length > mostQueued) return;
      socket.write(frameOf(datagram));
    },
    keep: (port, address) => {
      const connection = find(port, address);
      if (connection !== undefined) settle(connection);
    },
    drop: (port, address) => find(port, address)?.socket.destroy(),
    close: () => {
      server.close();
      for (const { socket } of connections.values()) socket.destroy();
    },
  };
}

function listen(host: string, port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, ipv6Only: host.includes(":") && host !== "::" }, () => {
      server.removeAllListeners("error");
      server.on("error", () => undefined); // a connection that could not be accepted
      resolve(server);
    });
  });
}
