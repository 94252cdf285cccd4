import type { Buddy } from "@callpanel/contract";
import { IconArrowForwardUp, IconArrowsSplit2, IconBellOff, IconRecordMail, IconStar } from "@callpanel/ui";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { Mark } from "./Mark.tsx";
import { buddiesMessages } from "../buddies.messages.ts";
import styles from "./BuddyMarks.module.css";

export interface BuddyMarksProps {
  readonly buddy: Buddy;
  readonly live: LiveBuddy | null;
  /** The viewer watches them. */
  readonly watched: boolean;
}

/** BUDDIES-18: what a person has switched on; null for what the viewer may not see. */
export function BuddyMarks({ buddy, live, watched }: BuddyMarksProps) {
  const t = useWords(buddiesMessages);
  const { voicemailCount } = buddy;
  const dnd = live?.dnd ?? buddy.dnd;
  const followme = live?.followme ?? buddy.followme;
  const forward = live?.forward ?? buddy.forward;
  // Most people have no marks, so nothing is rendered for them.
  if (!(dnd || forward?.enabled || followme || voicemailCount || watched)) return null;
  const markOf = (number: string) => (number ? t("buddies.mark.forward", { number }) : t("buddies.mark.forwarded"));
  return (
    <span className={styles.marks}>
      {dnd ? <Mark label={t("buddies.mark.dnd")} icon={IconBellOff} tone="urgent" /> : null}
      {forward?.enabled ? <Mark label={markOf(forward.number)} icon={IconArrowForwardUp} /> : null}
      {followme ? <Mark label={t("buddies.mark.followme")} icon={IconArrowsSplit2} /> : null}
      {voicemailCount ? (
        <Mark label={t("buddies.mark.voicemails", { count: voicemailCount })} icon={IconRecordMail} />
      ) : null}
      {watched ? <Mark label={t("buddies.mark.watched")} icon={IconStar} /> : null}
    </span>
  );
}
