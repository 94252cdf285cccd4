import { getCurrentUser, webviewAuth } from "@callpanel/contract";
import type { EmbeddedCredential, Locale } from "@callpanel/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import {
  EmbeddedLoginScreen,
  readEmbeddedRequest,
  ReplaceScreen,
  rememberedPerson,
  rememberPerson,
} from "../../features/embedding/index.ts";
import {
  codeRequired,
  loadCodeStep,
  SessionCard,
  SessionMessage,
  sessionMessages,
  useLossText,
} from "../../features/session/index.ts";
import type { CodeRequired, SignInResult } from "../../features/session/index.ts";
import { sayError } from "../../shared/api/api.ts";
import type { ErrorSay } from "../../shared/api/api.ts";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { Panel } from "../compose.ts";
import { useComposedPanel } from "../panelContext.ts";
import { withHost } from "../shell/embedded/withHost.ts";
import { LANDING } from "../landing.ts";
import { answerHost } from "./hostSignIn.ts";
import { useCard } from "./useCard.ts";

const CodeStep = lazy(async () => ({ default: await loadCodeStep() }));

type Stage =
  | { readonly kind: "asking"; readonly refusal: ErrorSay | null }
  /** With the values from the address or the host; an existing form stays. */
  | { readonly kind: "working"; readonly byForm: boolean }
  /** EMBED-25: another person is signed in. */
  | { readonly kind: "replacing"; readonly name: string; readonly attempt: Attempt }
  /** The password was correct, and a code is required (SESSION-12). */
  | {
      readonly kind: "code";
      readonly required: CodeRequired;
      readonly attempt: Attempt;
      readonly busy: boolean;
      readonly refusal: ErrorSay | null;
    };

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
  const lost = useLossText(panel.session);
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
    async (attempt: Attempt): Promise<SignInResult> => {
      const { credential, language, goTo, byForm } = attempt;
      setStage((before) => (before.kind === "code" ? { ...before, busy: true } : { kind: "working", byForm }));
      const result = await panel.session.signInEmbedded((wire) => wire.call(webviewAuth, { body: credential }, null));
      if (!result.ok) {
        const { error } = result;
        const required = codeRequired(error);
        setStage((before) => {
          if (required !== null) return { kind: "code", required, attempt, busy: false, refusal: null };
          return before.kind === "code" && error.code === "otp.invalid"
            ? { ...before, busy: false, refusal: error }
            : { kind: "asking", refusal: error };
        });
        return result;
      }
      if (language !== null) panel.preferences.set({ locale: language });
      const { cloud_id: cloudId = "", username } = credential;
      rememberPerson(panel.storage, { cloudId, username }, panel.preferences.get().locale);
      panel.askForNotifications();
      void goOn(goTo);
      return result;
    },
    [goOn, panel],
  );

  /**
   * EMBED-25: anyone may have made the link. It never replaces a signed-in person without asking, and is not consumed if the
   * same person is signed in already.
   */
  const begin = useCallback(
    async (attempt: Attempt): Promise<void> => {
      const there = await whoIsThere(panel, attempt.credential);
      switch (there.kind) {
        case "nobody":
          return void signIn(attempt);
        case "same":
          return "auth_token" in attempt.credential ? goOn(attempt.goTo) : void signIn(attempt);
        case "other":
          return setStage({ kind: "replacing", name: there.name, attempt });
        case "unknown":
          return setStage({ kind: "asking", refusal: there.refusal });
      }
    },
    [goOn, panel, signIn],
  );

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { credential, language, goTo, clean } = request;
    if (language !== null) panel.preferences.set({ locale: language });
    // EMBED-6: first the address.
    void navigate({ to: SERVICE_PATHS.embeddedLogin, search: clean, replace: true }).then(() => {
      if (credential !== null) void begin({ credential, language, goTo, byForm: false });
      else if (panel.session.state.get().phase === "signed-in") void goOn(goTo);
    });
  }, [begin, goOn, navigate, panel, request]);

  useEffect(() => withHost(panel, (host) => answerHost({ host, session: panel.session, signIn })), [panel, signIn]);

  if (stage.kind === "working" && !stage.byForm) return <SessionMessage {...card} title={t("session.working")} busy />;
  if (stage.kind === "replacing") {
    const { name, attempt } = stage;
    return (
      <ReplaceScreen
        {...card}
        name={name}
        username={attempt.credential.username}
        onReplace={() => void signIn(attempt)}
        onStay={() => void goOn(null)}
      />
    );
  }
  if (stage.kind === "code") {
    const { required, attempt, busy, refusal } = stage;
    const answer = (code: string) =>
      signIn({ ...attempt, credential: { ...attempt.credential, otp_challenge: required.challenge, otp_code: code } });
    return (
      <SessionCard {...card}>
        <h1>{t("session.title")}</h1>
        {refusal === null ? null : <p role="alert">{words.say(refusal)}</p>}
        <Suspense fallback={null}>
          <CodeStep
            required={required}
            busy={busy}
            onCode={(code) => void answer(code)}
            onBack={() => setStage({ kind: "asking", refusal: null })}
            onResend={required.sentTo === null ? undefined : () => void signIn(attempt)}
          />
        </Suspense>
      </SessionCard>
    );
  }
  const known = { ...rememberedPerson(panel.storage), ...request.person };
  return (
    <EmbeddedLoginScreen
      {...card}
      person={known}
      refusal={stage.kind === "asking" && stage.refusal !== null ? words.say(stage.refusal) : lost}
      busy={stage.kind === "working"}
      onSubmit={(credential) => void signIn({ credential, language: known.language, goTo: request.goTo, byForm: true })}
    />
  );
}

const begins = (panel: Panel, credential: EmbeddedCredential | null): boolean =>
  credential !== null || panel.session.state.get().phase === "signed-in";

type Present =
  | { readonly kind: "nobody" | "same" }
  | { readonly kind: "other"; readonly name: string }
  /** The server does not say who is signed in: do not replace anyone. */
  | { readonly kind: "unknown"; readonly refusal: ErrorSay };

async function whoIsThere({ api, session }: Panel, { cloud_id, username }: EmbeddedCredential): Promise<Present> {
  if (session.state.get().phase === "signed-out") return { kind: "nobody" };
  try {
    const user = await api.call(getCurrentUser, {});
    const isRealm = cloud_id === undefined || user.realm === cloud_id;
    const same = isRealm && user.username.toLowerCase() === username.toLowerCase();
    return same ? { kind: "same" } : { kind: "other", name: `${user.firstName} ${user.lastName}`.trim() };
  } catch (error) {
    if (session.state.get().phase === "signed-out") return { kind: "nobody" };
    return { kind: "unknown", refusal: sayError(error, "login.error.login") };
  }
}
