import type { SmsConversation, SmsMessage } from "@callpanel/contract";
import { Button, IconAlertCircle, IconCheck, IconClock, IconRefresh, IconTrash } from "@callpanel/ui";
import { memo } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { SMS } from "../../../shared/live/sms.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { FileList } from "../files/FileList.tsx";
import { PlainText } from "./PlainText.tsx";
import { smsMessages } from "./sms.messages.ts";
import type { DrawnSms } from "./sms.model.ts";
import styles from "./SmsMessageRow.module.css";
import { useSmsName } from "./useSmsName.ts";

export interface SmsMessageRowProps {
  readonly row: DrawnSms;
  readonly conversation: SmsConversation;
  /** A message that failed can be sent again. */
  readonly mayWrite: boolean;
}

/** SMSUI-4: one message: those of the other at the left, those of the company with their author at the right. */
export const SmsMessageRow = memo(function SmsMessageRow({ row, conversation, mayWrite }: SmsMessageRowProps) {
  const t = useWords(smsMessages);
  const formats = useFormats();
  const author = useAuthor(row, conversation);
  const { direction, at, text, files, state, message } = row;
  const time = formats.time(at);
  const isAutomatic = message?.automatic === true;
  return (
    <article
      className={styles.row}
      tabIndex={-1}
      aria-label={t("sms.article", { name: author, time })}
      data-key={row.key}
      data-direction={direction}
      data-state={state}
    >
      {direction === "in" ? null : (
        <p className={styles.author}>
          <bdi>{author}</bdi>
        </p>
      )}
      {text === "" ? null : (
        <div className={styles.bubble} data-automatic={isAutomatic ? "" : undefined}>
          <PlainText text={text} />
        </div>
      )}
      {text === "" && files.length === 0 ? <p className={styles.lost}>{t("sms.noAttachment")}</p> : null}
      <FileList files={files} place="sms" />
      <p className={styles.foot}>
        <time dateTime={new Date(at).toISOString()} data-tip={formats.dateTime(at)}>
          {time}
        </time>
        {direction === "out" ? <State row={row} /> : null}
      </p>
      {state === "failed" ? <Failed row={row} conversation={conversation} mayWrite={mayWrite} /> : null}
    </article>
  );
});

function useAuthor({ direction, message, waiting }: DrawnSms, conversation: SmsConversation): string {
  const t = useWords(smsMessages);
  const { viewer } = usePanel();
  const nameOf = useSmsName();
  if (direction === "in") return nameOf(conversation);
  if (waiting !== null) return fullNameOf(viewer.user);
  if (message?.automatic === true) return t("sms.automatic");
  return message?.by?.name ?? message?.by_email ?? t("sms.nobody");
}

function State({ row: { state, waiting, message } }: { readonly row: DrawnSms }) {
  const t = useWords(smsMessages);
  const { events } = usePanel();
  const isOpen = useSnapshot(events).phase === "open";
  if (state === "failed") return null;
  if (state === "sending")
    return (
      <span className={styles.state}>
        <IconClock size={13} stroke={1.75} aria-hidden />
        {t(waiting !== null && !isOpen ? "sms.state.waiting" : "sms.state.sending")}
      </span>
    );
  return (
    <span className={styles.state}>
      <IconCheck size={13} stroke={2} aria-hidden />
      {t(message?.state === "delivered" ? "sms.state.delivered" : "sms.state.sent")}
    </span>
  );
}

/** Refused here it can be sent again as it is; refused by the carrier it is written once more, with its files (SMSUI-20). */
function Failed({ row: { message, waiting, text, files }, conversation, mayWrite }: SmsMessageRowProps) {
  const t = useWords(smsMessages);
  const words = useLocaleWords();
  const sms = useService(SMS);
  const why = waiting?.refusal ? words.say(waiting.refusal) : message === null ? "" : causeText(message, t);
  const retry = () => (waiting === null ? sms.write(conversation.id, { text, files }) : sms.retry(waiting.request));
  return (
    <div className={styles.failed}>
      <span className={styles.why}>
        <IconAlertCircle size={15} stroke={2} aria-hidden />
        <span>
          {t("sms.state.failed")}. {why}
        </span>
      </span>
      {mayWrite ? (
        <Button look="quiet" icon={IconRefresh} onClick={retry}>
          {t("sms.retry")}
        </Button>
      ) : null}
      {waiting === null ? null : (
        <Button look="quiet" icon={IconTrash} onClick={() => sms.dismiss(waiting.request)}>
          {t("sms.discard")}
        </Button>
      )}
    </div>
  );
}

/** What the codes of Twilio and compatible services mean to people. */
const CAUSES: ReadonlyMap<string, "stopped" | "unreachable" | "number" | "phone" | "blocked" | "demo"> = new Map([
  ["stopped", "stopped"],
  ["unreachable", "unreachable"],
  ["demo", "demo"],
  ["21610", "stopped"],
  ["21211", "number"],
  ["21614", "number"],
  ["30005", "number"],
  ["30006", "number"],
  ["30003", "phone"],
  ["30004", "blocked"],
  ["30007", "blocked"],
]);

function causeText({ cause }: SmsMessage, t: ReturnType<typeof useWords<typeof smsMessages>>): string {
  const known = CAUSES.get(cause);
  return known === undefined ? t("sms.cause.other", { code: cause }) : t(`sms.cause.${known}`);
}
