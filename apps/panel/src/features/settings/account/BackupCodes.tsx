import { Button, IconCopy, IconDownload } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

/** New back-up codes, shown only once: to copy or download. */
export function BackupCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const t = useWords(accountMessages);
  const { copyText, notices } = usePanel();
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    void copyText(text).then(
      () => notices.success(t("settings.otp.copied")),
      () => notices.error(t("settings.otp.copyFailed")),
    );
  return (
    <div className={styles.form}>
      <p className={styles.line}>{t("settings.otp.codesText")}</p>
      <ul className={styles.codes} aria-label={t("settings.otp.codesTitle")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={IconCopy} onClick={copy}>
          {t("settings.otp.copy")}
        </Button>
        <a
          className={styles.download}
          download="callpanel-backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <IconDownload size={18} stroke={1.8} aria-hidden />
          {t("settings.otp.download")}
        </a>
        <Button look="primary" onClick={onDone}>
          {t("settings.otp.done")}
        </Button>
      </div>
    </div>
  );
}
