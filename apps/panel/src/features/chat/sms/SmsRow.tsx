import type { SmsConversation, SmsMessage } from "@callpanel/contract";
import { CountBadge, IconBan } from "@callpanel/ui";
import { memo, useId } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { SMS } from "../../../shared/live/sms.ts";
import { PageLink } from "../../../shared/PageLink.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { smsPath } from "../chat.model.ts";
import rows from "../list/RoomRow.module.css";
import { smsMessages } from "./sms.messages.ts";
import { SmsPicture } from "./SmsPicture.tsx";
import styles from "./SmsRow.module.css";
import { useSmsName } from "./useSmsName.ts";

export interface SmsRowProps {
  readonly conversation: SmsConversation;
  readonly isOpen: boolean;
}

/** A conversation of the list: who it is with, its last message, how many are unread, and who takes care of it. */
export const SmsRow = memo(function SmsRow({ conversation, isOpen }: SmsRowProps) {
  const t = useWords(smsMessages);
  const formats = useFormats();
  const id = useId();
  const { clock, viewer } = usePanel();
  const draft = useSnapshot(useService(SMS).drafts).get(conversation.id);
  const nameOf = useSmsName();
  const { unread, lastMessage, claimed_by: holder, stopped } = conversation;
  const name = nameOf(conversation);
  const isOwn = holder?.uid === String(viewer.user.id);
  const marks = [
    unread > 0 ? t("sms.unread", { count: unread }) : "",
    holder === null ? "" : isOwn ? t("sms.takenByYou") : t("sms.takenBy", { name: holder.name }),
    stopped ? t("sms.stopped") : "",
  ].filter(Boolean);
  return (
    <li className={rows.row} aria-label={name} data-unread={unread} data-conversation={conversation.id}>
      <PageLink
        to={smsPath(conversation.id)}
        current={isOpen}
        className={rows.link}
        data-unread={unread > 0 ? "" : undefined}
        data-quiet={stopped ? "" : undefined}
        aria-describedby={marks.length > 0 ? `${id}-marks` : undefined}
      >
        <SmsPicture conversation={conversation} size={32} />
        <span className={rows.lines}>
          <span className={rows.first}>
            <bdi className={rows.name}>{name}</bdi>
            {stopped ? <IconBan size={14} stroke={1.75} aria-hidden /> : null}
            <span className={rows.when}>{lastMessage === null ? "" : formats.recent(lastMessage.at, clock.now())}</span>
          </span>
          <span className={rows.second}>
            <bdi className={rows.last} data-draft={draft === undefined || isOpen ? undefined : ""}>
              {draft !== undefined && !isOpen
                ? t("sms.draft", { text: draft })
                : lastText(conversation, viewer.user.id, t)}
            </bdi>
            {holder === null ? null : (
              <bdi className={styles.holder} data-own={isOwn ? "" : undefined} aria-hidden="true">
                {holder.name.split(" ")[0]}
              </bdi>
            )}
            <CountBadge count={unread} inline />
          </span>
        </span>
        <span id={`${id}-marks`} hidden>
          {marks.join(", ")}
        </span>
      </PageLink>
    </li>
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
