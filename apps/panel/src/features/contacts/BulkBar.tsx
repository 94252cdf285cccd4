import type { Contact } from "@callpanel/contract";
import { Button, Checkbox, IconTrash } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { contactsMessages } from "./contacts.messages.ts";
import type { ContactView, ContactViewAction } from "./contacts.model.ts";
import styles from "./BulkBar.module.css";

export interface BulkBarProps {
  readonly view: ContactView;
  readonly shown: readonly Contact[];
  readonly dispatch: (action: ContactViewAction) => void;
  readonly onDelete: () => void;
}

/** Ticks all of the page, and says how many are ticked and what can be done with them. */
export function BulkBar({ view, shown, dispatch, onDelete }: BulkBarProps) {
  const t = useWords(contactsMessages);
  const count = view.selected.size;
  const ids = shown.map(({ id }) => id);
  const ticked = ids.filter((id) => view.selected.has(id)).length;
  return (
    <div className={styles.bar} data-on={count > 0 ? "" : undefined}>
      <Checkbox
        className={styles.all}
        label={<span className={styles.label}>{t("contacts.selectPage")}</span>}
        checked={ticked === ids.length}
        partly={ticked > 0 && ticked < ids.length}
        onChange={(on) => dispatch({ type: "ticked", ids, on })}
      />
      <output className={styles.count}>{count === 0 ? "" : t("contacts.selected", { count })}</output>
      {count === 0 ? null : (
        <>
          <Button look="danger" icon={IconTrash} onClick={onDelete}>
            {t("contacts.deleteSelected")}
          </Button>
          <Button look="quiet" onClick={() => dispatch({ type: "unticked" })}>
            {t("contacts.unselect")}
          </Button>
        </>
      )}
    </div>
  );
}
