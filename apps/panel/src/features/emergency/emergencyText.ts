import type { RealtimeEvent } from "@callpanel/contract";
import type { Words } from "../../shared/words/words.ts";
import { emergencyCallMessages } from "./emergency.messages.ts";

export type EmergencyCall = Extract<RealtimeEvent, { readonly action: "EMERGENCY" }>;

/** The person, the dialled number, the location to which help is sent, and the call-back number. */
export function emergencyText(words: Words, call: EmergencyCall, write: (number: string) => string): string {
  const { name, exten: extension, number, location, callbackNumber, reached } = call;
  const t = (id: keyof typeof emergencyCallMessages, values = {}) => words.text(emergencyCallMessages, id, values);
  return [
    t("emergencyCall.dialed", { name, extension, number }),
    reached ? "" : t("emergencyCall.notReached"),
    location === "" ? t("emergencyCall.noLocation") : t("emergencyCall.location", { location }),
    callbackNumber === "" ? "" : t("emergencyCall.callback", { number: write(callbackNumber) }),
  ]
    .filter((part) => part !== "")
    .join(" ");
}
