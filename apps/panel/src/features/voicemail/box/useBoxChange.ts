import type { PanelErrorCode } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { useChange } from "../../../shared/api/useChange.ts";
import { BOX_KEY } from "../voicemail.reload.ts";

/** Makes a change of a mailbox and shows the result; the mailbox is loaded again after success and failure. */
export function useBoxChange(fallback: PanelErrorCode) {
  const client = useQueryClient();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: BOX_KEY }));
  return {
    busy,
    run: (change: (api: Api) => Promise<unknown>, done: string, after: () => void = () => undefined) =>
      run({ fallback, change, done: () => done, after }),
  };
}
