import { Button, IconArchive, IconButton, IconX } from "@callpanel/ui";
import { SelectionBar, Word } from "../../../shared/list/SelectionBar.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import type { Calls } from "../useCalls.ts";
import type { Archive } from "./useArchive.ts";

/** CDR-49: the calls to archive recordings of; shown only if there are recordings. */
export function SelectionOfCalls({ calls, archive }: { readonly calls: Calls; readonly archive: Archive }) {
  const t = useWords(callHistoryMessages);
  const { view, state, search, dispatch } = calls;
  const shown = state.phase === "ready" ? state.page.data : [];
  const here = shown.filter(({ recording }) => recording).map(({ id }) => id);
  const { selected } = view;
  if (here.length === 0 && selected.size === 0) return null;
  return (
    <SelectionBar
      ids={here}
      selected={selected}
      onTick={(ids, on) => dispatch({ type: "ticked", ids, on })}
      label={t("callHistory.archive.selectPage")}
      count={t("callHistory.archive.selected", { count: selected.size })}
    >
      <Button
        icon={IconArchive}
        look="quiet"
        busy={archive.busy}
        onClick={() => archive.start({ filter: view, search, calls: [...selected] })}
      >
        <Word>{t("callHistory.archive.makeSelected")}</Word>
      </Button>
      <IconButton
        icon={IconX}
        label={t("callHistory.archive.unselect")}
        onClick={() => dispatch({ type: "unticked" })}
      />
    </SelectionBar>
  );
}
