/** The check before calls: its steps, what it measures, and what that means (PHONE-110 to PHONE-114). */
import type { QualityCause, SoundCount } from "../model/quality.ts";
import { newQuality, stepQuality } from "../model/quality.ts";

/** In this order; the check ends at the first that fails. */
export const CHECK_STEPS = ["microphone", "registration", "network", "sound"] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

export type CheckFault =
  | "micDenied"
  | "micNotFound"
  | "micFailed"
  | "notRegistered"
  /** The phone system refused the call, or did not answer it. */
  | "refused"
  | "noAnswer"
  /** The way of the sound was not found, or the call ended by itself. */
  | "lost"
  /** Nothing came back, or something else did. */
  | "noSound"
  | "otherSound";

/** What makes a check that went through poor. */
export type CheckFlaw = "quietMicrophone" | "gaps" | QualityCause;

/** As far as it has been measured. */
export interface CheckFigures {
  /** The loudest moment of the microphone, dBFS. */
  readonly microphoneDb?: number;
  /** Of the tone that came back. */
  readonly levelDb?: number;
  readonly frequencyHz?: number;
  /** From sending the tone to hearing it, through both directions, coders and buffers. */
  readonly echoMs?: number;
  /** Of the network, to the phone system and back. */
  readonly roundTripMs?: number;
  readonly jitterMs?: number;
  readonly lossPercent?: number;
}

export type CheckSnapshot =
  | { readonly phase: "running"; readonly step: CheckStep; readonly figures: CheckFigures }
  | { readonly phase: "good"; readonly figures: CheckFigures }
  | { readonly phase: "poor"; readonly flaws: readonly CheckFlaw[]; readonly figures: CheckFigures }
  | {
      readonly phase: "failed";
      readonly step: CheckStep;
      readonly fault: CheckFault;
      readonly figures: CheckFigures;
    };

/** No step of any tone that people or the phone system make, and inside what every coder carries. */
export const CHECK_TONE_HZ = 1_700;
const NEAR_HZ = 30;
const AUDIBLE_DB = -50;
/** A muted or dead microphone; a quiet room is at about -60 dBFS. */
const SILENT_MICROPHONE_DB = -75;
/** Of the looks at the tone; a short one is missed while a buffer settles. */
const PRESENT_SHARE = 0.9;

export interface Heard {
  readonly levelDb: number;
  readonly frequencyHz: number;
}
export const isTone = ({ levelDb, frequencyHz }: Heard): boolean =>
  levelDb > AUDIBLE_DB && Math.abs(frequencyHz - CHECK_TONE_HZ) < NEAR_HZ;
export const isAudible = ({ levelDb }: Heard): boolean => levelDb > AUDIBLE_DB;

export interface Measured {
  readonly figures: CheckFigures;
  /** Looks at what came back, and how many of them heard the tone. */
  readonly looks: number;
  readonly present: number;
  readonly counts: readonly SoundCount[];
}

/** The verdict over a check that heard its tone. */
export function judge({ figures, looks, present, counts }: Measured): CheckSnapshot {
  const [first] = counts;
  const last = counts.at(-1);
  const packets = first && last ? last.packetsReceived - first.packetsReceived : 0;
  const lost = first && last ? Math.max(0, last.packetsLost - first.packetsLost) : 0;
  const complete: CheckFigures = {
    ...figures,
    ...(last
      ? { jitterMs: last.jitterMs, lossPercent: packets + lost === 0 ? 0 : (100 * lost) / (packets + lost) }
      : {}),
    ...(last?.roundTripMs === undefined ? {} : { roundTripMs: last.roundTripMs }),
  };
  // Judged as calls are (PHONE-81), so that a good check and a poor call do not contradict each other.
  const { quality } = counts.reduce(stepQuality, newQuality(first?.at ?? 0));
  const flaws: CheckFlaw[] = [];
  if ((figures.microphoneDb ?? 0) < SILENT_MICROPHONE_DB) flaws.push("quietMicrophone");
  if (quality?.mark === "fair" || quality?.mark === "poor") flaws.push(quality.cause);
  if (present < looks * PRESENT_SHARE && !flaws.includes("loss")) flaws.push("gaps");
  return flaws.length === 0 ? { phase: "good", figures: complete } : { phase: "poor", flaws, figures: complete };
}
