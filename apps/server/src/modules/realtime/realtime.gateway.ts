import type { LiveSocket, LiveSocketHandlers } from "../../kernel/http/web-sockets.ts";
import type { EventSource } from "./event-source.ts";
import { PanelConnection, type ConnectionDeps } from "./panel-connection.ts";
import { createStreams } from "./stream.ts";

export interface RealtimeDeps extends Omit<ConnectionDeps, "streams"> {
  /** Everything that sends events. */
  readonly sources: readonly EventSource[];
}

export interface RealtimeGateway {
  readonly accept: (socket: LiveSocket) => LiveSocketHandlers;
  stop(): void;
}

/** Limit of a panel's frames, which are small; the largest is a sign-in. */
export const EVENTS_FRAME_BYTES = 16_384;

/**
 * The realtime connections: a panel signs in with its first frame, receives a snapshot and then changes as far as its rights
 * allow, and sends commands. Both sides send heartbeats.
 */
export function createRealtimeGateway(deps: RealtimeDeps): RealtimeGateway {
  const streams = createStreams(deps.sources);
  return { accept: (socket) => new PanelConnection({ ...deps, streams }, socket), stop: streams.stop };
}
