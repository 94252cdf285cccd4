import type { QueryClient } from "@tanstack/react-query";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/live/events.ts";

/** Minimum time between two reloads: a transfer ends several calls together, and an administrator gets events of all calls. */
export const GATHER_EVENTS_MS = 1_000;

export interface CallHistoryEventsDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly client: Pick<QueryClient, "invalidateQueries">;
  readonly clock: Clock;
}

/** CDR-46: an ended call appears without a click, also after a loss of the connection. @returns a stop function */
export function joinCallHistoryEvents({ events, client, clock }: CallHistoryEventsDeps): () => void {
  let cancel: (() => void) | null = null;
  let joined = false;
  const reload = () => {
    cancel = null;
    void client.invalidateQueries({ queryKey: ["cdrs"] });
  };
  const stop = events.listen((message) => {
    const isFirst = message.type === "snapshot" && !joined;
    joined = true;
    if (isFirst || (message.type === "event" && message.event.action !== "CDR")) return;
    cancel ??= clock.setTimeout(reload, GATHER_EVENTS_MS);
  });
  return () => {
    stop();
    cancel?.();
  };
}
