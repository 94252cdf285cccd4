/** Panels and phones at a test server, over real sockets on 127.0.0.1. */
import { serverFrameSchema, type ServerFrame } from "@callpanel/contract";
import { createSipPhone, type SipPhone, type SipPhoneOptions } from "@callpanel/testkit";
import { expect } from "vitest";
import { WebSocket } from "ws";
import type { TestServer } from "./test-server.ts";

export interface SocketPhone {
  readonly sip: SipPhone;
  readonly socket: WebSocket;
}

interface SocketPanel {
  readonly frames: readonly ServerFrame[];
  say(frame: object): void;
}

export interface TestSockets {
  readonly port: number;
  /** A socket that is still connecting. */
  connect(path: string, options?: ConnectOptions): WebSocket;
  /** An open socket. */
  open(path: string, options?: ConnectOptions): Promise<WebSocket>;
  /** Signs in a panel. @returns its frames so far, to which later ones are added; the snapshot is included */
  panel(username: string): Promise<readonly ServerFrame[]>;
  /** The same, to send frames too. */
  panelOf(username: string): Promise<SocketPanel>;
  /** A phone with its own socket, not registered; without options it has a secret of the user. */
  phone(username: string, options?: Partial<SipPhoneOptions>): Promise<SocketPhone>;
  registered(username: string): Promise<SipPhone>;
  /** Closes all sockets. */
  cut(): void;
}

interface ConnectOptions {
  readonly protocol?: string;
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Lets a server listen and connects to it. */
export async function openSockets(server: TestServer): Promise<TestSockets> {
  const port = Number(new URL(await server.listen()).port);
  const sockets: WebSocket[] = [];
  const connect: TestSockets["connect"] = (path, { protocol, origin, headers = {} } = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol ?? [], {
      headers,
      ...(origin === undefined ? {} : { origin }),
    });
    sockets.push(socket);
    return socket;
  };
  const open: TestSockets["open"] = async (path, options) => {
    const socket = connect(path, options);
    await opened(socket);
    return socket;
  };
  const phone: TestSockets["phone"] = async (username, options = {}) => {
    const socket = await open("/sip", { protocol: "sip" });
    const password = options.password ?? (options.ha1 === undefined ? await server.sipSecret(username) : "");
    const { clock } = server;
    const sip = createSipPhone({ dial: dialOver(socket), clock, realm: "demo", username, ...options, password });
    return { sip, socket };
  };
  const panelOf: TestSockets["panelOf"] = async (username) => {
    const { access_token: token } = await server.signIn(username);
    const socket = await open("/events");
    const frames = framesOf(socket);
    socket.send(JSON.stringify({ type: "signin", username, token, realm: "demo" }));
    await expect.poll(() => frames.some(({ type }) => type === "snapshot")).toBe(true);
    return { frames, say: (frame) => socket.send(JSON.stringify(frame)) };
  };
  return {
    port,
    connect,
    open,
    phone,
    panelOf,
    panel: async (username) => (await panelOf(username)).frames,
    registered: async (username) => {
      const { sip } = await phone(username);
      expect((await sip.register()).status).toBe(200);
      return sip;
    },
    cut: () => {
      for (const socket of sockets.splice(0)) socket.terminate();
    },
  };
}

export const opened = (socket: WebSocket) => new Promise((resolve) => socket.once("open", resolve));

/** Parses the frames that arrive from now on. Without answers to its pings the server closes the connection after 30 s. */
export function framesOf(socket: WebSocket, { pongs = true } = {}): readonly ServerFrame[] {
  const frames: ServerFrame[] = [];
  socket.on("message", (data: Buffer) => {
    const frame = serverFrameSchema.parse(JSON.parse(data.toString()));
    frames.push(frame);
    if (pongs && frame.type === "ping") socket.send(JSON.stringify({ type: "pong" }));
  });
  return frames;
}

/** A phone's line over an open socket. */
export const dialOver =
  (socket: WebSocket): SipPhoneOptions["dial"] =>
  ({ receive, closed }) => {
    socket.on("message", (data: Buffer) => receive(data.toString()));
    socket.on("close", closed);
    return { send: (frame) => socket.send(frame), close: () => socket.close() };
  };
