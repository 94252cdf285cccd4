import { useMemo } from "react";
import { usePanel } from "../../shared/panel.ts";
import type { LiveBuddy } from "../../shared/liveBuddies.ts";
import { useSnapshot } from "../../shared/store.ts";

/** What a colleague's telephones do just now; null while nothing was heard. */
export function useLiveBuddy(exten: string): LiveBuddy | null {
  const { liveBuddies } = usePanel();
  return useSnapshot(useMemo(() => liveBuddies.of(exten), [liveBuddies, exten]));
}
