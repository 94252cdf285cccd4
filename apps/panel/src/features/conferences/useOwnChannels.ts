import { useMemo } from "react";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";

/** The legs of the viewer's own phones: how they are found among the members of a room. */
export function useOwnChannels(): ReadonlySet<string> {
  const { viewer } = usePanel();
  const liveBuddies = useService(LIVE_BUDDIES);
  const own = useMemo(() => liveBuddies.of(viewer.user.extension), [liveBuddies, viewer.user.extension]);
  const calls = useSnapshot(own)?.calls;
  return useMemo(() => new Set(calls?.map(({ channel }) => channel)), [calls]);
}
