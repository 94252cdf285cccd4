import { ConfirmDialog } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { useVoicemailChange } from "../useVoicemailChange.ts";
import { bulkChanges, changes } from "../voicemail.api.ts";
import { voicemailMessages } from "../voicemail.messages.ts";

export interface ManyProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before messages are deleted permanently, and then shows their count. */
export function Deletion({ ids, onClose, onDone }: ManyProps) {
  const t = useWords(voicemailMessages);
  const { busy, run } = useVoicemailChange();
  const [only] = ids;
  const count = ids.length;
  const erase = () =>
    run({
      fallback: count === 1 ? "vmail.delete" : "vmail.bulkDelete",
      change: async (api) =>
        only !== undefined && count === 1
          ? (await changes.delete(api, only), 1)
          : (await bulkChanges.delete(api, ids)).count,
      done: (deleted) => t("voicemail.done.delete", { count: deleted }),
      after: onDone,
    });
  return (
    <ConfirmDialog
      opened
      danger
      title={t("voicemail.deleteTitle", { count })}
      text={t("voicemail.deleteText", { count })}
      closeLabel={t("voicemail.close")}
      cancelLabel={t("voicemail.cancel")}
      confirmLabel={t("voicemail.delete")}
      busy={busy}
      onConfirm={erase}
      onClose={onClose}
    />
  );
}
