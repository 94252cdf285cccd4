import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { SessionMessage, sessionMessages } from "../../features/session/index.ts";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useCard } from "./useCard.ts";

/** Ends the session here and on the server; if the server has its own sign-in page, its sign-out path is opened too. */
export function SignOutPage({ panel }: { readonly panel: Panel }) {
  const card = useCard(panel);
  const t = useWords(sessionMessages);
  const navigate = useNavigate();
  useEffect(() => {
    void panel.session.signOut().then(() => {
      if (panel.config.sign_in === "redirect") return window.location.replace(panel.config.sign_out_path);
      return navigate({ to: SERVICE_PATHS.login, replace: true });
    });
  }, [panel, navigate]);
  return <SessionMessage {...card} title={t("session.signingOut")} busy />;
}
