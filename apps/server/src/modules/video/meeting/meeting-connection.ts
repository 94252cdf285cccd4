/** One connection to `/video`: enters with its first frame, or comes back (MEET-32 to MEET-35). */
import {
  MEETING_CLOSE,
  MEETING_ENTER_WAIT_MS,
  MEETING_HEARTBEAT_MS,
  MEETING_LIMITS,
  meetingClientFrameSchema,
  meetingOrderHeadSchema,
  type MeetingClientFrame,
  type MeetingOrderHead,
  type MeetingServerFrame,
} from "@callpanel/contract";
import * as z from "zod/mini";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import { createTokenBucket, type TokenBucket } from "../../../kernel/guard/token-bucket.ts";
import type { LiveSocket, LiveSocketHandlers } from "../../../kernel/http/web-sockets.ts";
import type { MeetingLine } from "./live-meeting.ts";
import type { MeetingHub, Seated } from "./meeting-hub.ts";

export interface MeetingConnectionDeps {
  readonly clock: Clock;
  readonly hub: Pick<MeetingHub, "enter" | "resume">;
}

/** MEET-34: a reader that is further behind is disconnected. The state that a newcomer gets is shorter. */
const MEETING_BEHIND_BYTES = 786_432;
const NORMAL_CLOSE = 1000;

type Phase = "waiting" | "entering" | "in" | "closed";

export class MeetingConnection implements MeetingLine, LiveSocketHandlers {
  readonly #deps: MeetingConnectionDeps;
  readonly #socket: LiveSocket;
  readonly #frames: TokenBucket;
  #phase: Phase = "waiting";
  #seated: Seated | undefined;
  #heardAt: number;
  #stop: () => void;

  constructor(deps: MeetingConnectionDeps, socket: LiveSocket) {
    this.#deps = deps;
    this.#socket = socket;
    this.#heardAt = deps.clock.now();
    const { framesPerSecond: perSecond, framesBurst: burst } = MEETING_LIMITS;
    this.#frames = createTokenBucket({ clock: deps.clock, perSecond, burst });
    this.#stop = deps.clock.setTimeout(() => this.#cut(MEETING_CLOSE.refused, "no ticket"), MEETING_ENTER_WAIT_MS);
  }

  receive(data: string | Uint8Array): void {
    if (this.#phase === "closed") return undefined;
    this.#heardAt = this.#deps.clock.now();
    if (!this.#frames.take()) return this.#cut(MEETING_CLOSE.tooMany, "too many frames");
    const frame = parseFrame(data);
    if (frame === undefined) return this.#cut(MEETING_CLOSE.badFrame, "malformed frame");
    if (frame.type === "pong") return undefined;
    if (frame.type === "enter" || frame.type === "resume") return this.#enter(frame);
    if (this.#seated === undefined) return this.#cut(MEETING_CLOSE.badFrame, "unexpected frame");
    if (isWhole(frame)) return this.#seated.receive(frame);
    const { request } = frame;
    const details = { detail: "an unknown order, or wrong fields" };
    return this.send(
      JSON.stringify({ type: "refused", request, code: "request.invalid", details } satisfies MeetingServerFrame),
    );
  }

  closed(): void {
    this.#leave();
  }

  send(text: string): void {
    if (this.#phase === "closed") return undefined;
    if (this.#socket.bufferedAmount > MEETING_BEHIND_BYTES) return this.#cut(MEETING_CLOSE.tooSlow, "too slow");
    this.#socket.send(text);
    return undefined;
  }

  end(frame: MeetingServerFrame): void {
    if (this.#phase === "closed") return;
    this.#socket.send(JSON.stringify(frame));
    const code = frame.type === "refused" ? MEETING_CLOSE.refused : NORMAL_CLOSE;
    this.#cut(code, frame.type === "over" ? frame.reason : "refused");
  }

  #enter(frame: Extract<MeetingClientFrame, { type: "enter" | "resume" }>): void {
    if (this.#phase !== "waiting") return this.#cut(MEETING_CLOSE.badFrame, "unexpected frame");
    this.#stop();
    this.#stop = repeat(this.#deps.clock, MEETING_HEARTBEAT_MS, () => this.#beat());
    if (frame.type === "resume") return this.#sit(this.#deps.hub.resume(frame.token, this));
    this.#phase = "entering";
    // It never rejects: the reason is sent on the line.
    this.#deps.hub.enter(frame.ticket, this).then(
      (seated) => this.#sit(seated),
      () => this.#cut(MEETING_CLOSE.refused, "refused"),
    );
    return undefined;
  }

  #sit(seated: Seated | undefined): void {
    // The connection was closed meanwhile.
    if (this.#phase === "closed") return seated?.cut();
    this.#seated = seated;
    this.#phase = "in";
    return undefined;
  }

  #beat(): void {
    if (this.#deps.clock.now() - this.#heardAt > 2 * MEETING_HEARTBEAT_MS)
      return this.#cut(MEETING_CLOSE.tooSlow, "silent");
    return this.send(JSON.stringify({ type: "ping" } satisfies MeetingServerFrame));
  }

  #cut(code: number, reason: string): void {
    if (this.#phase === "closed") return;
    this.#leave();
    this.#socket.close(code, reason);
  }

  #leave(): void {
    this.#stop();
    this.#phase = "closed";
    const seated = this.#seated;
    this.#seated = undefined;
    seated?.cut();
  }
}

/** An order that cannot be read is a head only. */
function parseFrame(data: string | Uint8Array): MeetingClientFrame | MeetingOrderHead | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const json: unknown = JSON.parse(data);
    return z.safeParse(meetingClientFrameSchema, json).data ?? z.safeParse(meetingOrderHeadSchema, json).data;
  } catch {
    return undefined;
  }
}

const isWhole = (frame: MeetingClientFrame | MeetingOrderHead): frame is MeetingClientFrame =>
  frame.type !== "order" || "order" in frame;
