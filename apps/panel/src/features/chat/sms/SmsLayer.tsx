import { CHAT_NOTIFICATION_MS } from "@callpanel/contract";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { SMS } from "../../../shared/live/sms.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { smsPath } from "../chat.model.ts";
import { smsNoticeMessages } from "./smsNotice.messages.ts";
import { useSmsName } from "./useSmsName.ts";

const NewDialog = lazy(async () => ({ default: (await import("../dialogs/NewDialog.tsx")).NewDialog }));

/** Over every page: notices of messages that come in, and the dialog for a new one. */
export function SmsLayer() {
  const { writeTo } = useService(SMS);
  const number = useSnapshot(writeTo);
  useSmsNotices();
  if (number === null) return null;
  return (
    <Suspense fallback={null}>
      <NewDialog type="s" number={number} onClose={() => writeTo.dispatch(null)} />
    </Suspense>
  );
}

const PREVIEW_CHARS = 120;

/** SMSUI-13: a message elsewhere shows for 2 s, with a way there. */
function useSmsNotices(): void {
  const t = useWords(smsNoticeMessages);
  const navigate = useNavigate();
  const { notices } = usePanel();
  const sms = useService(SMS);
  const nameOf = useSmsName();
  useEffect(
    () =>
      sms.onNotice((conversation) => {
        const { id, lastMessage } = conversation;
        if (lastMessage === null || (sms.shown() === id && document.visibilityState === "visible")) return;
        const text = lastMessage.text.slice(0, PREVIEW_CHARS);
        const name = nameOf(conversation);
        notices.success(text === "" ? t("sms.notice.file", { name }) : t("sms.notice", { name, text }), {
          key: `sms-${id}`,
          forMs: CHAT_NOTIFICATION_MS,
          action: { label: t("sms.notice.open"), run: () => void navigate({ to: smsPath(id) }) },
        });
      }),
    [sms, notices, navigate, nameOf, t],
  );
}
