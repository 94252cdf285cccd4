import { Button, IconButton, IconTrash, IconX } from "@callpanel/ui";
import { usePanel } from "../../shared/panel.ts";
import { SelectionBar, Word } from "../../shared/list/SelectionBar.tsx";
import { useWords } from "../../shared/words/useWords.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { mayWrite } from "./contacts.lists.ts";
import type { Contacts } from "./useContacts.ts";

export interface BulkBarProps {
  readonly contacts: Contacts;
  readonly onDelete: () => void;
}

/** The actions on all selected contacts; shown only if they may be changed. */
export function BulkBar({ contacts: { view, state, dispatch }, onDelete }: BulkBarProps) {
  const t = useWords(contactsMessages);
  const { viewer } = usePanel();
  if (state.phase !== "ready" || state.page.total === 0 || !mayWrite(viewer.flags, view.list)) return null;
  return (
    <SelectionBar
      ids={state.page.data.map(({ id }) => id)}
      selected={view.selected}
      onTick={(ids, on) => dispatch({ type: "ticked", ids, on })}
      label={t("contacts.selectPage")}
      count={t("contacts.selected", { count: view.selected.size })}
    >
      <Button look="danger" icon={IconTrash} onClick={onDelete}>
        <Word>{t("contacts.deleteSelected")}</Word>
      </Button>
      <IconButton icon={IconX} label={t("contacts.unselect")} onClick={() => dispatch({ type: "unticked" })} />
    </SelectionBar>
  );
}
