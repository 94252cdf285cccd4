import { useCallback } from "react";
import { LIVE_BUDDIES, ownCallOf } from "../../../shared/live/liveBuddies.ts";
import { usePanel, useService } from "../../../shared/panel.ts";

/** Turns on the microphone of the user's own call in this browser; a call of another phone is not changed. */
export function useOwnMicrophone(): (channel: string) => void {
  const { softphone, viewer } = usePanel();
  const liveBuddies = useService(LIVE_BUDDIES);
  return useCallback(
    (channel) => {
      const slot = softphone.get();
      if (slot.kind !== "ready") return;
      const own = liveBuddies.of(viewer.user.extension).get();
      const call = slot.softphone.calls.get().find(({ sipCallId }) => ownCallOf(own, sipCallId)?.channel === channel);
      if (call !== undefined) slot.softphone.phone.setMute(call.id, "unmute");
    },
    [liveBuddies, softphone, viewer.user.extension],
  );
}
