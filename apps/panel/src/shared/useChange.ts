import type { PanelErrorCode } from "@callpanel/contract";
import { useState } from "react";
import type { Api } from "./api.ts";
import { sayError } from "./api.ts";
import { usePanel } from "./panel.ts";
import { useLocaleWords } from "./words/useWords.ts";

export interface Change<Answer> {
  /** Where the server sends no words of its own (spec 2 §8). */
  readonly fallback: PanelErrorCode;
  readonly change: (api: Api) => Promise<Answer>;
  /** What is told when it is done; null: its effect is seen. */
  readonly done: ((answer: Answer) => string) | null;
  /** After it was done alone: a failure leaves everything as it stands. */
  readonly after?: () => void;
}

/**
 * Carries out changes on the server: how each went is told. `reload` has everything that shows it anew, after a failure too: what was to be
 * changed may have been gone already.
 */
export function useChange(reload: () => void) {
  const { api, notices } = usePanel();
  const words = useLocaleWords();
  const [busy, setBusy] = useState(false);
  const carryOut = async <Answer>({ fallback, change, done, after }: Change<Answer>) => {
    setBusy(true);
    try {
      const answer = await change(api);
      if (done !== null) notices.success(done(answer));
      after?.();
    } catch (error) {
      notices.error(words.say(sayError(error, fallback)));
    } finally {
      setBusy(false);
      reload();
    }
  };
  return { busy, run: <Answer>(change: Change<Answer>) => void carryOut(change) };
}
