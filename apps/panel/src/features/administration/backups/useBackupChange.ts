import { useQueryClient } from "@tanstack/react-query";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { backupsQuery } from "./backups.api.ts";

/** A change of back-ups; the page shows the state after it. */
export function useBackupChange() {
  const { api } = usePanel();
  const client = useQueryClient();
  return useChange(() => void client.invalidateQueries({ queryKey: backupsQuery(api).queryKey }));
}
