import type { Tone } from "@callpanel/ui";
import type { ReachStatus } from "../../shared/phone/reachability.ts";

/** Colour is never the only sign: the word is next to it. */
export const REACH_TONES: Readonly<Record<ReachStatus, Tone>> = {
  ready: "good",
  connecting: "waiting",
  notConnected: "bad",
  microphoneBlocked: "bad",
  doNotDisturb: "bad",
  forwarding: "waiting",
};

export const reachStatusId = (status: ReachStatus) => `reach.status.${status}` as const;
