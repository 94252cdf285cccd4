import { IconArrowsMove, PopMenu } from "@callpanel/ui";
import { useMemo } from "react";
import type { TakenCall } from "../../shared/phone/moving.ts";
import { useService } from "../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { movingMessages } from "./moving.messages.ts";

/** `Move to…` for each call of a card that can be moved: the menu's equal of dragging it (MOVE-5). */
export function MoveMenuItems({ from }: { readonly from: TakenCall["from"] }) {
  const t = useWords(movingMessages);
  const moving = useService(MOVING);
  const liveBuddies = useService(LIVE_BUDDIES);
  const live = useSnapshot(useMemo(() => liveBuddies.of(from.exten), [liveBuddies, from.exten]));
  const calls = (live?.calls ?? []).filter((call) => moving.mayMove(call, from.exten));
  return calls.map((call) => (
    <PopMenu.Item
      key={call.callid}
      leftSection={<IconArrowsMove size={18} stroke={1.7} aria-hidden />}
      onClick={() => moving.ask({ from, call })}
    >
      {calls.length === 1 ? t("moving.moveTo") : t("moving.movePeerTo", { peer: call.name || call.user })}
    </PopMenu.Item>
  ));
}
