import { SUPPORTED_LIST, SessionMessage, sessionMessages } from "../../features/session/index.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useCard } from "./useCard.ts";

export function UnsupportedPage({ panel }: { readonly panel: Panel }) {
  const card = useCard(panel);
  const t = useWords(sessionMessages);
  const list = SUPPORTED_LIST.map(({ title, above }) =>
    above === null ? title : t("session.browserAbove", { browser: title, version: above }),
  );
  return (
    <SessionMessage {...card} title={t("session.unsupportedTitle")} text={t("session.unsupportedText")} list={list} />
  );
}
