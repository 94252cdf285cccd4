import type { PanelFeature } from "../../shared/feature.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import { homeCountry } from "../../shared/phone/country.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";

/** Long enough to return to the screen and to write down the number; can be closed earlier. */
export const EMERGENCY_NOTICE_MS = 60_000;

/** EMERG-8: shows a notice of an emergency call to everyone who gets the event from the server. */
export const emergency: PanelFeature = { start: joinEmergencyNotices };

export interface EmergencyNoticesDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly signedIn: Readable<Viewer | null>;
}

/** @returns a stop function */
export function joinEmergencyNotices({ events, notices, words, signedIn }: EmergencyNoticesDeps): () => void {
  return events.listen((message) => {
    if (message.type !== "event" || message.event.action !== "EMERGENCY") return;
    const call = message.event;
    void Promise.all([import("./emergencyText.ts"), import("../../shared/phone/phoneText.ts")])
      .then(([{ emergencyText }, { phoneText }]) => {
        const home = homeCountry(signedIn.get()?.sip?.country);
        return emergencyText(words.get(), call, (number) => phoneText(number, home));
      })
      // The texts failed to load: show the notice anyway.
      .catch(() => [call.number, call.name, call.exten, call.location, call.callbackNumber].join(" · "))
      .then((text) => notices.error(text, { forMs: EMERGENCY_NOTICE_MS }));
  });
}
