import type { MicrophoneState, Reachability, ReachReason, ReachStatus } from "../../shared/phone/reachability.ts";

/** The known state of a person's phone and settings. */
export interface ReachFacts {
  /** `none`: this person has no phone in the panel; `lost`: not registered for a while; `failed`: it could not be loaded. */
  readonly phone: "none" | "connecting" | "registered" | "lost" | "failed";
  readonly microphone: MicrophoneState;
  readonly doNotDisturb: { readonly mayChange: boolean } | null;
  readonly forward: { readonly number: string; readonly mayChange: boolean } | null;
  /** The company requires an emergency location, and this person has none. */
  readonly lacksLocation: boolean;
}

/** AVAIL-1, AVAIL-2: the status, and all reasons why calls do not arrive, the most urgent first. */
export function reachabilityOf(facts: ReachFacts): Reachability {
  const { phone, microphone, doNotDisturb, forward, lacksLocation } = facts;
  const hasPhone = phone !== "none";
  const reasons: ReachReason[] = [];
  if (phone === "failed") reasons.push({ kind: "phoneFailed" });
  if (phone === "lost") reasons.push({ kind: "notConnected" });
  if (hasPhone && microphone === "denied") reasons.push({ kind: "microphoneBlocked" });
  if (doNotDisturb !== null) reasons.push({ kind: "doNotDisturb", ...doNotDisturb });
  if (forward !== null) reasons.push({ kind: "forward", ...forward });
  if (lacksLocation) reasons.push({ kind: "noLocation" });
  return {
    status: statusOf(facts),
    reasons,
    asksMicrophone: hasPhone && phone !== "failed" && microphone === "prompt",
  };
}

function statusOf({ phone, microphone, doNotDisturb, forward }: ReachFacts): ReachStatus {
  if (phone === "failed" || phone === "lost") return "notConnected";
  if (phone === "connecting") return "connecting";
  if (phone !== "none" && microphone === "denied") return "microphoneBlocked";
  if (doNotDisturb !== null) return "doNotDisturb";
  return forward === null ? "ready" : "forwarding";
}
