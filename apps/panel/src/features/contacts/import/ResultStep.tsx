import { Button, IconDownload } from "@callpanel/ui";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import type { FoundStepProps } from "./ColumnsStep.tsx";
import { contactImportMessages } from "./contactImport.messages.ts";
import { refusedRows } from "./import.api.ts";
import { hasRefusedRows } from "./import.model.ts";
import styles from "./ImportDialog.module.css";

const TITLES = {
  done: "contactImport.done",
  cancelled: "contactImport.cancelled",
  failed: "contactImport.failed",
} as const;
const COUNTS = ["created", "updated", "skipped", "refused"] as const;

/** The number of written and failed rows, and the failed rows as a file. */
export function ResultStep({ run, found, onClose }: FoundStepProps & { readonly onClose: () => void }) {
  const t = useWords(contactImportMessages);
  const words = useLocaleWords();
  const { download, saveFile, notices } = usePanel();
  const { phase, progress } = found;
  const title = phase === "cancelled" || phase === "failed" ? TITLES[phase] : TITLES.done;
  const save = async () => {
    try {
      saveFile(await refusedRows(download, found.id), "contacts-refused.csv");
    } catch (error) {
      notices.error(words.say(sayError(error, "contacts.import")));
    }
  };
  return (
    <>
      <output className={styles.result}>
        <span className={styles.name}>{t(title)}</span>
        {COUNTS.map((one) => (
          <span key={one}>
            {progress && progress[one] > 0 ? t(`contactImport.${one}`, { count: progress[one] }) : ""}
          </span>
        ))}
      </output>
      <div className={styles.buttons}>
        {hasRefusedRows(found) ? (
          <Button icon={IconDownload} onClick={() => void save()}>
            {t("contactImport.download")}
          </Button>
        ) : null}
        <Button onClick={run.forget}>{t("contactImport.startOver")}</Button>
        <Button look="primary" onClick={onClose}>
          {t("contactImport.close")}
        </Button>
      </div>
    </>
  );
}
