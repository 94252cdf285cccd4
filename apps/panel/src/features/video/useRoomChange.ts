import type { PanelErrorCode } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import { useChange } from "../../shared/api/useChange.ts";
import { VIDEO_ROOMS_KEY } from "./video.api.ts";
import { MEETING_NOTICE } from "./window/meetingNotice.ts";

/** Makes a change and shows the result; the list is loaded again after success and failure. */
export function useRoomChange(fallback: PanelErrorCode) {
  const client = useQueryClient();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: VIDEO_ROOMS_KEY }));
  return {
    busy,
    run: (change: (api: Api) => Promise<unknown>, done: string, after: () => void) =>
      run({ fallback, change, done: () => done, after, ...MEETING_NOTICE }),
  };
}
