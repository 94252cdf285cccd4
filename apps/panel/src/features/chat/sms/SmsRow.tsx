import type { SmsConversation, SmsMessage } from "@callpanel/contract";
import { IconBan } from "@callpanel/ui";
import { memo } from "react";
import { SMS } from "../../../shared/live/sms.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { smsPath } from "../chat.model.ts";
import { ConversationRow } from "../list/ConversationRow.tsx";
import { smsMessages } from "./sms.messages.ts";
import { SmsPicture } from "./SmsPicture.tsx";
import styles from "./SmsRow.module.css";
import { useSmsName } from "./useSmsName.ts";

export interface SmsRowProps {
  readonly conversation: SmsConversation;
  readonly isOpen: boolean;
}

/** A conversation of the list: the other side, its last message, the number of unread ones, and the person who takes care of it. */
export const SmsRow = memo(function SmsRow({ conversation, isOpen }: SmsRowProps) {
  const t = useWords(smsMessages);
  const { viewer } = usePanel();
  const draft = useSnapshot(useService(SMS).drafts).get(conversation.id);
  const { unread, lastMessage, claimed_by: holder, stopped } = conversation;
  const isOwn = holder?.uid === String(viewer.user.id);
  return (
    <ConversationRow
      to={smsPath(conversation.id)}
      isOpen={isOpen}
      name={useSmsName()(conversation)}
      picture={<SmsPicture conversation={conversation} size={32} />}
      sign={stopped ? <IconBan size={14} stroke={1.75} aria-hidden /> : null}
      at={lastMessage?.at ?? null}
      line={lastText(conversation, viewer.user.id, t)}
      draft={draft === undefined ? null : t("sms.draft", { text: draft })}
      tag={
        holder === null ? null : (
          <bdi className={styles.holder} data-own={isOwn ? "" : undefined} aria-hidden="true">
            {holder.name.split(" ")[0]}
          </bdi>
        )
      }
      unread={unread}
      marks={[
        unread > 0 ? t("sms.unread", { count: unread }) : "",
        holder === null ? "" : isOwn ? t("sms.takenByYou") : t("sms.takenBy", { name: holder.name }),
        stopped ? t("sms.stopped") : "",
      ]}
      isQuiet={stopped}
      data={{ "data-conversation": conversation.id }}
    />
  );
});

const isPicture = ({ files }: SmsMessage): boolean => files[0]?.kind === "picture";

function lastText(
  { lastMessage }: SmsConversation,
  userId: number,
  t: ReturnType<typeof useWords<typeof smsMessages>>,
): string {
  if (lastMessage === null) return t("sms.none");
  const text = lastMessage.text === "" ? t(isPicture(lastMessage) ? "sms.picture" : "sms.file") : lastMessage.text;
  if (lastMessage.automatic) return t("sms.auto", { text });
  if (lastMessage.by?.uid === String(userId)) return t("sms.you", { text });
  return lastMessage.by === null ? text : t("sms.said", { name: lastMessage.by.name.split(" ")[0] ?? "", text });
}
