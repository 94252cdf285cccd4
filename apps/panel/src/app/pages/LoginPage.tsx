import { FORGOTTEN_PATH, type Locale } from "@callpanel/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { LoginScreen, SessionMessage, sessionMessages, startOauth } from "../../features/session/index.ts";
import { sayError } from "../../shared/api/api.ts";
import type { ErrorSay } from "../../shared/api/api.ts";
import { isReturnPath } from "../../shared/routes.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { LANDING } from "../landing.ts";
import { useCard } from "./useCard.ts";

/** The panel's own sign-in page, or a redirect to the server's, depending on /config.json. */
export function LoginPage({ panel }: { readonly panel: Panel }) {
  const card = useCard(panel);
  const { locale } = useLocaleWords();
  const navigate = useNavigate();
  const query = useLocation({ select: ({ searchStr }) => searchStr });
  const wanted = new URLSearchParams(query).get("redirect") ?? "/";
  const returnTo = isReturnPath(wanted) ? wanted : "/";
  if (panel.config.sign_in === "redirect") return <RedirectToSignIn panel={panel} returnTo={returnTo} />;
  return (
    <LoginScreen
      {...card}
      session={panel.session}
      forgotten={forgottenAddress(panel.config, locale)}
      onSignedIn={() => {
        panel.askForNotifications();
        void navigate({ to: returnTo, replace: true, state: returnTo === "/" ? LANDING : {} });
      }}
    />
  );
}

/** SESSION-16: at the server, which may have another origin than the panel. */
function forgottenAddress({ api_base }: Panel["config"], locale: Locale): string {
  const address = new URL(FORGOTTEN_PATH, new URL(api_base, window.location.href));
  address.searchParams.set("ui_locales", locale);
  return address.href;
}

interface RedirectProps {
  readonly panel: Panel;
  readonly returnTo: string;
}

function RedirectToSignIn({ panel, returnTo }: RedirectProps) {
  const card = useCard(panel);
  const t = useWords(sessionMessages);
  const words = useLocaleWords();
  const { locale } = words;
  const [error, setError] = useState<ErrorSay | null>(null);
  useEffect(() => {
    let gone = false;
    startOauth(panel.oauth, { returnTo, locale }).then(
      (address) => {
        if (!gone) window.location.replace(address);
      },
      (cause: unknown) => setError(sayError(cause, "login.error.oauth2")),
    );
    return () => {
      gone = true;
    };
  }, [panel, returnTo, locale]);
  if (error === null) return <SessionMessage {...card} title={t("session.redirecting")} busy />;
  return (
    <SessionMessage
      {...card}
      title={t("session.failedTitle")}
      text={words.say(error)}
      failed
      action={{ label: t("session.again"), run: () => window.location.reload() }}
    />
  );
}
