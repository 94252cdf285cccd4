import { CHAT_LIMITS } from "@callpanel/contract";
import { Button, Dialog, Skeleton, TextField } from "@callpanel/ui";
import { useState } from "react";
import styles from "../dialogs/Dialogs.module.css";
import { useWords } from "../../../shared/words/useWords.ts";
import { choiceOf, useOwnStatus } from "./presence.api.ts";
import { statusMessages } from "./status.messages.ts";

/** A text next to the user's status: `In a meeting until 3`. */
export function StatusTextDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(statusMessages);
  const { own, busy, choose } = useOwnStatus();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? own?.message ?? "";
  return (
    <Dialog
      opened
      persistent="form"
      onClose={onClose}
      title={t("chat.status.textTitle")}
      closeLabel={t("chat.status.close")}
    >
      {own === undefined ? (
        <Skeleton height={120} />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            choose(choiceOf(own), text.trim(), onClose);
          }}
        >
          <TextField
            data-autofocus
            label={t("chat.status.field")}
            hint={t("chat.status.hint")}
            maxLength={CHAT_LIMITS.statusTextChars}
            value={text}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div className={styles.buttons}>
            <Button onClick={onClose}>{t("chat.status.cancel")}</Button>
            <Button type="submit" look="primary" busy={busy}>
              {t("chat.status.save")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
