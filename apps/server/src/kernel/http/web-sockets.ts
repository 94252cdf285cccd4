import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { AppError, errorStatus } from "@callpanel/contract";
import { WebSocketServer, type WebSocket } from "ws";
import { networksOf, type ClientAddress } from "./client-address.ts";
import { repeat, type Clock } from "../clock.ts";
import { errorBody } from "./error-answer.ts";
import type { Log } from "../log.ts";
import type { OriginPolicy } from "./origin-policy.ts";

/** The server's side of one WebSocket. The same shape as the phone system's `SipSocket`. */
export interface LiveSocket {
  send(frame: string): void;
  /** RFC 6455 §7.4 close codes. */
  close(code: number, reason: string): void;
  readonly remoteAddress: string;
  /** The address for limits: for IPv6 the /64 network. */
  readonly network: string;
  /** Bytes accepted by `send` that are not sent yet. */
  readonly bufferedAmount: number;
}

export interface LiveSocketHandlers {
  receive(frame: string | Uint8Array): void;
  closed(): void;
}

export interface SocketPath {
  readonly path: string;
  /** The subprotocol a client must offer; undefined: no subprotocol. */
  readonly subprotocol?: string;
  /** A larger frame closes the socket with 1009. */
  readonly frameBytes: number;
  readonly accept: (socket: LiveSocket) => LiveSocketHandlers;
}

export interface WebSocketDeps {
  readonly server: Server;
  readonly clock: Clock;
  readonly origins: OriginPolicy;
  readonly clientAddress: ClientAddress;
  readonly log: Log;
  readonly paths: readonly SocketPath[];
  /** Limit over all paths; an office behind one address shares it. An IPv6 network (/64) counts as one address. */
  readonly socketsPerAddress: number;
}

/** A peer that has not answered a ping before the next one is disconnected (half-open after sleep or a network change). */
export const PING_EVERY_MS = 25_000;
/** A peer that does not read is disconnected above this. */
export const SEND_BUFFER_BYTES = 1_048_576;
/** The frames of one turn that wait for its end, to be written together. */
export const TURN_BYTES = 65_536;
/** Time for the closing handshakes at shutdown. */
const CLOSE_WAIT_MS = 500;

export interface WebSockets {
  readonly count: number;
  /** Closes every socket with 1001 and accepts no more. */
  stop(): Promise<void>;
}

/**
 * Serves WebSockets on upgrade requests of an HTTP server: checks path, host, Origin, subprotocol and limit, then sends pings
 * and limits the buffer.
 */
export function serveWebSockets(deps: WebSocketDeps): WebSockets {
  const { server, clock, log, paths } = deps;
  const open = new Set<WebSocket>();
  const countByNetwork = new Map<string, number>();
  const servers = new Map(paths.map((path) => [path.path, { path, upgrader: createUpgrader(path) }]));
  let stopping = false;

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on("error", () => stream.destroy());
    const address = deps.clientAddress.of(request);
    const target = servers.get(pathOf(request));
    const refusal = stopping
      ? new AppError("server.unavailable")
      : refusalOf({ request, address, target: target?.path });
    if (refusal !== undefined || target === undefined) {
      log.debug("socket refused", { address, code: refusal?.code });
      refuse(stream, refusal ?? new AppError("request.notFound"));
      return;
    }
    target.upgrader.handleUpgrade(request, stream, head, (socket) =>
      adopt({ socket, stream, path: target.path, address }),
    );
  };

  const refusalOf = (input: {
    request: IncomingMessage;
    address: string;
    target: SocketPath | undefined;
  }): AppError | undefined => {
    const { request, address, target } = input;
    const { host, origin } = request.headers;
    if (target === undefined) return new AppError("request.notFound");
    if (!deps.origins.allowsHost(host) || !deps.origins.allowsOrigin(origin, host))
      return new AppError("request.origin");
    if ((countByNetwork.get(networksOf(address).near) ?? 0) >= deps.socketsPerAddress)
      return new AppError("request.tooMany", { seconds: 30 });
    const offered = String(request.headers["sec-websocket-protocol"] ?? "")
      .split(",")
      .map((one) => one.trim());
    if (target.subprotocol !== undefined && !offered.includes(target.subprotocol))
      return new AppError("request.invalid", { detail: `the subprotocol ${target.subprotocol} is needed` });
    return undefined;
  };

  const adopt = ({ socket, stream, path, address }: Adopted): void => {
    open.add(socket);
    const { near } = networksOf(address);
    countByNetwork.set(near, (countByNetwork.get(near) ?? 0) + 1);
    const handlers = path.accept(liveSocket(socket, { stream, address, near }));
    const stopPinging = keepAlive(socket, clock);
    socket.on("message", (data, isBinary) => {
      const frame = frameOf(data);
      handlers.receive(isBinary ? frame : frame.toString("utf8"));
    });
    socket.on("error", (error) => log.debug("socket error", { address, path: path.path, reason: error.message }));
    socket.on("close", () => {
      stopPinging();
      open.delete(socket);
      const left = (countByNetwork.get(near) ?? 1) - 1;
      if (left > 0) countByNetwork.set(near, left);
      else countByNetwork.delete(near);
      handlers.closed();
    });
  };

  server.on("upgrade", onUpgrade);
  return {
    get count() {
      return open.size;
    },
    stop: async () => {
      stopping = true;
      const closed = [...open].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of open) socket.close(1001, "the server is stopping");
      const cancel = clock.setTimeout(() => open.forEach((socket) => socket.terminate()), CLOSE_WAIT_MS);
      await Promise.all(closed);
      cancel();
      server.off("upgrade", onUpgrade);
    },
  };
}

function createUpgrader({ subprotocol, frameBytes }: SocketPath): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: frameBytes,
    // A compressed frame could unpack to any size, and compression costs memory for each socket.
    perMessageDeflate: false,
    ...(subprotocol === undefined ? {} : { handleProtocols: () => subprotocol }),
  });
}

interface Adopted {
  readonly socket: WebSocket;
  /** The connection below it. */
  readonly stream: Duplex;
  readonly path: SocketPath;
  readonly address: string;
}

function liveSocket(
  socket: WebSocket,
  { stream, address, near }: { readonly stream: Duplex; readonly address: string; readonly near: string },
): LiveSocket {
  const turn = createWriteTurn(stream);
  return {
    remoteAddress: address,
    network: near,
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (frame) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > SEND_BUFFER_BYTES) return socket.terminate();
      turn.begin();
      socket.send(frame);
      if (stream.writableLength > TURN_BYTES) turn.end();
    },
    close: (code, reason) => socket.close(code, reason),
  };
}

/** SERVER-71: one write for all frames of a turn, because a write takes the system longer than we take to make a frame. */
function createWriteTurn(stream: Duplex) {
  let open = false;
  const end = (): void => {
    if (!open) return;
    open = false;
    stream.uncork();
  };
  const begin = (): void => {
    if (open) return;
    open = true;
    stream.cork();
    process.nextTick(end);
  };
  return { begin, end };
}

function keepAlive(socket: WebSocket, clock: Clock): () => void {
  let alive = true;
  socket.on("pong", () => (alive = true));
  return repeat(clock, PING_EVERY_MS, () => {
    if (!alive) socket.terminate();
    else socket.ping();
    alive = false;
  });
}

function frameOf(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

function refuse(stream: Duplex, error: AppError): void {
  const status = errorStatus(error.code);
  const body = JSON.stringify(errorBody(error));
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
