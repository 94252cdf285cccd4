import { useMemo } from "react";
import { usePanel } from "../../../shared/panel.ts";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import { useSnapshot } from "../../../shared/store.ts";

/** The live state of a colleague's phones; null before the first snapshot. */
export function useLiveBuddy(exten: string): LiveBuddy | null {
  const { liveBuddies } = usePanel();
  return useSnapshot(useMemo(() => liveBuddies.of(exten), [liveBuddies, exten]));
}
