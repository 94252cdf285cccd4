import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { BusTransportEvents } from "./bus-transport.port.ts";

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

export interface KeptConnectionDeps<Connection> {
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Pick<BusTransportEvents, "reconnected">;
  /** `lost` is called when the connection ends, also while it is being opened; rejects when there is none. */
  readonly open: (lost: (error?: unknown) => void) => Promise<Connection>;
  readonly end: (connection: Connection) => Promise<void>;
}

export interface KeptConnection<Connection> {
  /** Resolves after the first attempt to connect, also when that failed. */
  readonly ready: Promise<void>;
  /** Undefined: there is no connection at the moment. */
  current(): Connection | undefined;
  close(): Promise<void>;
}

/** Connects to what carries the bus, and again after each loss, with pauses that double (BUS-8). */
export function keepConnection<Connection>(deps: KeptConnectionDeps<Connection>): KeptConnection<Connection> {
  const { clock, log, events } = deps;
  let current: Connection | undefined;
  let retryMs = FIRST_RETRY_MS;
  let wasAway = false;
  let isClosed = false;
  let cancelRetry = (): void => undefined;

  const later = (error: unknown): void => {
    if (isClosed) return;
    if (!wasAway) log.warn("the connection to other servers is lost", { err: error });
    wasAway = true;
    cancelRetry = clock.setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  };
  const connect = async (): Promise<void> => {
    const attempt = { isOver: false };
    const lost = (error?: unknown): void => {
      if (attempt.isOver) return;
      attempt.isOver = true;
      current = undefined;
      later(error);
    };
    let opened: Connection;
    try {
      opened = await deps.open(lost);
    } catch (error) {
      return lost(error);
    }
    if (isClosed) attempt.isOver = true;
    if (attempt.isOver) return deps.end(opened);
    current = opened;
    retryMs = FIRST_RETRY_MS;
    if (!wasAway) return undefined;
    wasAway = false;
    log.info("the connection to other servers is there again");
    return events.reconnected();
  };
  return {
    ready: connect(),
    current: () => current,
    close: async () => {
      isClosed = true;
      cancelRetry();
      if (current !== undefined) await deps.end(current);
    },
  };
}
