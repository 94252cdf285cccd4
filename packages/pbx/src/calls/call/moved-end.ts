import type { AudioCodec } from "@callpanel/media";
import type { CallerEnd, MoveWatcher } from "./call.port.ts";
import type { Leg } from "../leg/leg.port.ts";

/** The caller's end of a call for a leg that is already up: it needs no response and keeps its codec. */
export function movedEnd(leg: Leg, codec: AudioCodec | undefined): CallerEnd {
  const spoken = leg.codec ?? codec;
  return {
    leg,
    codecs: spoken === undefined ? undefined : [spoken],
    hearEarly: () => Promise.resolve(),
    fit: () => {
      const direction = "held" in leg.state && leg.state.held ? "sendonly" : "sendrecv";
      return Promise.resolve({ codec: spoken, direction });
    },
  };
}

/** Notifies the watcher once that the caller has arrived; phones that ring for a caller who is served come later. */
export function arrivals(watcher: MoveWatcher | undefined): (how: "ringing" | "answered") => void {
  let arrived = false;
  return (how) => {
    if (arrived) return;
    arrived = how === "answered";
    if (arrived) watcher?.answered();
    else watcher?.rang();
  };
}
