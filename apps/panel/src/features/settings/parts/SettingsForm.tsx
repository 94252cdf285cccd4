import { Button } from "@callpanel/ui";
import type { ReactNode } from "react";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { settingsMessages } from "../settings.messages.ts";
import type { DraftForm } from "../useDraft.ts";
import { ErrorLine } from "./ErrorLine.tsx";
import styles from "../../../shared/form/ThingForm.module.css";

export interface SettingsFormProps {
  readonly draft: Pick<DraftForm<object>, "changed" | "saving" | "error" | "discard" | "save">;
  /** Whether the values are valid; the fields show their errors. */
  readonly valid: boolean;
  readonly children: ReactNode;
}

/** SET-4: a form with its bar, which is shown while there are changes: discard, save, and why saving failed. */
export function SettingsForm({ draft, valid, children }: SettingsFormProps) {
  const t = useWords(settingsMessages);
  const words = useLocaleWords();
  const { changed, saving, error, discard, save } = draft;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid && changed && !saving) save();
        else event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      }}
    >
      {children}
      {error ? <ErrorLine text={words.error("settings.saveFail", { message: words.say(error) })} /> : null}
      {changed ? (
        <div className={styles.bar}>
          <p className={styles.words}>{t("settings.changed")}</p>
          <Button onClick={discard} disabled={saving}>
            {t("settings.discard")}
          </Button>
          <Button type="submit" look="primary" busy={saving} disabled={!valid}>
            {t("settings.save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
