import type { PanelErrorCode } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useService } from "../../shared/panel.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { useChange } from "../../shared/api/useChange.ts";
import type { Change } from "../../shared/api/useChange.ts";
import { reloadContacts } from "./contacts.reload.ts";

/** Makes a change of the address book; lists and names are loaded again after success and failure. */
export function useContactChange(fallback: PanelErrorCode) {
  const { busy, run } = useChange(useReload());
  return { busy, run: <Answer>(change: Omit<Change<Answer>, "fallback">) => run({ fallback, ...change }) };
}

/** Loads everything that shows contacts again. */
export function useReload(): () => void {
  const numberNames = useService(NUMBER_NAMES);
  const client = useQueryClient();
  return () => reloadContacts(client, numberNames);
}
