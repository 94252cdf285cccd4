import type { Clock } from "../../shared/clock.ts";

/** The part of a WebSocket that is used. */
export interface PanelSocket {
  send(text: string): void;
  close(): void;
}

export interface SocketHandlers {
  opened(): void;
  received(text: string): void;
  /** RFC 6455 close code; called once, also if the connection never opened. */
  closed(code: number): void;
}

/** `url` may be a path of the panel's own host. */
export type OpenSocket = (url: string, handlers: SocketHandlers) => PanelSocket;

/** One connection: closes itself when the server is silent. */
export interface Link<Sent> {
  send(frame: Sent): void;
  close(): void;
}

/** Reported as the close code: RFC 6455 §7.4.1, abnormal closure. */
const SILENT = 1006;

export interface LinkDeps<Sent, Received> {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly url: string;
  /** Time for connection and sign-in. */
  readonly signInWaitMs: number;
  /** A message is a frame, or an array of frames. Null: an unknown frame, which is dropped. */
  readonly parse: (json: unknown) => Received | null;
  /** Of the greeting; null for every other message. */
  readonly heartbeatOf: (frame: Received) => number | null;
  /** The connection is there: sign in. */
  readonly opened: (send: (frame: Sent) => void) => void;
  readonly receive: (frame: Received) => void;
  readonly ended: (code: number) => void;
}

export function openLink<Sent, Received>(deps: LinkDeps<Sent, Received>): Link<Sent> {
  const { clock } = deps;
  let heardAt = clock.now();
  let open = true;
  let cancelWatch = () => {};

  const end = (code: number) => {
    if (!open) return;
    close();
    deps.ended(code);
  };
  const close = () => {
    open = false;
    cancelWatch();
    socket.close();
  };
  const send = (frame: Sent) => {
    if (open) socket.send(JSON.stringify(frame));
  };
  /** RT-23: after two heartbeats without a message the server counts as lost, even if the socket is still open. */
  const watch = (heartbeatMs: number) => {
    cancelWatch();
    cancelWatch = clock.setTimeout(() => {
      if (clock.now() - heardAt >= 2 * heartbeatMs) end(SILENT);
      else watch(heartbeatMs);
    }, heartbeatMs);
  };
  const take = (json: unknown) => {
    const frame = open && json !== undefined ? deps.parse(json) : null;
    // An unknown frame is dropped; its missing number shows as a gap.
    if (frame === null) return;
    const heartbeatMs = deps.heartbeatOf(frame);
    if (heartbeatMs !== null) watch(heartbeatMs);
    deps.receive(frame);
  };
  const socket = deps.openSocket(deps.url, {
    opened: () => {
      if (open) deps.opened(send);
    },
    received: (text) => {
      if (!open) return;
      heardAt = clock.now();
      const json = jsonOf(text);
      for (const one of Array.isArray(json) ? json : [json]) take(one);
    },
    closed: end,
  });
  cancelWatch = clock.setTimeout(() => end(SILENT), deps.signInWaitMs);
  return { send, close };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
