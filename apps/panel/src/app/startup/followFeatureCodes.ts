import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvents } from "../../shared/live/events.ts";
import { NUMBERS_KEY } from "../../shared/phone/send/numbersKey.ts";
import type { StartUpRun } from "./startup.store.ts";

export interface FollowFeatureCodesDeps {
  readonly startUp: Pick<StartUpRun, "reloadFeatureCodes">;
  readonly events: Pick<LiveEvents, "listen">;
  readonly client: Pick<QueryClient, "invalidateQueries">;
}

/**
 * FEATURE-6: loads the codes again when they change, and the numbers that were found, because codes are among them. What was
 * changed while there was no connection counts too. @returns a stop function
 */
export function followFeatureCodes({ startUp, events, client }: FollowFeatureCodesDeps): () => void {
  let hasSnapshot = false;
  return events.listen((message) => {
    const isLater = message.type === "snapshot" && hasSnapshot;
    hasSnapshot ||= message.type === "snapshot";
    if (!isLater && !(message.type === "event" && message.event.action === "FEATURE_CODES")) return;
    startUp.reloadFeatureCodes();
    void client.invalidateQueries({ queryKey: NUMBERS_KEY });
  });
}
