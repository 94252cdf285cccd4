import type { PanelErrorCode } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import { usePanel } from "../../shared/panel.ts";
import { useChange } from "../../shared/useChange.ts";
import type { Change } from "../../shared/useChange.ts";
import { reloadContacts } from "./contacts.events.ts";

/** Carries out a change of the address book: lists and names are had anew either way. */
export function useContactChange(fallback: PanelErrorCode) {
  const { busy, run } = useChange(useReload());
  return { busy, run: <Answer>(change: Omit<Change<Answer>, "fallback">) => run({ fallback, ...change }) };
}

/** Everything that shows contacts is had anew. */
export function useReload(): () => void {
  const { numberNames } = usePanel();
  const client = useQueryClient();
  return () => reloadContacts(client, numberNames);
}
