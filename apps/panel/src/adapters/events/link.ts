import { serverFrameSchema } from "@callpanel/contract";
import type { ClientFrame, ServerFrame } from "@callpanel/contract";
import type { Clock } from "../../shared/clock.ts";

/** The part of a WebSocket that is used. */
export interface EventsSocket {
  send(text: string): void;
  close(): void;
}

export interface EventsSocketHandlers {
  opened(): void;
  received(text: string): void;
  /** RFC 6455 close code; called once, also if the connection never opened. */
  closed(code: number): void;
}

/** `url` may be a path of the panel's own host. */
export type OpenSocket = (url: string, handlers: EventsSocketHandlers) => EventsSocket;

/** One connection: signs in when it opens, closes itself when the server is silent. */
export interface Link {
  send(frame: ClientFrame): void;
  close(): void;
}

/** Reported as the close code: RFC 6455 §7.4.1, abnormal closure. */
const SILENT = 1006;

export function openLink(deps: {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly url: string;
  readonly signIn: ClientFrame;
  readonly signInWaitMs: number;
  readonly receive: (frame: ServerFrame) => void;
  readonly ended: (code: number) => void;
}): Link {
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
  /** RT-23: after two heartbeats without a message the server counts as lost, even if the socket is still open. */
  const watch = (heartbeatMs: number) => {
    cancelWatch();
    cancelWatch = clock.setTimeout(() => {
      if (clock.now() - heardAt >= 2 * heartbeatMs) end(SILENT);
      else watch(heartbeatMs);
    }, heartbeatMs);
  };
  const socket = deps.openSocket(deps.url, {
    opened: () => {
      if (open) socket.send(JSON.stringify(deps.signIn));
    },
    received: (text) => {
      if (!open) return;
      heardAt = clock.now();
      const frame = parseFrame(text);
      // An unknown message is dropped; its missing number shows as a gap.
      if (frame === null) return;
      if (frame.type === "hello") watch(frame.heartbeatMs);
      deps.receive(frame);
    },
    closed: end,
  });
  cancelWatch = clock.setTimeout(() => end(SILENT), deps.signInWaitMs);
  return {
    send: (frame) => {
      if (open) socket.send(JSON.stringify(frame));
    },
    close,
  };
}

function parseFrame(text: string): ServerFrame | null {
  try {
    const parsed = serverFrameSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
