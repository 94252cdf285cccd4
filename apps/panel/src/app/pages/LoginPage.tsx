import { FORGOTTEN_PATH, type Locale } from "@callpanel/contract";
import { useEffect, useState } from "react";
import { LoginScreen, SessionMessage, sessionMessages, startOauth } from "../../features/session/index.ts";
import { sayError } from "../../shared/api/api.ts";
import type { ErrorSay } from "../../shared/api/api.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useCard } from "./useCard.ts";

export interface LoginPageProps {
  readonly panel: Panel;
  /** The address that was asked for before the sign-in. */
  readonly returnTo: string;
  /** The session is valid: go there. */
  readonly onSignedIn: () => void;
}

/** The panel's own sign-in page, or a redirect to the server's, depending on /config.json. It works without the routes. */
export function LoginPage({ panel, returnTo, onSignedIn }: LoginPageProps) {
  const card = useCard(panel);
  const { locale } = useLocaleWords();
  if (panel.config.sign_in === "redirect") return <RedirectToSignIn panel={panel} returnTo={returnTo} />;
  return (
    <LoginScreen
      {...card}
      session={panel.session}
      forgotten={forgottenAddress(panel.config, locale)}
      onSignedIn={() => {
        panel.askForNotifications();
        onSignedIn();
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
