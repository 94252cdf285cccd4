import { ConfirmDialog } from "@callpanel/ui";
import type { ConfirmDialogProps } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { contactsMessages } from "../contacts.messages.ts";

export type DeletionDialogProps = Pick<ConfirmDialogProps, "title" | "text" | "onConfirm" | "onClose"> & {
  readonly busy: boolean;
};

/** Asks before contacts are deleted permanently. */
export function DeletionDialog(props: DeletionDialogProps) {
  const t = useWords(contactsMessages);
  return (
    <ConfirmDialog
      {...props}
      opened
      danger
      closeLabel={t("contacts.close")}
      cancelLabel={t("contacts.cancel")}
      confirmLabel={t("contacts.delete")}
    />
  );
}
