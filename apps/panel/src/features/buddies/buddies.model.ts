import type { Presence } from "@callpanel/contract";
import type { LiveBuddy } from "../../shared/liveBuddies.ts";
import type { SoftphoneButton } from "../../shared/softphone.ts";

/**
 * AVAIL-5: what keeps calls away from somebody who is there, as far as the viewer may see it: their card says it in words,
 * as their own status does. Null where presence says it all.
 */
export function awayOf(presence: Presence, live: LiveBuddy | null): "doNotDisturb" | "forwarding" | null {
  if (live === null || (presence !== "online" && presence !== "busy")) return null;
  if (live.dnd) return "doNotDisturb";
  return live.forward?.enabled ? "forwarding" : null;
}

/** BUDDIES-5: what one's own card shows is what one's own phone does; the list only knows how it was when it was loaded. */
export function ownPresence(listed: Presence, { status, call }: SoftphoneButton): Presence {
  if (call === "ringing") return "ringing";
  if (call !== "idle") return "oncall";
  // Not registered here says nothing of a desk phone: the list stands.
  return listed === "offline" && status === "registered" ? "online" : listed;
}
