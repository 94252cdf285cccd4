import { useMemo } from "react";
import { useService } from "../../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../../shared/live/liveBuddies.ts";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import { useSnapshot } from "../../../shared/store.ts";

/** The live state of a colleague's phones; null before the first snapshot. */
export function useLiveBuddy(exten: string): LiveBuddy | null {
  const liveBuddies = useService(LIVE_BUDDIES);
  return useSnapshot(useMemo(() => liveBuddies.of(exten), [liveBuddies, exten]));
}
