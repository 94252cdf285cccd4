import { Button, IconCopy, TextField } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { accessMessages } from "./access.messages.ts";
import styles from "./Access.module.css";

/** A value to pass on, with a copy button. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useWords(accessMessages);
  const { copyText, notices } = usePanel();
  const copy = () =>
    void copyText(value).then(
      () => notices.success(t("people.access.copied", { label })),
      () => notices.error(t("people.access.copyFailed")),
    );
  return (
    <div className={styles.copy}>
      <TextField label={label} readOnly value={value} spellCheck={false} />
      <Button icon={IconCopy} aria-label={t("people.access.copyNamed", { label })} onClick={copy}>
        {t("people.access.copy")}
      </Button>
    </div>
  );
}
