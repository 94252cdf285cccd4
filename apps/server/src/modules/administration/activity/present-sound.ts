import type { CallStoryRow } from "@callpanel/contract";
import type { CallRecord } from "@callpanel/phone-port";
import { callSound } from "../../call-stories/index.ts";

/** STORY-8: the sound of a call, the worse of both sides; null: nothing was received. */
export function presentSound(quality: CallRecord["quality"] | undefined): CallStoryRow["sound"] {
  const sound = quality && callSound(quality);
  return sound === undefined ? null : { lost_percent: sound.lostPercent, jitter_ms: sound.jitterMs, mos: sound.mos };
}
