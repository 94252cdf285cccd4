import { useNavigate } from "@tanstack/react-router";
import { SessionMessage, sessionMessages } from "../../features/session/index.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useCard } from "./useCard.ts";

export function ForbiddenPage({ panel }: { readonly panel: Panel }) {
  const card = useCard(panel);
  const t = useWords(sessionMessages);
  const navigate = useNavigate();
  return (
    <SessionMessage
      {...card}
      title={t("session.forbiddenTitle")}
      text={t("session.forbiddenText")}
      action={{ label: t("session.forbiddenGo"), run: () => void navigate({ to: "/" }) }}
    />
  );
}
