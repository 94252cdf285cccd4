import { useWords } from "../../../shared/words/useWords.ts";
import { removeContacts } from "../contacts.api.ts";
import { contactsMessages } from "../contacts.messages.ts";
import { useContactChange } from "../useContactChange.ts";
import { DeletionDialog } from "./DeletionDialog.tsx";

export interface BulkDeletionProps {
  readonly ids: readonly number[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before several contacts are deleted permanently, and says how many. */
export function BulkDeletion({ ids, onDone, onClose }: BulkDeletionProps) {
  const t = useWords(contactsMessages);
  const { busy, run } = useContactChange("contacts.bulkDelete");
  const count = ids.length;
  const erase = () =>
    run({
      change: (api) => removeContacts(api, ids),
      done: ({ deleted }) => t("contacts.deletedMany", { count: deleted }),
      after: () => {
        onDone();
        onClose();
      },
    });
  return (
    <DeletionDialog
      title={t("contacts.deleteManyTitle", { count })}
      text={t("contacts.deleteManyText", { count })}
      busy={busy}
      onConfirm={erase}
      onClose={onClose}
    />
  );
}
