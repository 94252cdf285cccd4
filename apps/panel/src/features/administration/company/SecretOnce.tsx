import type { AddedApplication } from "@callpanel/contract";
import { Button } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { CopyField } from "../people/CopyField.tsx";
import { companyMessages } from "./company.messages.ts";
import styles from "./Applications.module.css";

interface SecretOnceProps {
  readonly shown: AddedApplication;
  readonly onClose: () => void;
}

/** COMPANY-40: what the application needs, shown this one time. */
export function SecretOnce({ shown, onClose }: SecretOnceProps) {
  const t = useWords(companyMessages);
  return (
    <div className={styles.form}>
      <p className={styles.warning}>{t("company.apps.once")}</p>
      <CopyField label={t("company.apps.clientId")} value={shown.client_id} />
      <CopyField label={t("company.apps.secret")} value={shown.secret} />
      <div className={styles.ends}>
        <Button look="primary" onClick={onClose}>
          {t("company.apps.done")}
        </Button>
      </div>
    </div>
  );
}
