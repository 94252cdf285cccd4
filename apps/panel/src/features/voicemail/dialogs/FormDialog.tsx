import { Button, Dialog } from "@callpanel/ui";
import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import styles from "./FormDialog.module.css";

export interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  /** The values are valid. */
  readonly valid: boolean;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small form: its button is off while a value is invalid, Enter sends it, a failure keeps the typed text. */
export function FormDialog({ title, submit, valid, busy, onSubmit, onClose, children }: FormDialogProps) {
  const t = useWords(voicemailMessages);
  return (
    <Dialog opened persistent="form" onClose={onClose} title={title} closeLabel={t("voicemail.close")}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !busy) onSubmit();
        }}
      >
        {children}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t("voicemail.cancel")}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!valid}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
