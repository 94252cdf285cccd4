import { useSnapshot } from "../../shared/store.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { sessionMessages } from "./session.messages.ts";
import type { Session } from "./session.store.ts";

/** SESSION-13: the message about a lost session; null after a sign-out, or without an earlier session. */
export function useLossText({ state }: Pick<Session, "state">): string | null {
  const t = useWords(sessionMessages);
  const words = useLocaleWords();
  const now = useSnapshot(state);
  if (now.phase === "signed-in" || now.lost === undefined) return null;
  return t("session.ended", { reason: words.error(now.lost) });
}
