import type { PanelErrorCode } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../shared/api.ts";
import type { Api } from "../../shared/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";
import { ANNOUNCEMENTS_KEY } from "./announcements.api.ts";

/** Carries out a change and tells how it went; the list is had anew either way: it may have been gone already. */
export function useAnnouncementChange(fallback: PanelErrorCode) {
  const { api, notices } = usePanel();
  const words = useLocaleWords();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const carryOut = async (change: (api: Api) => Promise<unknown>, done: string, after: () => void) => {
    setBusy(true);
    try {
      await change(api);
      notices.success(done);
      after();
    } catch (error) {
      notices.error(words.say(sayError(error, fallback)));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY });
    }
  };
  return {
    busy,
    run: (change: (api: Api) => Promise<unknown>, done: string, after: () => void) =>
      void carryOut(change, done, after),
  };
}
