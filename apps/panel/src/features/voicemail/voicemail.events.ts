import type { QueryClient } from "@tanstack/react-query";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/events.ts";
import { VOICEMAILS_KEY } from "./keys.ts";

/** A call and its words tell more than once: lists are had anew once it pauses. */
export const GATHER_EVENTS_MS = 200;

export interface VoicemailReload {
  /** Has the lists anew once what is told together has been told. */
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

/** VMU-21: what happened to a box shows without a click, also after a loss of the connection. @returns how to stop */
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
