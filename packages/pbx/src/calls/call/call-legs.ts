/** The legs of a call: their reports go to the bridge, their digits to the other side. */
import type { BridgeEvent, BridgeState } from "../bridge/bridge.state.ts";
import type { CallProgress } from "./record/call-progress.ts";
import type { CallDeps } from "./call.port.ts";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { GoneCause, LegReport } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";

interface CallLegsParts {
  readonly deps: CallDeps;
  readonly progress: CallProgress;
  readonly state: () => BridgeState;
  readonly send: (event: BridgeEvent) => void;
  /** A digit for the service or for this system; true: it is consumed. */
  readonly takes: (leg: Leg, digit: PressedDigit) => boolean;
  readonly answered: (leg: Leg) => void;
  /** A phone sends sound before its answer, or stops. */
  readonly earlySound: (leg: Leg, on: boolean) => void;
  readonly gone: (leg: Leg, cause: GoneCause) => void;
  readonly talking: (on: boolean) => void;
  /** What the legs show of each other may have changed. */
  readonly follow: () => void;
  readonly held: () => void;
}

/** Returns the function that adds a leg to the call. */
export function createCallLegs({
  deps,
  progress,
  state,
  send,
  takes,
  answered,
  earlySound,
  gone,
  talking,
  follow,
  held,
}: CallLegsParts): (leg: Leg) => void {
  const { clock, emit } = deps;
  const { legs } = progress;

  const reported = (leg: Leg, report: LegReport): void => {
    switch (report.kind) {
      case "ringing":
        return send({ kind: "rang", leg: leg.id });
      case "earlySound":
        return earlySound(leg, report.on);
      case "answered":
        return answered(leg);
      case "holding":
        send({ kind: "holding", leg: leg.id, held: report.held });
        return held();
      case "gone":
        send({ kind: "gone", leg: leg.id, cause: report.cause });
        return gone(leg, report.cause);
      case "detached":
      case "reattached":
        emit({
          kind: report.kind === "detached" ? "legDetached" : "legReattached",
          at: clock.now(),
          call: progress.view(),
          legId: leg.id,
        });
    }
  };

  const pressed = (from: Leg, digit: PressedDigit, how: "rtp" | "info"): void => {
    emit({ kind: "digit", at: clock.now(), callId: progress.id, legId: from.id, digit: digit.digit });
    const now = state();
    if (takes(from, digit) || now.phase !== "talking") return;
    const other = legs.get(from.id === now.caller ? now.callee : now.caller);
    // Digits in RTP pass with the audio to a side that supports them.
    if (other !== undefined && (how === "info" || !other.hearsEvents)) other.sendDigit(digit);
  };

  return (leg) => {
    legs.set(leg.id, leg);
    leg.listen({
      reported,
      pressed,
      recorded: progress.recorded,
      talking: (_, on) => talking(on),
      soundChanged: follow,
    });
    progress.joined(leg);
  };
}
