import { CONTACT_IMPORT_MAX_BYTES, CONTACT_IMPORT_MAX_ROWS } from "@callpanel/contract";
import { FileButton, IconUpload } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { contactImportMessages } from "./contactImport.messages.ts";
import type { ImportRun } from "./useImport.ts";
import styles from "./ImportDialog.module.css";

/** The choice of the file; one that is too large is refused before it is sent. */
export function FileStep({ run }: { readonly run: ImportRun }) {
  const t = useWords(contactImportMessages);
  const megabytes = CONTACT_IMPORT_MAX_BYTES / 1024 ** 2;
  const read = (file: File) => {
    if (file.size <= CONTACT_IMPORT_MAX_BYTES) return run.read(file);
    run.dispatch({ type: "failed", error: { code: "contacts.import.tooLarge", details: { megabytes }, text: null } });
  };
  return (
    <>
      <p className={styles.text}>{t("contactImport.intro")}</p>
      <p className={styles.hint}>{t("contactImport.limits", { rows: CONTACT_IMPORT_MAX_ROWS, megabytes })}</p>
      <output className={styles.hint}>{run.busy ? t("contactImport.reading") : ""}</output>
      <div className={styles.buttons}>
        <FileButton
          data-autofocus
          look="primary"
          icon={IconUpload}
          busy={run.busy}
          accept=".csv,text/csv,text/plain,text/tab-separated-values"
          onFile={read}
        >
          {t("contactImport.choose")}
        </FileButton>
      </div>
    </>
  );
}
