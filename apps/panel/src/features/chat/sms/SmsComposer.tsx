import { SMS_LIMITS, smsSegments } from "@callpanel/contract";
import type { SmsConversation } from "@callpanel/contract";
import { IconButton, IconSend2 } from "@callpanel/ui";
import { useId } from "react";
import type { KeyboardEvent } from "react";
import { SMS } from "../../../shared/live/sms.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import composers from "../room/Composer.module.css";
import { EmojiMenu } from "../room/EmojiMenu.tsx";
import { smsMessages } from "./sms.messages.ts";
import type { SmsBar } from "./sms.model.ts";
import styles from "./SmsComposer.module.css";
import { TemplateMenu } from "./TemplateMenu.tsx";
import { useSmsName } from "./useSmsName.ts";
import { useGrowingField } from "../room/useGrowingField.ts";

export interface SmsComposerProps {
  readonly conversation: SmsConversation;
  /** Why nothing can be written. */
  readonly bar: SmsBar;
  readonly onSent: () => void;
}

/** SMSUI-6: the field for a text message, with what it takes: characters and parts. */
export function SmsComposer({ conversation, bar, onSent }: SmsComposerProps) {
  const t = useWords(smsMessages);
  const sms = useService(SMS);
  const nameOf = useSmsName();
  const id = useId();
  const text = useSnapshot(sms.drafts).get(conversation.id) ?? "";
  const field = useGrowingField(text);
  const { segments } = smsSegments(text.trim());
  const canSend = bar === null && segments > 0 && segments <= SMS_LIMITS.segments;
  const write = (next: string) => sms.drafts.keep(conversation.id, next);
  const send = () => {
    if (!canSend) return;
    sms.write(conversation.id, text.trim());
    write("");
    field.current?.focus();
    onSent();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const insert = (piece: string) => {
    const at = field.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + piece + text.slice(at));
    field.current?.focus();
  };
  return (
    <div className={`${composers.composer} ${styles.composer}`}>
      {bar === null ? null : (
        <p id={`${id}-bar`} className={styles.bar}>
          {t(`sms.bar.${bar}`)}
        </p>
      )}
      <div className={composers.box} data-off={bar === null ? undefined : ""}>
        <textarea
          ref={field}
          className={composers.area}
          dir="auto"
          rows={1}
          aria-label={t("sms.message")}
          aria-describedby={bar === null ? undefined : `${id}-bar`}
          placeholder={bar === null ? t("sms.write", { name: nameOf(conversation) }) : ""}
          disabled={bar !== null}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={press}
        />
        <div className={composers.bar}>
          {bar === null ? (
            <>
              <TemplateMenu conversation={conversation} onChoose={insert} />
              <EmojiMenu size="medium" label={t("sms.emoji")} onChoose={insert} />
            </>
          ) : null}
          <SmsCount text={text.trim()} />
          <IconButton
            icon={IconSend2}
            look={canSend ? "accent" : "quiet"}
            label={t("sms.send")}
            disabled={!canSend}
            onClick={send}
          />
        </div>
      </div>
    </div>
  );
}

/** "142 / 160", and from the second part on how many. */
export function SmsCount({ text }: { readonly text: string }) {
  const t = useWords(smsMessages);
  const { segments, units, left } = smsSegments(text);
  if (segments > SMS_LIMITS.segments)
    return (
      <span className={composers.note} role="alert">
        {t("sms.tooLong", { count: segments, most: SMS_LIMITS.segments })}
      </span>
    );
  return (
    <span className={styles.count}>
      {segments === 0 ? null : (
        <>
          <span aria-hidden="true">
            {t("sms.left", { used: units, room: units + left })}
            {segments > 1 ? ` · ${t("sms.parts", { count: segments })}` : ""}
          </span>
          <span className={styles.silent}>
            {t("sms.counted", { used: units, room: units + left, count: segments })}
          </span>
        </>
      )}
    </span>
  );
}
