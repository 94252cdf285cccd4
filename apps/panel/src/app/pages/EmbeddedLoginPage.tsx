import { webviewAuth } from "@callpanel/contract";
import type { EmbeddedCredential, Locale } from "@callpanel/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  EmbeddedLoginScreen,
  readEmbeddedRequest,
  rememberedPerson,
  rememberPerson,
} from "../../features/embedding/index.ts";
import { SessionMessage, sessionMessages } from "../../features/session/index.ts";
import type { SignInResult } from "../../features/session/index.ts";
import type { ErrorSay } from "../../shared/api.ts";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useComposedPanel } from "../panelContext.ts";
import type { HostWindow } from "../../shared/hostWindow.ts";
import { withHost } from "../shell/withHost.ts";
import { LANDING } from "../landing.ts";
import { useCard } from "./useCard.ts";

type Stage =
  | { readonly kind: "asking"; readonly refusal: ErrorSay | null }
  /** With what the address or the host brought; a form that stands stays. */
  | { readonly kind: "working"; readonly byForm: boolean };

interface Attempt {
  readonly credential: EmbeddedCredential;
  readonly language: Locale | null;
  readonly goTo: string | null;
  readonly byForm: boolean;
}

/** The sign-in of embedded panels and of links (spec 1 §2, §4): by address, by the host's message or by its form. */
export function EmbeddedLoginPage() {
  const panel = useComposedPanel();
  const card = useCard(panel);
  const t = useWords(sessionMessages);
  const words = useLocaleWords();
  const navigate = useNavigate();
  const href = useLocation({ select: (location) => location.href });
  const [request] = useState(() => readEmbeddedRequest(href));
  const [stage, setStage] = useState<Stage>(() =>
    begins(panel, request.credential) ? { kind: "working", byForm: false } : { kind: "asking", refusal: null },
  );

  const goOn = useCallback(
    async (goTo: string | null) => {
      const { pathname, searchParams } = new URL(goTo ?? "/", window.location.origin);
      const search = Object.fromEntries(searchParams);
      await navigate({ to: pathname, search, replace: true, state: goTo === null ? LANDING : {} });
    },
    [navigate],
  );
  const signIn = useCallback(
    async ({ credential, language, goTo, byForm }: Attempt): Promise<SignInResult> => {
      setStage({ kind: "working", byForm });
      const result = await panel.session.signInEmbedded((wire) => wire.call(webviewAuth, { body: credential }, null));
      if (!result.ok) {
        setStage({ kind: "asking", refusal: result.error });
        return result;
      }
      if (language !== null) panel.preferences.set({ locale: language });
      const { cloud_id: cloudId, username } = credential;
      rememberPerson(panel.storage, { cloudId, username }, panel.preferences.get().locale);
      panel.askForNotifications();
      void goOn(goTo);
      return result;
    },
    [goOn, panel],
  );

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { credential, language, goTo, clean } = request;
    if (language !== null) panel.preferences.set({ locale: language });
    // EMBED-6: first the address.
    void navigate({ to: SERVICE_PATHS.embeddedLogin, search: clean, replace: true }).then(() => {
      if (credential !== null) void signIn({ credential, language, goTo, byForm: false });
      else if (panel.session.state.get().phase === "signed-in") void goOn(goTo);
    });
  }, [goOn, navigate, panel, request, signIn]);

  useEffect(() => withHost(panel, (host) => listenToHost({ host, panel, signIn })), [panel, signIn]);

  if (stage.kind === "working" && !stage.byForm) return <SessionMessage {...card} title={t("session.working")} busy />;
  const known = { ...rememberedPerson(panel.storage), ...request.person };
  return (
    <EmbeddedLoginScreen
      {...card}
      person={known}
      refusal={stage.kind === "asking" && stage.refusal !== null ? words.say(stage.refusal) : null}
      busy={stage.kind === "working"}
      onSubmit={(credential) => void signIn({ credential, language: known.language, goTo: request.goTo, byForm: true })}
    />
  );
}

const begins = (panel: Panel, credential: EmbeddedCredential | null): boolean =>
  credential !== null || panel.session.state.get().phase === "signed-in";

interface HostTalk {
  readonly host: HostWindow;
  readonly panel: Panel;
  readonly signIn: (attempt: Attempt) => Promise<SignInResult>;
}

/** EMBED-8: the host's own sign-in message. @returns how to stop */
function listenToHost({ host, panel, signIn }: HostTalk): () => void {
  const tellState = () => host.send({ type: "callpanel:state", version: 1, signedIn: false, phone: "absent" });
  if (panel.session.state.get().phase === "signed-out") tellState();
  return host.onMessage((message) => {
    if (message.type === "callpanel:hello") tellState();
    if (message.type !== "callpanel:sign_in") return;
    const { credential, language = null, redirect } = message;
    void signIn({ credential, language, goTo: redirect === "chat" ? "/chat" : null, byForm: false }).then((result) =>
      host.send({
        type: "callpanel:sign_in_result",
        ok: result.ok,
        error: result.ok ? null : result.error.code,
      }),
    );
  });
}
