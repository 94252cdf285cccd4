import type { ContactTag } from "@callpanel/contract";
import { ConfirmDialog } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { removeTag } from "../contacts.api.ts";
import type { ContactList } from "../contacts.lists.ts";
import { useContactChange } from "../useContactChange.ts";
import { contactTagsMessages } from "./contactTags.messages.ts";

export interface TagDeletionProps {
  readonly list: ContactList;
  readonly tag: ContactTag;
  readonly onRenamed: (tag: string, to: null) => void;
  readonly onClose: () => void;
}

/** Asks before a tag is deleted, and says how many contacts have it. */
export function TagDeletion({ list, tag, onRenamed, onClose }: TagDeletionProps) {
  const t = useWords(contactTagsMessages);
  const { busy, run } = useContactChange(list === "personal" ? "contacts.personalTag.delete" : "contacts.tag.delete");
  const { name } = tag;
  const erase = () =>
    run({
      change: (api) => removeTag(api, list, tag.id),
      done: () => t("contactTags.deleted", { name }),
      after: () => {
        onRenamed(name, null);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      opened
      danger
      title={t("contactTags.deleteTitle")}
      text={t("contactTags.deleteText", { name, count: tag.contacts })}
      closeLabel={t("contactTags.close")}
      cancelLabel={t("contactTags.cancel")}
      confirmLabel={t("contactTags.deleteConfirm")}
      busy={busy}
      onConfirm={erase}
      onClose={onClose}
    />
  );
}
