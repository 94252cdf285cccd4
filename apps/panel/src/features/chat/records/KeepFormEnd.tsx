import { Button, ConfirmDialog } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import { recordsMessages } from "./records.messages.ts";

export interface KeepFormEndProps {
  readonly busy: boolean;
  readonly onCancel: () => void;
  /** What the choice deletes, for the question before it; null: nothing is asked. */
  readonly question: string | null;
  readonly onBack: () => void;
  readonly onConfirm: () => void;
}

/** The buttons of a form about how long messages are kept, and the question before older ones are deleted. */
export function KeepFormEnd({ busy, onCancel, question, onBack, onConfirm }: KeepFormEndProps) {
  const t = useWords(recordsMessages);
  return (
    <>
      <div className={dialogs.buttons}>
        <Button onClick={onCancel}>{t("chat.r.cancel")}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {t("chat.r.save")}
        </Button>
      </div>
      {question === null ? null : (
        <ConfirmDialog
          opened
          danger
          busy={busy}
          title={t("chat.keep.confirmTitle")}
          text={question}
          confirmLabel={t("chat.keep.confirm")}
          cancelLabel={t("chat.r.cancel")}
          closeLabel={t("chat.r.close")}
          onClose={onBack}
          onConfirm={onConfirm}
        />
      )}
    </>
  );
}
