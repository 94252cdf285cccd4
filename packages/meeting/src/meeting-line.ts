/** The socket of a meeting: enters, answers heartbeats, and comes back after a lost connection. */
import { meetingServerFrameSchema } from "@callpanel/contract";
import type { MeetingClientFrame, MeetingServerFrame } from "@callpanel/contract";
import type { Clock } from "./ports/clock.port.ts";
import type { MeetingSocket, OpenSocket } from "./ports/socket.port.ts";

/** How the user gets in: with a ticket, used once, or back after a lost connection or a reload. */
export type Entrance = { readonly ticket: string } | { readonly resume: string };

export interface MeetingLineDeps {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly receive: (frame: MeetingServerFrame) => void;
  /** The socket is gone, and will be opened again. */
  readonly cut: () => void;
  /** It does not come back. */
  readonly lost: () => void;
}

export interface MeetingLine {
  /** Dropped while the user is not in: the server accepts nothing before, and after it the state is sent again. */
  send(frame: MeetingClientFrame): void;
  /** There is a network again: tries at once. */
  retry(): void;
  close(): void;
}

/** Waits before each try after a cut; the last one repeats. */
export const RETRY_AFTER_MS = [0, 500, 1_000, 2_000, 4_000] as const;
/** For connection and entering; without an answer the socket counts as dead. */
export const ENTER_WAIT_MS = 8_000;
const SILENT_HEARTBEATS = 2;
/** Before the server has said how long: a page that was loaded again. */
const RELOAD_RESUME_MS = 30_000;

/** VCLIENT-3 */
export function createMeetingLine(deps: MeetingLineDeps, entrance: Entrance): MeetingLine {
  const { clock } = deps;
  let way = entrance;
  let socket: MeetingSocket | null = null;
  let cancelWatch = () => {};
  let cancelRetry = () => {};
  let tries = 0;
  /** For how long the user may come back after a lost connection. */
  let resumeMs = RELOAD_RESUME_MS;
  let cutAt: number | undefined;
  let heartbeatMs = 0;
  let isIn = false;
  let isClosed = false;

  const send = (frame: MeetingClientFrame): void => socket?.send(JSON.stringify(frame));
  const close = (): void => {
    isClosed = true;
    cancelWatch();
    cancelRetry();
    socket?.close();
    socket = null;
  };
  const again = (): void => {
    if (isClosed) return;
    cancelWatch();
    socket = null;
    isIn = false;
    if (cutAt === undefined) {
      cutAt = clock.now();
      deps.cut();
    }
    // A ticket is used once: only a participant who was in comes back.
    if (!("resume" in way) || clock.now() - cutAt > resumeMs) {
      close();
      return deps.lost();
    }
    const wait = RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)] ?? 0;
    tries += 1;
    cancelRetry = clock.setTimeout(open, wait);
  };
  /** A silent socket is given up before the browser notices. */
  const watch = (ms: number): void => {
    cancelWatch();
    cancelWatch = clock.setTimeout(() => {
      const dead = socket;
      socket = null;
      dead?.close();
      again();
    }, ms);
  };
  const open = (): void => {
    cancelRetry();
    const isMine = () => mine === socket;
    const mine = deps.openSocket({
      opened: () => {
        if (!isMine()) return;
        send("resume" in way ? { type: "resume", token: way.resume } : { type: "enter", ticket: way.ticket });
      },
      received: (text) => {
        const frame = isMine() ? frameOf(text) : null;
        if (frame !== null) receive(frame);
      },
      closed: () => {
        if (isMine()) again();
      },
    });
    socket = mine;
    watch(ENTER_WAIT_MS);
  };
  const receive = (frame: MeetingServerFrame): void => {
    if (frame.type === "ping") send({ type: "pong" });
    if (frame.type === "lobby" || frame.type === "joined") {
      isIn = true;
      heartbeatMs = frame.heartbeat_ms;
    }
    if (frame.type === "joined") {
      way = { resume: frame.resume };
      resumeMs = frame.resume_ms;
      cutAt = undefined;
      tries = 0;
    }
    if (heartbeatMs > 0) watch(heartbeatMs * SILENT_HEARTBEATS);
    const isLast = frame.type === "over" || (frame.type === "refused" && frame.request === undefined && !isIn);
    if (isLast) close();
    if (frame.type !== "ping") deps.receive(frame);
  };
  open();
  return {
    send(frame) {
      if (isIn) send(frame);
    },
    retry() {
      if (isClosed || socket !== null) return;
      open();
    },
    close,
  };
}

/** Null: not a frame that this page knows. */
function frameOf(text: string): MeetingServerFrame | null {
  try {
    const parsed = meetingServerFrameSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
