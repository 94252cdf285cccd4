import {
  canRead,
  clientFrameSchema,
  errorText,
  EVENTS_CLOSE,
  EVENTS_HEARTBEAT_MS,
  EVENTS_SIGN_IN_WAIT_MS,
  type ClientFrame,
  type CommandFrame,
  type Rights,
  type ServerFrame,
} from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Authenticate, Caller } from "../../kernel/http/caller.ts";
import type { Bus } from "../../kernel/bus/bus.ts";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { LiveSocket, LiveSocketHandlers } from "../../kernel/http/web-sockets.ts";
import type { EventSource } from "./event-source.ts";
import { ownEvent } from "./own-events.ts";
import { createStreams, type Receiver, type Stream, type Streams } from "./stream.ts";

/** The connection whose commands are run. */
export interface CommandConnection {
  readonly caller: Caller;
  /** RT-11: whether the rights are still those from the start of the connection; if not, it has been closed. */
  readonly isCurrent: () => Promise<boolean>;
  /** Sends a response; the connection may have closed in the meantime. */
  readonly send: (frame: ServerFrame) => void;
}

/** Takes the commands of one connection. */
export type OpenCommands = (connection: CommandConnection) => (frame: CommandFrame) => void;

export interface RealtimeDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly authenticate: Authenticate;
  /** The current rights of the session's person; undefined when the session has ended or the person may not use the panel. */
  readonly rightsOf: (caller: Caller) => Promise<Rights | undefined>;
  /** Everything that sends events. */
  readonly sources: readonly EventSource[];
  readonly bus: Pick<Bus, "subscribe" | "onGap">;
  readonly openCommands: OpenCommands;
}

export interface RealtimeGateway {
  readonly accept: (socket: LiveSocket) => LiveSocketHandlers;
  stop(): void;
}

/** Limit of a panel's frames, which are small; the largest is a sign-in. */
export const EVENTS_FRAME_BYTES = 16_384;
/**
 * RT-7: a reader that is further behind, not counting its last snapshot, is disconnected. It reconnects and gets a
 * snapshot.
 */
export const EVENTS_BEHIND_BYTES = 262_144;
/** RT-6: the shortest interval of snapshots for one receiver. */
export const SNAPSHOT_EVERY_MS = 1_000;

type Connection =
  | { readonly phase: "signingIn" }
  | { readonly phase: "checking" }
  | {
      readonly phase: "open";
      readonly caller: Caller;
      readonly stream: Stream;
      readonly dispatch: (frame: CommandFrame) => void;
      readonly snapshotAt: number;
    }
  | { readonly phase: "closed" };

/**
 * The realtime connection: the panel signs in with its first frame, receives a snapshot and then changes as far as its rights
 * allow, and sends commands. Both sides send heartbeats.
 */
export function createRealtimeGateway(deps: RealtimeDeps): RealtimeGateway {
  const streams = createStreams(deps.sources);
  return { accept: (socket) => connect({ ...deps, streams }, socket), stop: streams.stop };
}

function connect(deps: RealtimeDeps & { readonly streams: Streams }, socket: LiveSocket): LiveSocketHandlers {
  const { clock, log, streams } = deps;
  let connection: Connection = { phase: "signingIn" };
  let heardAt = clock.now();
  let stop = clock.setTimeout(() => end(EVENTS_CLOSE.badSignIn, "no sign-in"), EVENTS_SIGN_IN_WAIT_MS);
  let cancelSnapshot: (() => void) | undefined;

  /** RT-7: the snapshot of a large company must not count as a slow reader. */
  let snapshotBytes = 0;
  const receiver: Receiver = {
    send: (text) => {
      const behindBytes = socket.bufferedAmount;
      if (behindBytes > EVENTS_BEHIND_BYTES + snapshotBytes) return end(EVENTS_CLOSE.tooSlow, "too slow");
      if (behindBytes <= EVENTS_BEHIND_BYTES) snapshotBytes = 0;
      socket.send(text);
    },
  };
  const giveSnapshot = (text: string): void => {
    receiver.send(text);
    snapshotBytes = Buffer.byteLength(text);
  };
  const send = (frame: ServerFrame): void => receiver.send(JSON.stringify(frame));
  const leave = (): void => {
    stop();
    cancelSnapshot?.();
    if (connection.phase === "open") connection.stream.leave();
    connection = { phase: "closed" };
  };
  const end = (code: number, reason: string): void => {
    leave();
    socket.close(code, reason);
  };

  const signIn = async (frame: Extract<ClientFrame, { type: "signin" }>): Promise<void> => {
    connection = { phase: "checking" };
    const caller = await deps.authenticate(frame.token);
    // It may have closed in the meantime.
    if (connection.phase !== "checking") return;
    if (caller === undefined || caller.username !== frame.username.toLowerCase() || caller.realm.name !== frame.realm)
      return end(EVENTS_CLOSE.badSignIn, errorText("rmqc.error.token"));
    if (!caller.mayUsePanel || !canRead(caller.rights, "configs"))
      return end(EVENTS_CLOSE.forbidden, errorText("request.forbidden"));
    stop();
    const stopBeat = repeat(clock, EVENTS_HEARTBEAT_MS, beat);
    // A new password or second factor ends other sessions: their panels are closed now, not at the next heartbeat.
    const stopOwn = deps.bus.subscribe(ownEvent, ({ userId, event }) => {
      if (userId !== caller.userId || event.action !== "SETTING") return;
      if (event.setting === "profile" || event.setting === "otp") prove();
    });
    // Events of other servers may have been missed: with a snapshot, the panel loads its lists again.
    const stopGap = deps.bus.onGap(() => {
      prove();
      sendSnapshot();
    });
    stop = () => {
      stopBeat();
      stopOwn();
      stopGap();
    };
    const stream = streams.join(receiver, caller.realm.name, caller);
    const answer = (told: ServerFrame): void => {
      if (connection.phase === "open") send(told);
    };
    const dispatch = deps.openCommands({ caller, isCurrent, send: answer });
    connection = { phase: "open", caller, stream, dispatch, snapshotAt: clock.now() };
    send({ type: "hello", sequence: stream.sequence, heartbeatMs: EVENTS_HEARTBEAT_MS, at: clock.now() });
    giveSnapshot(stream.snapshotText());
  };

  const beat = (): void => {
    if (connection.phase !== "open") return;
    if (clock.now() - heardAt > 2 * EVENTS_HEARTBEAT_MS) return end(EVENTS_CLOSE.tooSlow, "silent");
    send({ type: "ping" });
    prove();
  };

  /** RT-11: if the session has ended or the rights have changed, the connection is closed. */
  const isCurrent = async (): Promise<boolean> => {
    if (connection.phase !== "open") return false;
    const { caller } = connection;
    const rights = await deps.rightsOf(caller);
    if (connection.phase !== "open") return false;
    if (rights !== undefined && isDeepStrictEqual(caller.rights, rights)) return true;
    if (rights === undefined) end(EVENTS_CLOSE.badSignIn, errorText("rmqc.error.token"));
    else end(EVENTS_CLOSE.rightsChanged, "rights changed");
    return false;
  };

  const prove = (): void => {
    isCurrent().catch((error: unknown) => log.warn("a session could not be checked", { err: error }));
  };

  /** RT-6: at most one per interval, however often it is requested. */
  const sendSnapshot = (): void => {
    if (connection.phase !== "open" || cancelSnapshot !== undefined) return;
    const wait = connection.snapshotAt + SNAPSHOT_EVERY_MS - clock.now();
    const run = (): void => {
      cancelSnapshot = undefined;
      if (connection.phase !== "open") return;
      connection = { ...connection, snapshotAt: clock.now() };
      giveSnapshot(connection.stream.snapshotText());
    };
    if (wait <= 0) run();
    else cancelSnapshot = clock.setTimeout(run, wait);
  };

  const take = (frame: ClientFrame): void => {
    if (frame.type === "pong") return;
    if (connection.phase === "signingIn" && frame.type === "signin") {
      signIn(frame).catch((error: unknown) => {
        log.error("a realtime sign-in failed", { err: error });
        end(1011, errorText("server.internal"));
      });
      return;
    }
    if (connection.phase !== "open" || frame.type === "signin") return end(EVENTS_CLOSE.badFrame, "unexpected frame");
    if (frame.type === "snapshot") return sendSnapshot();
    connection.dispatch(frame);
  };

  return {
    receive: (data) => {
      if (connection.phase === "closed") return;
      heardAt = clock.now();
      const frame = parseFrame(data);
      if (frame === undefined) end(EVENTS_CLOSE.badFrame, "malformed frame");
      else take(frame);
    },
    closed: leave,
  };
}

function parseFrame(data: string | Uint8Array): ClientFrame | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const parsed = z.safeParse(clientFrameSchema, JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
