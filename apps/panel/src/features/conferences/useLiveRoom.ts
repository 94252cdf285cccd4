import type { Conference } from "@callpanel/contract";
import { useMemo } from "react";
import { useService } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { LIVE_CONFERENCES } from "./conferences.board.ts";
import type { LiveConference } from "./conferences.board.ts";

/** CONFPAGE-3: the room as it is now; until the first snapshot as the list says. */
export function useLiveRoom({ confno, locked, recording, members }: Conference): LiveConference {
  const board = useService(LIVE_CONFERENCES);
  const live = useSnapshot(useMemo(() => board.of(confno), [board, confno]));
  return live ?? { locked, recording, members };
}
