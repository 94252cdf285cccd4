/** EMERG-8: a call to an emergency service is told to whoever the server lets know of it. */
import type { LiveEvents } from "../../shared/events.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import type { Readable } from "../../shared/store.ts";
import type { Words } from "../../shared/words/words.ts";

/** Long enough to come back to the screen and to write down the number; closed by hand before. */
export const EMERGENCY_NOTICE_MS = 60_000;

export interface EmergencyNoticesDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly notices: Notices;
  readonly words: Readable<Words>;
}

/** @returns how to stop */
export function joinEmergencyNotices({ events, notices, words }: EmergencyNoticesDeps): () => void {
  return events.listen((message) => {
    if (message.type !== "event" || message.event.action !== "EMERGENCY") return;
    const call = message.event;
    void import("./emergencyText.ts")
      .then(({ emergencyText }) => emergencyText(words.get(), call))
      // The words could not be loaded: what happened is told all the same.
      .catch(() => [call.number, call.name, call.exten, call.location, call.callbackNumber].join(" · "))
      .then((text) => notices.error(text, { forMs: EMERGENCY_NOTICE_MS }));
  });
}
