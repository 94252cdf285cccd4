import type { PanelErrorCode } from "@callpanel/contract";
import { usePanel } from "../../shared/panel.ts";
import { useRowChange, useTellFailure } from "./rows.ts";
import type { RowChange } from "./rows.ts";
import type { SettingRow } from "./subject.model.ts";

export interface RowSwitchWords {
  /** Where the server sends no words of its own. */
  readonly fallback: PanelErrorCode;
  /** What is told when it is on, or off. */
  readonly on: string;
  readonly off: string;
}

/** SET-6: a switch that is thrown at once, told, and thrown back with the reason when the server refuses. */
export function useRowSwitch<Row extends SettingRow & { readonly enabled: boolean }>(
  change: Pick<RowChange<Row, boolean>, "rows" | "send">,
  words: RowSwitchWords,
): (row: Row, enabled: boolean) => void {
  const { notices } = usePanel();
  const tellFailure = useTellFailure();
  const { mutate } = useRowChange<Row, boolean>({ ...change, foresee: (row, enabled) => ({ ...row, enabled }) });
  return (row, enabled) =>
    mutate(
      { userId: row.user_id, change: enabled },
      {
        onSuccess: () => notices.success(enabled ? words.on : words.off),
        onError: (error) => tellFailure(error, words.fallback),
      },
    );
}
