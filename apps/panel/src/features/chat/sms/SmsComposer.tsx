import { SMS_LIMITS, smsSegments } from "@callpanel/contract";
import type { SmsConversation } from "@callpanel/contract";
import { IconButton, IconSend2 } from "@callpanel/ui";
import { useId } from "react";
import type { KeyboardEvent } from "react";
import { SMS } from "../../../shared/live/sms.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { AttachButton, AttachedFiles, pastedFiles } from "../files/AttachedFiles.tsx";
import type { Uploads } from "../files/useUploads.ts";
import composers from "../room/composer/Composer.module.css";
import { EmojiMenu } from "../emoji/EmojiMenu.tsx";
import { smsMessages } from "./sms.messages.ts";
import type { SmsBar } from "./sms.model.ts";
import styles from "./SmsComposer.module.css";
import { TemplateMenu } from "./TemplateMenu.tsx";
import { useSmsName } from "./useSmsName.ts";
import { useGrowingField } from "../room/composer/useGrowingField.ts";

export interface SmsComposerProps {
  readonly conversation: SmsConversation;
  /** Why nothing can be written. */
  readonly bar: SmsBar;
  readonly uploads: Uploads;
  /** Attaches files, or says why it cannot. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSent: () => void;
}

/** SMS-51 */
const SENT_KINDS = "image/*,audio/*,application/pdf";

/** SMSUI-6: the field for a text message, with what it takes: characters and parts. */
export function SmsComposer({ conversation, bar, uploads, onFiles, onSent }: SmsComposerProps) {
  const t = useWords(smsMessages);
  const sms = useService(SMS);
  const nameOf = useSmsName();
  const id = useId();
  const text = useSnapshot(sms.drafts).get(conversation.id) ?? "";
  const field = useGrowingField(text);
  const { segments } = smsSegments(text.trim());
  const hasContent = (segments > 0 || uploads.files.length > 0) && segments <= SMS_LIMITS.segments;
  const canSend = bar === null && hasContent && !uploads.isBusy;
  const write = (next: string) => sms.drafts.keep(conversation.id, next);
  const send = () => {
    if (!canSend) return;
    sms.write(conversation.id, { text: text.trim(), files: uploads.take() });
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
        <AttachedFiles uploads={uploads} />
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
          onPaste={pastedFiles(onFiles)}
        />
        <div className={composers.bar}>
          {bar === null ? (
            <>
              {conversation.sends_files ? <AttachButton accept={SENT_KINDS} onFiles={onFiles} /> : null}
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

/** The end of a part is shown when so many characters are left. */
const NEAR = 20;

/** SMSUI-6: nothing for a short message; near the end of a part what is left, and how many parts there are. */
export function SmsCount({ text }: { readonly text: string }) {
  const t = useWords(smsMessages);
  const { segments, left } = smsSegments(text);
  if (segments > SMS_LIMITS.segments)
    return (
      <span className={composers.note} role="alert">
        {t("sms.tooLong", { count: segments, most: SMS_LIMITS.segments })}
      </span>
    );
  const counted = [
    segments > 1 ? t("sms.parts", { count: segments }) : "",
    segments > 0 && left <= NEAR ? t("sms.left", { count: left }) : "",
  ].filter(Boolean);
  return <span className={styles.count}>{counted.join(" · ")}</span>;
}
