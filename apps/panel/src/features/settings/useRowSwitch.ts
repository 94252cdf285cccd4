import type { PanelErrorCode } from "@callpanel/contract";
import { usePanel } from "../../shared/panel.ts";
import { useRowChange, useShowFailure } from "./rows.ts";
import type { RowChange } from "./rows.ts";
import type { SettingRow } from "./subject.model.ts";

export interface RowSwitchWords {
  /** The error if the server sends no text. */
  readonly fallback: PanelErrorCode;
  /** The notices for on and off. */
  readonly on: string;
  readonly off: string;
}

/** SET-6: a switch that changes immediately, with a notice, and is reverted with the reason if the server refuses. */
export function useRowSwitch<Row extends SettingRow & { readonly enabled: boolean }>(
  change: Pick<RowChange<Row, boolean>, "rows" | "send">,
  words: RowSwitchWords,
): (row: Row, enabled: boolean) => void {
  const { notices } = usePanel();
  const showFailure = useShowFailure();
  const { mutate } = useRowChange<Row, boolean>({ ...change, foresee: (row, enabled) => ({ ...row, enabled }) });
  return (row, enabled) =>
    mutate(
      { userId: row.user_id, change: enabled },
      {
        onSuccess: () => notices.success(enabled ? words.on : words.off),
        onError: (error) => showFailure(error, words.fallback),
      },
    );
}
