/** One panel's realtime connection: signs in with its first frame, then gets a snapshot and events, and sends commands. */
import {
  canRead,
  errorText,
  EVENTS_CLOSE,
  EVENTS_HEARTBEAT_MS,
  EVENTS_SIGN_IN_WAIT_MS,
  receivedFrameSchema,
  type CommandHead,
  type ReceivedFrame,
  type Rights,
  type ServerFrame,
} from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Bus } from "../../kernel/bus/bus.ts";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Authenticate, Caller } from "../../kernel/http/caller.ts";
import type { LiveSocket, LiveSocketHandlers } from "../../kernel/http/web-sockets.ts";
import type { Log } from "../../kernel/log.ts";
import { ownEvent } from "./own-events.ts";
import { BATCH_MS, createOutbox, type Outbox } from "./outbox.ts";
import type { Receiver, Stream, Streams } from "./stream.ts";

/** The connection whose commands are run. */
export interface CommandConnection {
  readonly caller: Caller;
  /** RT-11: whether the rights are still those from the start of the connection; if not, it has been closed. */
  readonly isCurrent: () => Promise<boolean>;
  /** Sends a response; the connection may have closed in the meantime. */
  readonly send: (frame: ServerFrame) => void;
}

/** Takes the commands of one connection. */
export type OpenCommands = (connection: CommandConnection) => (command: CommandHead) => void;

export interface ConnectionDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly authenticate: Authenticate;
  /** The current rights of the session's person; undefined when the session has ended or the person may not use the panel. */
  readonly rightsOf: (caller: Caller) => Promise<Rights | undefined>;
  readonly bus: Pick<Bus, "subscribe" | "onGap">;
  readonly openCommands: OpenCommands;
  readonly streams: Streams;
}

/**
 * RT-7: a reader that is further behind, not counting its last snapshot, is disconnected. It reconnects and gets a
 * snapshot.
 */
export const EVENTS_BEHIND_BYTES = 262_144;
/** RT-6: the shortest interval of snapshots for one receiver. */
const SNAPSHOT_EVERY_MS = 1_000;

type State =
  | { readonly phase: "signingIn" }
  | { readonly phase: "checking" }
  | {
      readonly phase: "open";
      readonly caller: Caller;
      readonly stream: Stream;
      readonly outbox: Outbox;
      readonly dispatch: (command: CommandHead) => void;
      readonly snapshotAt: number;
    }
  | { readonly phase: "closed" };

/** Starts to wait for the sign-in when it is created. */
export class PanelConnection implements Receiver, LiveSocketHandlers {
  readonly #deps: ConnectionDeps;
  readonly #socket: LiveSocket;
  #state: State = { phase: "signingIn" };
  #heardAt: number;
  #stop: () => void;
  #cancelSnapshot: (() => void) | undefined;
  /** RT-7: the snapshot of a large company must not count as a slow reader. */
  #snapshotBytes = 0;

  constructor(deps: ConnectionDeps, socket: LiveSocket) {
    this.#deps = deps;
    this.#socket = socket;
    this.#heardAt = deps.clock.now();
    this.#stop = deps.clock.setTimeout(() => this.#end(EVENTS_CLOSE.badSignIn, "no sign-in"), EVENTS_SIGN_IN_WAIT_MS);
  }

  receive(data: string | Uint8Array): void {
    if (this.#state.phase === "closed") return;
    this.#heardAt = this.#deps.clock.now();
    const frame = parseFrame(data);
    if (frame === undefined) this.#end(EVENTS_CLOSE.badFrame, "malformed frame");
    else this.#take(frame);
  }

  closed(): void {
    this.#leave();
  }

  /** An event; it may wait for others (RT-62). */
  send(text: string): void {
    if (this.#state.phase === "open") this.#state.outbox.add(text);
  }

  #write(text: string): void {
    const behindBytes = this.#socket.bufferedAmount;
    if (behindBytes > EVENTS_BEHIND_BYTES + this.#snapshotBytes) return this.#end(EVENTS_CLOSE.tooSlow, "too slow");
    if (behindBytes <= EVENTS_BEHIND_BYTES) this.#snapshotBytes = 0;
    this.#socket.send(text);
  }

  #take(frame: ReceivedFrame): void {
    if (frame.type === "pong") return;
    if (this.#state.phase === "signingIn" && frame.type === "signin") {
      this.#signIn(frame).catch((error: unknown) => {
        this.#deps.log.error("a realtime sign-in failed", { err: error });
        this.#end(1011, errorText("server.internal"));
      });
      return;
    }
    if (this.#state.phase !== "open" || frame.type === "signin")
      return this.#end(EVENTS_CLOSE.badFrame, "unexpected frame");
    if (frame.type === "snapshot") return this.#requestSnapshot();
    this.#state.dispatch(frame);
  }

  async #signIn(frame: Extract<ReceivedFrame, { type: "signin" }>): Promise<void> {
    this.#state = { phase: "checking" };
    const caller = await this.#deps.authenticate(frame.token);
    // It may have closed in the meantime.
    if (this.#state.phase !== "checking") return;
    if (caller === undefined || caller.username !== frame.username.toLowerCase() || caller.realm.name !== frame.realm)
      return this.#end(EVENTS_CLOSE.badSignIn, errorText("rmqc.error.token"));
    if (!caller.mayUsePanel || !canRead(caller.rights, "configs"))
      return this.#end(EVENTS_CLOSE.forbidden, errorText("request.forbidden"));
    this.#open(
      caller,
      createOutbox(this.#deps.clock, frame.batches ? BATCH_MS : 0, (text) => this.#write(text)),
    );
  }

  #open(caller: Caller, outbox: Outbox): void {
    const { clock, bus, streams, openCommands } = this.#deps;
    this.#stop();
    const stops = [
      repeat(clock, EVENTS_HEARTBEAT_MS, () => this.#beat()),
      // A new password or second factor ends other sessions: their panels are closed now, not at the next heartbeat.
      bus.subscribe(ownEvent, ({ userId, event }) => {
        if (userId !== caller.userId || event.action !== "SETTING") return;
        if (event.setting === "profile" || event.setting === "otp") this.#checkRights();
      }),
      // Events of other servers may have been missed: with a snapshot, the panel loads its lists again.
      bus.onGap(() => {
        this.#checkRights();
        this.#requestSnapshot();
      }),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
    const stream = streams.join(this, caller.realm.name, caller);
    const dispatch = openCommands({
      caller,
      isCurrent: () => this.#isCurrent(),
      send: (frame) => {
        if (this.#state.phase === "open") this.#sendFrame(frame);
      },
    });
    this.#state = { phase: "open", caller, stream, outbox, dispatch, snapshotAt: clock.now() };
    this.#sendFrame({ type: "hello", sequence: stream.sequence, heartbeatMs: EVENTS_HEARTBEAT_MS, at: clock.now() });
    this.#sendSnapshot(stream);
    stream.sendRecent();
  }

  #beat(): void {
    if (this.#state.phase !== "open") return;
    if (this.#deps.clock.now() - this.#heardAt > 2 * EVENTS_HEARTBEAT_MS)
      return this.#end(EVENTS_CLOSE.tooSlow, "silent");
    this.#sendFrame({ type: "ping" });
    this.#checkRights();
  }

  /** RT-11: if the session has ended or the rights have changed, the connection is closed. */
  async #isCurrent(): Promise<boolean> {
    if (this.#state.phase !== "open") return false;
    const { caller } = this.#state;
    const rights = await this.#deps.rightsOf(caller);
    if (this.#state.phase !== "open") return false;
    if (rights !== undefined && isDeepStrictEqual(caller.rights, rights)) return true;
    if (rights === undefined) this.#end(EVENTS_CLOSE.badSignIn, errorText("rmqc.error.token"));
    else this.#end(EVENTS_CLOSE.rightsChanged, "rights changed");
    return false;
  }

  #checkRights(): void {
    this.#isCurrent().catch((error: unknown) => {
      this.#deps.log.warn("a session could not be checked", { err: error });
    });
  }

  /** RT-6: at most one per interval, however often it is requested. */
  #requestSnapshot(): void {
    const { clock } = this.#deps;
    if (this.#state.phase !== "open" || this.#cancelSnapshot !== undefined) return;
    const wait = this.#state.snapshotAt + SNAPSHOT_EVERY_MS - clock.now();
    const run = (): void => {
      this.#cancelSnapshot = undefined;
      if (this.#state.phase !== "open") return;
      this.#state = { ...this.#state, snapshotAt: clock.now() };
      this.#sendSnapshot(this.#state.stream);
    };
    if (wait <= 0) run();
    else this.#cancelSnapshot = clock.setTimeout(run, wait);
  }

  #sendSnapshot(stream: Stream): void {
    const text = stream.snapshotText();
    this.#sendNow(text);
    this.#snapshotBytes = Buffer.byteLength(text);
  }

  #sendFrame(frame: ServerFrame): void {
    this.#sendNow(JSON.stringify(frame));
  }

  #sendNow(text: string): void {
    if (this.#state.phase !== "open") return;
    this.#state.outbox.add(text);
    this.#state.outbox.flush();
  }

  #end(code: number, reason: string): void {
    if (this.#state.phase === "open") this.#state.outbox.flush();
    // The frame just sent may have ended the connection.
    if (this.#state.phase === "closed") return;
    this.#leave();
    this.#socket.close(code, reason);
  }

  #leave(): void {
    this.#stop();
    this.#cancelSnapshot?.();
    if (this.#state.phase === "open") {
      this.#state.stream.leave();
      this.#state.outbox.stop();
    }
    this.#state = { phase: "closed" };
  }
}

function parseFrame(data: string | Uint8Array): ReceivedFrame | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const parsed = z.safeParse(receivedFrameSchema, JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
