import { SessionMessage, sessionMessages } from "../../features/session/index.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { cardOf } from "./cardOf.ts";

export function UnsupportedPage({ panel }: { readonly panel: Panel }) {
  const t = useWords(sessionMessages);
  return (
    <SessionMessage {...cardOf(panel)} title={t("session.unsupportedTitle")} text={t("session.unsupportedText")} />
  );
}
