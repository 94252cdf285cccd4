import { DEFAULT_CHAT_NOTICES, getSmsConversation, RINGING_VOLUME } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { chatUsersQuery } from "../../../shared/chat/chatPeople.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { useChatNotices } from "../../../shared/live/chatNotices.ts";
import { usePanel } from "../../../shared/panel.ts";
import { REACHABILITY } from "../../../shared/phone/reachability.ts";
import { buttonOf } from "../../../shared/phone/softphoneButton.ts";
import type { SoftphoneSlot } from "../../../shared/phone/softphone.ts";
import { loadNumberRules, useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatNoticeMessages } from "./chatNotice.messages.ts";
import type { ChimeSound } from "./chime.ts";
import { startMessageNotices } from "./messageNotices.ts";
import { createNoticePage } from "./noticePage.ts";

/** CHATN-1: shows a notice of a message, with a link to it. */
export function ChatNotices() {
  const panel = usePanel();
  return panel.viewer.flags.chatsRead ? <MessageNotices /> : null;
}

function MessageNotices() {
  const panel = usePanel();
  const t = useWords(chatNoticeMessages);
  const navigate = useNavigate();
  const numberText = useNumberText(panel.viewer);
  const client = useQueryClient();
  const { data: settings = DEFAULT_CHAT_NOTICES, isFetched } = useChatNotices();
  const now = useEffectEvent(() => ({ settings, numberText, t }));
  const open = useEffectEvent((path: string) => void navigate({ to: path }));
  useEffect(() => {
    // Messages that come before the user's notification settings are known make their notice then (CHATN-15).
    if (!isFetched) return undefined;
    return startMessageNotices({
      ...panel,
      chat: CHAT.of(panel),
      onTexts: (listener) =>
        panel.events.listen((message) => {
          if (message.type === "event" && message.event.action === "SMS") listener(message.event);
        }),
      async loadText(conversation) {
        const params = { conversation_id: conversation };
        // The notice shows the number of the customer.
        const [text] = await Promise.all([panel.api.call(getSmsConversation, { params }), loadNumberRules()]);
        return text;
      },
      newId: () => crypto.randomUUID(),
      page: createNoticePage(window),
      settings: () => now().settings,
      doNotDisturb: () =>
        REACHABILITY.of(panel)
          .get()
          .reasons.some(({ kind }) => kind === "doNotDisturb"),
      isOnCall: () => buttonOf(panel.softphone.get()).get().call !== "idle",
      sound: () => soundOf(panel.softphone.get()),
      pictureOf: (uid) => {
        const people = client.getQueryData(chatUsersQuery(panel.api).queryKey);
        return people?.data.find(({ chatUserId }) => chatUserId === uid)?.avatar ?? null;
      },
      numberText: (number) => now().numberText(number),
      say: (id, values) => now().t(id, values),
      open: (path) => open(path),
    });
  }, [panel, client, isFetched]);
  return null;
}

/** CHATN-6: at the ringing volume of the user, on the ring device. */
function soundOf(slot: SoftphoneSlot): ChimeSound {
  if (slot.kind !== "ready") return { volume: RINGING_VOLUME, device: "" };
  const { ringVolume, devices } = slot.softphone.phone.getSnapshot();
  return { volume: ringVolume, device: devices.chosen.ring };
}
