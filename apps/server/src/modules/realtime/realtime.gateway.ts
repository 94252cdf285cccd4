import {
  AppError,
  canRead,
  clientFrameSchema,
  errorText,
  EVENTS_CLOSE,
  EVENTS_HEARTBEAT_MS,
  EVENTS_SIGN_IN_WAIT_MS,
  type ClientFrame,
  type ServerFrame,
} from "@callpanel/contract";
import * as z from "zod/mini";
import type { Authenticate, Caller } from "../../kernel/caller.ts";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { LiveSocket, LiveSocketHandlers } from "../../kernel/web-sockets.ts";

export interface RealtimeDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly authenticate: Authenticate;
  /** False once the session was ended: its connections are closed at the next heartbeat. */
  readonly isSessionOpen: (sessionId: string) => Promise<boolean>;
}

/** Frames a panel sends are small; the largest is a sign-in. */
export const EVENTS_FRAME_BYTES = 16_384;

type Connection =
  | { readonly phase: "signingIn" }
  | { readonly phase: "checking" }
  | { readonly phase: "open"; readonly caller: Caller }
  | { readonly phase: "closed" };

/**
 * The realtime connection: the panel signs in with its first frame, then both sides prove to be alive. No area feeds the
 * stream yet, and every command is refused.
 */
export function createRealtimeGateway(deps: RealtimeDeps): (socket: LiveSocket) => LiveSocketHandlers {
  return (socket) => connect(deps, socket);
}

function connect({ clock, log, authenticate, isSessionOpen }: RealtimeDeps, socket: LiveSocket): LiveSocketHandlers {
  let connection: Connection = { phase: "signingIn" };
  let heardAt = clock.now();
  let stop = clock.setTimeout(() => end(EVENTS_CLOSE.badSignIn, "no sign-in"), EVENTS_SIGN_IN_WAIT_MS);

  const send = (frame: ServerFrame): void => socket.send(JSON.stringify(frame));
  const end = (code: number, reason: string): void => {
    stop();
    connection = { phase: "closed" };
    socket.close(code, reason);
  };

  const signIn = async (frame: Extract<ClientFrame, { type: "signin" }>): Promise<void> => {
    connection = { phase: "checking" };
    const caller = await authenticate(frame.token);
    // It may have closed meanwhile.
    if (connection.phase !== "checking") return;
    if (caller === undefined || caller.username !== frame.username.toLowerCase() || caller.realm.name !== frame.realm)
      return end(EVENTS_CLOSE.badSignIn, errorText("rmqc.error.token"));
    if (!caller.mayUsePanel || !canRead(caller.rights, "configs"))
      return end(EVENTS_CLOSE.forbidden, errorText("request.forbidden"));
    stop();
    connection = { phase: "open", caller };
    stop = repeat(clock, EVENTS_HEARTBEAT_MS, beat);
    send({ type: "hello", sequence: 0, heartbeatMs: EVENTS_HEARTBEAT_MS });
  };

  const beat = (): void => {
    if (connection.phase !== "open") return;
    if (clock.now() - heardAt > 2 * EVENTS_HEARTBEAT_MS) return end(EVENTS_CLOSE.tooSlow, "silent");
    send({ type: "ping" });
    isSessionOpen(connection.caller.sessionId).then(
      (open) => {
        if (!open && connection.phase === "open") end(EVENTS_CLOSE.badSignIn, errorText("rmqc.error.token"));
      },
      (error: unknown) => log.warn("a session could not be checked", { err: error }),
    );
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
    const refusal = new AppError("request.notFound");
    send({ type: "refusal", id: frame.id, code: refusal.code, error_description: refusal.message });
  };

  return {
    receive: (data) => {
      if (connection.phase === "closed") return;
      heardAt = clock.now();
      const frame = parseFrame(data);
      if (frame === undefined) end(EVENTS_CLOSE.badFrame, "malformed frame");
      else take(frame);
    },
    closed: () => {
      stop();
      connection = { phase: "closed" };
    },
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
