import type { Buddy, Listening } from "@callpanel/contract";
import {
  IconArrowForwardUp,
  IconArrowsSplit2,
  IconBellOff,
  IconEar,
  IconHeadset,
  IconClock,
  IconPlayerPause,
  IconRecordMail,
  IconStar,
} from "@callpanel/ui";
import { useMemo } from "react";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import { LIVE_LISTENERS } from "../../../shared/live/liveListeners.ts";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { Mark } from "./Mark.tsx";
import { agentMarkOf } from "./agentMark.model.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import styles from "./BuddyMarks.module.css";

export interface BuddyMarksProps {
  readonly buddy: Buddy;
  readonly live: LiveBuddy | null;
  /** The viewer watches them. */
  readonly watched: boolean;
}

const AGENT_SIGNS = { paused: IconPlayerPause, wrapup: IconClock, takesCalls: IconHeadset } as const;

/** BUDDIES-18: the settings that a person has on; null if the viewer may not see them. BUDDIES-35: their state in queues. BUDDIES-39: people who listen to them. */
export function BuddyMarks({ buddy, live, watched }: BuddyMarksProps) {
  const t = useWords(buddiesMessages);
  const { voicemailCount } = buddy;
  const dnd = live?.dnd ?? buddy.dnd;
  const followme = live?.followme ?? buddy.followme;
  const forward = live?.forward ?? buddy.forward;
  const agent = useAgentMark(buddy.exten);
  const listeners = useListeners(buddy.exten);
  // Most people have no marks, so nothing is rendered for them.
  if (!(dnd || forward?.enabled || followme || voicemailCount || watched || agent || listeners.length > 0)) return null;
  return (
    <span className={styles.marks}>
      {listeners.map(({ exten, name, mode }) => (
        <Mark key={exten} label={t(`buddies.mark.${mode}`, { name: name || exten })} icon={IconEar} />
      ))}
      {dnd ? <Mark label={t("buddies.mark.dnd")} icon={IconBellOff} tone="urgent" /> : null}
      {forward?.enabled ? <ForwardMark number={forward.number} /> : null}
      {followme ? <Mark label={t("buddies.mark.followme")} icon={IconArrowsSplit2} /> : null}
      {voicemailCount ? (
        <Mark label={t("buddies.mark.voicemails", { count: voicemailCount })} icon={IconRecordMail} />
      ) : null}
      {agent ? <Mark {...agent} /> : null}
      {watched ? <Mark label={t("buddies.mark.watched")} icon={IconStar} /> : null}
    </span>
  );
}

function ForwardMark({ number }: { readonly number: string }) {
  const t = useWords(buddiesMessages);
  const write = useNumberText(usePanel().viewer);
  const label = number === "" ? t("buddies.mark.forwarded") : t("buddies.mark.forward", { number: write(number) });
  return <Mark label={label} icon={IconArrowForwardUp} />;
}

function useListeners(exten: string) {
  const liveListeners = useService(LIVE_LISTENERS);
  const listeners = useSnapshot(useMemo(() => liveListeners.of(exten), [liveListeners, exten]));
  return listeners ?? NOBODY;
}
const NOBODY: readonly Listening[] = [];

/** The icon and its words; null for a person who is in no queue that the viewer sees. */
function useAgentMark(exten: string) {
  const t = useWords(buddiesMessages);
  const liveQueues = useService(LIVE_QUEUES);
  const memberships = useSnapshot(useMemo(() => liveQueues.memberships(exten), [liveQueues, exten]));
  const mark = useMemo(() => agentMarkOf(memberships), [memberships]);
  if (mark === null) return null;
  const nameOf = (number: string) => liveQueues.queue(number).get()?.name ?? number;
  return {
    label: t(`buddies.agent.${mark.kind}`, { queues: mark.queues.map(nameOf).join(", ") }),
    icon: AGENT_SIGNS[mark.kind],
  };
}
