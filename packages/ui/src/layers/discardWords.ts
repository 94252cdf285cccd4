import { createContext } from "react";

/** What a dialog with a form asks, in the person's language. */
export interface DiscardWords {
  readonly question: string;
  readonly stay: string;
  readonly leave: string;
}

/** Without it Escape does nothing in a form that was changed. */
export const DiscardWordsContext = createContext<DiscardWords | null>(null);
