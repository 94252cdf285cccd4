import { SessionMessage, sessionMessages } from "../../features/session/index.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useCard } from "./useCard.ts";

/** Shown when the panel itself failed to render, or its code failed to load. */
export function BrokenPage({ panel }: { readonly panel: Panel }) {
  const t = useWords(sessionMessages);
  const words = useLocaleWords();
  const card = useCard(panel);
  return (
    <SessionMessage
      {...card}
      title={words.error("init.app")}
      action={{ label: t("session.reload"), run: () => window.location.reload() }}
    />
  );
}
