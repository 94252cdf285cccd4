import { Button } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import type { FoundStepProps } from "./ColumnsStep.tsx";
import { contactImportMessages } from "./contactImport.messages.ts";
import styles from "./ImportDialog.module.css";

/** The progress of the import, and the button to stop it. */
export function RunningStep({ run, found }: FoundStepProps) {
  const t = useWords(contactImportMessages);
  const { done, total } = found.progress ?? { done: 0, total: found.rows };
  return (
    <>
      <progress className={styles.progress} aria-label={t("contactImport.progress")} value={done} max={total || 1} />
      <p className={styles.hint}>{t("contactImport.progressText", { done, total })}</p>
      <p className={styles.hint}>{t("contactImport.cancelHint")}</p>
      <div className={styles.buttons}>
        <Button onClick={run.cancel}>{t("contactImport.cancel")}</Button>
      </div>
    </>
  );
}
