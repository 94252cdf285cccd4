/** Starts and stops a recording by the feature code `ondemandrecording`, pressed during a call (rule REC-22). */
import type { Clock, Directory, FeatureCode } from "@callpanel/phone-port";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { CallRecorder } from "./recording.ts";
import { createKeyedCode } from "./keyed-code.ts";

interface KeyedRecordingDeps {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly featureCodes: () => readonly FeatureCode[];
  readonly recorder: CallRecorder;
}

/** Returns false if the digits are to go on to the far end. */
export function createKeyedRecording(deps: KeyedRecordingDeps): (leg: Leg, digit: PressedDigit) => boolean {
  const codeNow = () => deps.featureCodes().find(({ name }) => name === "ondemandrecording")?.code ?? "";
  const keyed = new WeakMap<Leg, (digit: string) => boolean>();
  return (leg, { digit }) => {
    if (leg.user.trunk === true) return false;
    const listen = keyed.get(leg) ?? createKeyedCode(codeNow(), deps.clock);
    keyed.set(leg, listen);
    if (!listen(digit)) return false;
    if (deps.directory.mayDo?.(leg.user, { kind: "record", owners: [leg.user.id] }) !== true) return false;
    const { recorder } = deps;
    if (!recorder.stop({ legId: leg.id }).ok) recorder.start({ by: leg.user.sipUsername, legId: leg.id });
    return false;
  };
}
