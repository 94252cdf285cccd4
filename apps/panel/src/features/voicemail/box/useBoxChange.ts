import type { PanelErrorCode } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api.ts";
import type { Api } from "../../../shared/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import { BOX_KEY } from "../keys.ts";

/** Carries out a change of a mailbox and tells how it went; the mailbox is had anew either way. */
export function useBoxChange(fallback: PanelErrorCode) {
  const { api, notices } = usePanel();
  const words = useLocaleWords();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const carryOut = async (change: (api: Api) => Promise<unknown>, done: string, after?: () => void) => {
    setBusy(true);
    try {
      await change(api);
      notices.success(done);
      after?.();
    } catch (error) {
      notices.error(words.say(sayError(error, fallback)));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: BOX_KEY });
    }
  };
  return {
    busy,
    run: (change: (api: Api) => Promise<unknown>, done: string, after?: () => void) =>
      void carryOut(change, done, after),
  };
}
