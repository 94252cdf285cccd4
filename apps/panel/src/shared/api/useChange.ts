import type { PanelErrorCode } from "@callpanel/contract";
import { useState } from "react";
import type { Api } from "./api.ts";
import { sayError } from "./api.ts";
import { usePanel } from "../panel.ts";
import { useLocaleWords } from "../words/useWords.ts";

export interface Change<Answer> {
  /** The error if the server sends no text (spec 2 §8). */
  readonly fallback: PanelErrorCode;
  readonly change: (api: Api) => Promise<Answer>;
  /** The notice on success; null if the effect is visible anyway. */
  readonly done: ((answer: Answer) => string) | null;
  /** Runs only after success: a failure changes nothing. */
  readonly after?: () => void;
  /** The notice replaces the one with the same key. */
  readonly key?: string;
}

/**
 * Makes changes on the server and shows the result as a notice. `reload` loads the shown data again, also after a failure,
 * because the item may have been removed already.
 */
export function useChange(reload: () => void) {
  const { api, notices } = usePanel();
  const words = useLocaleWords();
  const [busy, setBusy] = useState(false);
  const carryOut = async <Answer>({ fallback, change, done, after, key }: Change<Answer>) => {
    const options = key === undefined ? {} : { key };
    setBusy(true);
    try {
      const answer = await change(api);
      if (done !== null) notices.success(done(answer), options);
      after?.();
    } catch (error) {
      notices.error(words.say(sayError(error, fallback)), options);
    } finally {
      setBusy(false);
      reload();
    }
  };
  return { busy, run: <Answer>(change: Change<Answer>) => void carryOut(change) };
}
