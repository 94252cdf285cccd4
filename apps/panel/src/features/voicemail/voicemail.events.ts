import type { QueryClient } from "@tanstack/react-query";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import { VOICEMAILS_KEY } from "./keys.ts";

/** A message and its transcript cause several events: lists are loaded again after a pause. */
export const GATHER_EVENTS_MS = 200;

export interface VoicemailReload {
  /** Loads the lists again after all events that belong together have arrived. */
  soon(): void;
  stop(): void;
}

export function createVoicemailReload({
  client,
  clock,
}: {
  readonly client: Pick<QueryClient, "invalidateQueries">;
  readonly clock: Clock;
}): VoicemailReload {
  let cancel: (() => void) | null = null;
  const reload = () => {
    cancel = null;
    void client.invalidateQueries({ queryKey: VOICEMAILS_KEY });
  };
  return {
    soon() {
      cancel ??= clock.setTimeout(reload, GATHER_EVENTS_MS);
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}

export interface VoicemailEventsDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly reload: VoicemailReload;
}

/** VMU-21: changes of a box appear without a click, also after a loss of the connection. @returns a stop function */
export function joinVoicemailEvents({ events, reload }: VoicemailEventsDeps): () => void {
  let joined = false;
  const stop = events.listen((message) => {
    const isFirst = message.type === "snapshot" && !joined;
    joined = true;
    if (isFirst || (message.type === "event" && message.event.action !== "MWI")) return;
    reload.soon();
  });
  return () => {
    stop();
    reload.stop();
  };
}
