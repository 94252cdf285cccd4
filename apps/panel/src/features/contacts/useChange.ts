import type { PanelErrorCode } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Api } from "../../shared/api.ts";
import { sayError } from "../../shared/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";
import { reloadContacts } from "./contacts.events.ts";

export interface Change<Answer> {
  readonly change: (api: Api) => Promise<Answer>;
  /** What is told when it is done. */
  readonly done: (answer: Answer) => string;
  readonly after: () => void;
}

/** Carries out a change of the address book: lists and names are had anew, a failure is told and nothing else happens. */
export function useChange(fallback: PanelErrorCode) {
  const { api, notices } = usePanel();
  const words = useLocaleWords();
  const reload = useReload();
  const [busy, setBusy] = useState(false);
  const carryOut = async <Answer>({ change, done, after }: Change<Answer>) => {
    setBusy(true);
    try {
      const answer = await change(api);
      notices.success(done(answer));
      after();
    } catch (error) {
      notices.error(words.say(sayError(error, fallback)));
    } finally {
      setBusy(false);
      // After a failure too: it may have been gone already.
      reload();
    }
  };
  return { busy, run: <Answer>(change: Change<Answer>) => void carryOut(change) };
}

/** Everything that shows contacts is had anew. */
export function useReload(): () => void {
  const { numberNames } = usePanel();
  const client = useQueryClient();
  return () => reloadContacts(client, numberNames);
}
