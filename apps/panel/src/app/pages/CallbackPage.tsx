import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SessionMessage, finishOauth, sessionMessages } from "../../features/session/index.ts";
import type { ErrorSay } from "../../shared/api/api.ts";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { landingState } from "../landing.ts";
import { useCard } from "./useCard.ts";

/** The return from the server's sign-in page (route oauth2). */
export function CallbackPage({ panel }: { readonly panel: Panel }) {
  const card = useCard(panel);
  const t = useWords(sessionMessages);
  const words = useLocaleWords();
  const navigate = useNavigate();
  const [error, setError] = useState<ErrorSay | null>(null);
  // The code is valid for one use: a second run of the effect would use it twice.
  const [finish] = useState(() => {
    let result: ReturnType<typeof finishOauth> | null = null;
    return () => (result ??= finishOauth(panel.oauth, new URLSearchParams(window.location.search)));
  });
  useEffect(() => {
    void finish().then((result) => {
      if (!result.ok) return setError(result.error);
      panel.askForNotifications();
      return navigate({ to: result.to, replace: true, state: landingState(result.to) });
    });
  }, [finish, navigate, panel]);
  if (error === null) return <SessionMessage {...card} title={t("session.working")} busy />;
  return (
    <SessionMessage
      {...card}
      title={t("session.failedTitle")}
      text={words.say(error)}
      failed
      action={{ label: t("session.again"), run: () => void navigate({ to: SERVICE_PATHS.login }) }}
    />
  );
}
