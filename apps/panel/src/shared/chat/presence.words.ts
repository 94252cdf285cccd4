import type { ChatPresence } from "@callpanel/contract";
import type { presenceMessages } from "./presence.messages.ts";

type T = (id: keyof typeof presenceMessages) => string;

/** How a presence is drawn: online, busy, away or offline. */
export const toneOf = (presence: ChatPresence | undefined): "online" | "busy" | "away" | "offline" => {
  const tone = presence?.type ?? presence?.status ?? "offline";
  return tone === "custom" || tone === "unknown" ? "offline" : tone;
};

/** Its words: those of the person, else those of the status. */
export function presenceText(presence: ChatPresence | undefined, t: T): string {
  if (presence === undefined) return t("chat.presence.offline");
  const { status, statusText, onCall } = presence;
  if (status === "custom") return statusText === "" ? t("chat.presence.custom") : statusText;
  const text = t(onCall === true ? "chat.presence.onCall" : `chat.presence.${status}`);
  return statusText === "" ? text : `${text} – ${statusText}`;
}
