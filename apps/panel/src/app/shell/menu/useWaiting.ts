import { useMemo } from "react";
import { CHAT_PARTS } from "../../../shared/live/chatParts.ts";
import { readLater } from "../../../shared/live/readLater.ts";
import { UNREAD_VOICEMAIL } from "../../../shared/live/unreadVoicemail.ts";
import { usePanel } from "../../../shared/panel.ts";
import { buttonOf } from "../../../shared/phone/softphoneButton.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useShowMissedCalls } from "../../../shared/phone/useShowMissedCalls.ts";

/** SHELL-24: the number of missed calls, unread voicemail and unread messages of this person. */
export function useWaiting(): number {
  const panel = usePanel();
  const { missedCount } = useSnapshot(buttonOf(useSnapshot(panel.softphone)));
  const unread = useSnapshot(UNREAD_VOICEMAIL.of(panel));
  const parts = CHAT_PARTS.of(panel);
  const messages = useSnapshot(useMemo(() => readLater(parts, ({ chat }) => chat.unread, 0), [parts]));
  return (useShowMissedCalls(panel) ? missedCount : 0) + unread + messages;
}
