import type { Presence } from "@callpanel/contract";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import type { SoftphoneButton } from "../../../shared/phone/softphone.ts";

/**
 * AVAIL-5: why calls do not reach a person who is online, as far as the viewer may see it: their card says it in words, as
 * their own status does. Null if presence already shows it.
 */
export function awayOf(presence: Presence, live: LiveBuddy | null): "doNotDisturb" | "forwarding" | null {
  if (live === null || (presence !== "online" && presence !== "busy")) return null;
  if (live.dnd) return "doNotDisturb";
  return live.forward?.enabled ? "forwarding" : null;
}

/** BUDDIES-5: the own card shows the state of the own phone; the list only has the state at the time it was loaded. */
export function ownPresence(listed: Presence, { status, call }: SoftphoneButton): Presence {
  if (call === "ringing") return "ringing";
  if (call !== "idle") return "oncall";
  // If this phone is not registered, a desk phone may be: the state from the list is used.
  return listed === "offline" && status === "registered" ? "online" : listed;
}
