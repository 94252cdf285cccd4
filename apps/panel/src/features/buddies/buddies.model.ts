import type { Presence } from "@callpanel/contract";
import type { SoftphoneButton } from "../../shared/softphone.ts";

/** BUDDIES-5: what one's own card shows is what one's own phone does; the list only knows how it was when it was loaded. */
export function ownPresence(listed: Presence, { status, call }: SoftphoneButton): Presence {
  if (call === "ringing") return "ringing";
  if (call !== "idle") return "oncall";
  // Not registered here says nothing of a desk phone: the list stands.
  return listed === "offline" && status === "registered" ? "online" : listed;
}
