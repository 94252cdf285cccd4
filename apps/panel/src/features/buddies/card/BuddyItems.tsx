import type { Buddy } from "@callpanel/contract";
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconHeadset,
  IconMessageCircle,
  IconPhone,
  IconPhoneIncoming,
  IconSpeakerphone,
  IconStar,
  IconStarOff,
  PopMenu,
} from "@callpanel/ui";
import { MoveMenuItems } from "../../moving/index.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import type { CardActions } from "./cardActions.ts";
import { offersOf } from "./offers.model.ts";
import { useLiveBuddy } from "../live/useLiveBuddy.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export interface BuddyItemsProps {
  readonly buddy: Buddy;
  readonly actions: CardActions;
}

/** What one can do with a colleague. */
export function BuddyItems({ buddy, actions }: BuddyItemsProps) {
  const t = useWords(buddiesMessages);
  const { call, message, intercom, copyNumber, isSelf } = actions;
  const other = !isSelf(buddy);
  const chat = message(buddy);
  return (
    <>
      {other && call ? (
        <PopMenu.Item leftSection={<IconPhone {...ICON} />} onClick={() => call(buddy)}>
          {t("buddies.call")}
        </PopMenu.Item>
      ) : null}
      {chat ? (
        <PopMenu.Item leftSection={<IconMessageCircle {...ICON} />} onClick={chat}>
          {t("buddies.chat")}
        </PopMenu.Item>
      ) : null}
      {other && intercom ? (
        <PopMenu.Item leftSection={<IconSpeakerphone {...ICON} />} onClick={() => intercom(buddy)}>
          {t("buddies.intercom")}
        </PopMenu.Item>
      ) : null}
      {other ? <CallItems buddy={buddy} actions={actions} /> : null}
      <MoveMenuItems from={buddy} />
      <PopMenu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyNumber(buddy)}>
        {t("buddies.copy", { exten: buddy.exten })}
      </PopMenu.Item>
      <WatchItems buddy={buddy} actions={actions} />
    </>
  );
}

/** The actions for a colleague's calls: pick up a ringing one, listen in to an answered one. */
function CallItems({ buddy, actions: { listen, pickUp } }: BuddyItemsProps) {
  const t = useWords(buddiesMessages);
  const offers = offersOf(useLiveBuddy(buddy.exten)?.calls ?? []);
  const [take, hear] = [offers.pickUp ? pickUp(buddy) : null, offers.listen ? listen(buddy) : null];
  return (
    <>
      {take ? (
        <PopMenu.Item leftSection={<IconPhoneIncoming {...ICON} />} onClick={take}>
          {t("buddies.pickup")}
        </PopMenu.Item>
      ) : null}
      {hear ? (
        <PopMenu.Item leftSection={<IconHeadset {...ICON} />} onClick={hear}>
          {t("buddies.listen")}
        </PopMenu.Item>
      ) : null}
    </>
  );
}

/** Watching a person, and their place in the watched list. */
function WatchItems({ buddy, actions: { watching, arranging } }: BuddyItemsProps) {
  const t = useWords(buddiesMessages);
  const { give } = watching;
  if (give === null) return null;
  const isWatched = watching.isWatched(buddy);
  const type = isWatched ? "unwatch" : "watch";
  const Star = isWatched ? IconStarOff : IconStar;
  return (
    <>
      <PopMenu.Item leftSection={<Star {...ICON} />} onClick={() => give({ type, buddy })}>
        {t(`buddies.${type}`)}
      </PopMenu.Item>
      {arranging ? (
        <>
          <PopMenu.Divider />
          <PopMenu.Item
            leftSection={<IconArrowUp {...ICON} />}
            disabled={arranging.isFirst(buddy)}
            onClick={() => arranging.shift(buddy, -1)}
          >
            {t("buddies.moveUp")}
          </PopMenu.Item>
          <PopMenu.Item
            leftSection={<IconArrowDown {...ICON} />}
            disabled={arranging.isLast(buddy)}
            onClick={() => arranging.shift(buddy, 1)}
          >
            {t("buddies.moveDown")}
          </PopMenu.Item>
          <PopMenu.Item
            leftSection={<IconArrowBarToUp {...ICON} />}
            disabled={arranging.isFirst(buddy)}
            onClick={() => arranging.shift(buddy, "top")}
          >
            {t("buddies.moveTop")}
          </PopMenu.Item>
        </>
      ) : null}
    </>
  );
}
