import type { LegView } from "@callpanel/phone-port";
import type { Leg } from "../../leg/leg.port.ts";

/** A leg as shown in events and in the snapshot. */
export function legView(leg: Leg, side: LegView["side"]): LegView {
  const { state } = leg;
  const { current } = leg.recorder;
  const talking = state.phase === "up" || state.phase === "accepting";
  return {
    id: leg.id,
    side,
    party: leg.party,
    far: leg.far,
    sipCallId: leg.sipCallId,
    state: STATES[state.phase],
    held: talking && state.held,
    recording: current === undefined ? "off" : current.paused ? "paused" : "on",
    recordingId: current?.id,
    detached: state.phase === "up" && !state.attached,
  };
}

const STATES = {
  incoming: "calling",
  alerting: "ringing",
  confirming: "ringing",
  accepting: "answered",
  leaving: "ended",
  preparing: "calling",
  inviting: "calling",
  ringing: "ringing",
  cancelling: "ended",
  up: "answered",
  ended: "ended",
} as const;
