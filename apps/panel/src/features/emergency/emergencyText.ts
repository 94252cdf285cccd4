import type { RealtimeEvent } from "@callpanel/contract";
import { homeCountry } from "../../shared/phone/country.ts";
import { phoneText } from "../../shared/phone/phoneText.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";
import { emergencyCallMessages } from "./emergency.messages.ts";

export type EmergencyCall = Extract<RealtimeEvent, { readonly action: "EMERGENCY" }>;

/** Who dialled which number, where help is sent to, and where the person can be called back. */
export function emergencyText(words: Words, call: EmergencyCall, viewer: Viewer | null): string {
  const { name, exten: extension, number, location, callbackNumber, reached } = call;
  const t = (id: keyof typeof emergencyCallMessages, values = {}) => words.text(emergencyCallMessages, id, values);
  return [
    t("emergencyCall.dialed", { name, extension, number }),
    reached ? "" : t("emergencyCall.notReached"),
    location === "" ? t("emergencyCall.noLocation") : t("emergencyCall.location", { location }),
    callbackNumber === ""
      ? ""
      : t("emergencyCall.callback", { number: phoneText(callbackNumber, homeCountry(viewer?.sip?.country)) }),
  ]
    .filter((part) => part !== "")
    .join(" ");
}
