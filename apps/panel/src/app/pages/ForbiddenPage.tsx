import { useNavigate } from "@tanstack/react-router";
import { SessionMessage, sessionMessages } from "../../features/session/index.ts";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useCard } from "./useCard.ts";

/** SHELL-2: for a person who may see no page. */
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
      second={{ label: t("session.forbiddenSignOut"), run: () => void navigate({ to: SERVICE_PATHS.signOut }) }}
    />
  );
}
