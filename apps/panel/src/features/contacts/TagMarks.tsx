import { Button, IconX } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { contactsMessages } from "./contacts.messages.ts";
import type { ContactViewAction } from "./contacts.model.ts";
import type { ContactList } from "./contacts.lists.ts";
import { TagChip } from "./TagChip.tsx";
import { useTagColors } from "./useTagColors.ts";
import styles from "./TagMarks.module.css";

export interface TagMarksProps {
  readonly list: ContactList;
  readonly tags: readonly string[];
  readonly dispatch: (action: ContactViewAction) => void;
}

/** The tags of the filter; a click removes one. */
export function TagMarks({ list, tags, dispatch }: TagMarksProps) {
  const t = useWords(contactsMessages);
  const colors = useTagColors(list);
  if (tags.length === 0) return null;
  return (
    <div className={styles.marks}>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className={styles.mark}
          aria-label={t("contacts.removeFilter", { tag })}
          onClick={() => dispatch({ type: "tagToggled", tag })}
        >
          <TagChip name={tag} color={colors.get(tag)} />
          <IconX size={14} stroke={2} aria-hidden />
        </button>
      ))}
      <Button look="quiet" onClick={() => dispatch({ type: "tagsCleared" })}>
        {t("contacts.clearFilter")}
      </Button>
    </div>
  );
}
