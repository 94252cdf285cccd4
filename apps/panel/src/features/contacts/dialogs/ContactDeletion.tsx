import type { Contact } from "@callpanel/contract";
import { useWords } from "../../../shared/words/useWords.ts";
import { removeContact } from "../contacts.api.ts";
import { contactsMessages } from "../contacts.messages.ts";
import { contactName } from "../contacts.model.ts";
import { useContactChange } from "../useContactChange.ts";
import { DeletionDialog } from "./DeletionDialog.tsx";

export interface ContactDeletionProps {
  readonly contact: Contact;
  readonly onClose: () => void;
}

/** Asks before a contact is deleted permanently. */
export function ContactDeletion({ contact, onClose }: ContactDeletionProps) {
  const t = useWords(contactsMessages);
  const name = contactName(contact);
  const { busy, run } = useContactChange("contacts.delete");
  const erase = () =>
    run({
      change: (api) => removeContact(api, contact.id),
      done: () => t("contacts.deleted", { name }),
      after: onClose,
    });
  return (
    <DeletionDialog
      title={t("contacts.deleteTitle")}
      text={t(contact.is_personal ? "contacts.deleteText" : "contacts.deleteSharedText", { name })}
      busy={busy}
      onConfirm={erase}
      onClose={onClose}
    />
  );
}
