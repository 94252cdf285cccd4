import type { Voicemail } from "@callpanel/contract";
import { Spinner } from "@callpanel/ui";
import type { ReactNode } from "react";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import { languageName } from "../../../shared/words/languageName.ts";
import styles from "./MessageWords.module.css";

/** Summary, transcript and translation of a message; or why they are missing. */
export function MessageWords({ message }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  const { transcription_category: category, transcription_summary: summary } = message;
  if (!message.may_read) return null;
  return (
    <div className={styles.words}>
      {category === null ? null : (
        <p>
          <span className={styles.title}>{t("voicemail.category")}</span>{" "}
          <span className={styles.chip}>{t(`voicemail.category.${category}`)}</span>
        </p>
      )}
      {summary === null || summary === "" ? null : (
        <Part title={t("voicemail.summary")}>
          <p>
            <bdi>{summary}</bdi>
          </p>
        </Part>
      )}
      <Part title={t("voicemail.transcript")}>
        <Transcript message={message} />
      </Part>
      <Translation message={message} />
    </div>
  );
}

function Transcript({ message: { transcription_state: state, transcription } }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  if (state !== "done") return <State pending={state === "pending"}>{t(`voicemail.text.${state}`)}</State>;
  if (transcription === null || transcription.trim() === "")
    return <p className={styles.dim}>{t("voicemail.text.empty")}</p>;
  return <p className={styles.text}>{transcription}</p>;
}

function Translation({ message }: { readonly message: Voicemail }) {
  const t = useWords(voicemailMessages);
  const { locale } = useLocaleWords();
  const { translation_state: state, translation, translation_language: language } = message;
  // Nothing for a person who does not want them; without a transcript there is nothing to translate.
  if (state === "off" || message.transcription_state !== "done") return null;
  const title =
    language === null
      ? t("voicemail.translation")
      : t("voicemail.translationTo", { language: languageName(language, locale) });
  return (
    <Part title={title}>
      {state === "done" ? (
        <p className={styles.text} lang={language ?? undefined}>
          {translation}
        </p>
      ) : (
        <State pending={state === "pending"}>{t(`voicemail.translation.${state}`)}</State>
      )}
    </Part>
  );
}

function State({ pending, children }: { readonly pending: boolean; readonly children: string }) {
  return (
    <output className={styles.state}>
      {pending ? <Spinner size={14} /> : null}
      {children}
    </output>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
