import { PasswordField, TextField } from "@callpanel/ui";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import type { ErrorSay } from "../../shared/api/api.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { SessionCard } from "./SessionCard.tsx";
import type { SessionCardProps } from "./SessionCard.tsx";
import { codeRequired, faultsOf, firstFault } from "./loginForm.model.ts";
import type { CodeRequired, Credentials, LoginFaults } from "./loginForm.model.ts";
import { sessionMessages } from "./session.messages.ts";
import type { Session } from "./session.store.ts";
import { ForgottenLink, SignInForm, SignInHead } from "./SignInForm.tsx";
import { useLossText } from "./useLossText.ts";

/** Most people have no second factor, and do not wait for its code. */
const CodeStep = lazy(async () => ({ default: (await import("./CodeStep.tsx")).CodeStep }));

export interface LoginScreenProps extends Omit<SessionCardProps, "children"> {
  readonly session: Session;
  /** Address of the server's page for a forgotten password. */
  readonly forgotten: string;
  /** The session is valid: continue. */
  readonly onSignedIn: () => void;
}

/** Username and password (spec 1 §5, SESSION-1 and 2). A failure keeps the typed text. */
export function LoginScreen({ session, forgotten, onSignedIn, ...card }: LoginScreenProps) {
  const t = useWords(sessionMessages);
  const words = useLocaleWords();
  const lost = useLossText(session);
  const [credentials, setCredentials] = useState<Credentials>({ username: "", password: "" });
  const [faults, setFaults] = useState<LoginFaults>({});
  const [refusal, setRefusal] = useState<ErrorSay | null>(null);
  const [busy, setBusy] = useState(false);
  const [required, setRequired] = useState<CodeRequired | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const focus = (field: keyof Credentials) => form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();

  useEffect(() => {
    // In a separate frame: focusing forces a layout, which would make the first render one long task.
    const frame = requestAnimationFrame(() => {
      // If the person has focused another element already, it keeps the focus.
      if (document.activeElement === document.body) focus("username");
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const type = (field: keyof Credentials, value: string) => {
    setCredentials((before) => ({ ...before, [field]: value }));
    setFaults((before) => ({ ...before, [field]: undefined }));
  };

  const submit = async () => {
    const found = faultsOf(credentials);
    const first = firstFault(found);
    setFaults(found);
    setRefusal(null);
    if (first !== null) return focus(first);
    await enter();
  };
  const enter = async (otp?: { readonly challenge: string; readonly code: string }) => {
    setBusy(true);
    setRefusal(null);
    const result = await session.signIn({
      ...credentials,
      username: credentials.username.trim(),
      ...(otp ? { otp } : {}),
    });
    setBusy(false);
    if (result.ok) return onSignedIn();
    const asked = codeRequired(result.error);
    if (asked !== null) return setRequired(asked);
    if (result.error.code === "otp.expired") setRequired(null);
    setRefusal(result.error);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  const errorOf = (field: keyof Credentials) => {
    const code = faults[field];
    return code ? words.error(code) : undefined;
  };

  return (
    <SessionCard {...card}>
      <SignInHead
        title={t(required ? "session.codeTitle" : "session.title")}
        lead={required ? null : t("session.lead")}
        refusal={refusal ? words.say(refusal) : lost}
      />
      {required ? (
        <Suspense fallback={null}>
          <CodeStep
            required={required}
            busy={busy}
            onCode={(code) => void enter({ challenge: required.challenge, code })}
            onBack={() => {
              setRequired(null);
              setRefusal(null);
            }}
            onResend={required.sentTo === null ? undefined : () => void enter()}
          />
        </Suspense>
      ) : (
        <SignInForm
          ref={form}
          submitLabel={t("session.submit")}
          busy={busy}
          onSubmit={onSubmit}
          after={<ForgottenLink address={forgotten} />}
        >
          <TextField
            label={t("session.username")}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={credentials.username}
            error={errorOf("username")}
            onChange={(event) => type("username", event.currentTarget.value)}
          />
          <PasswordField
            label={t("session.password")}
            name="password"
            autoComplete="current-password"
            showLabel={t("session.showPassword")}
            hideLabel={t("session.hidePassword")}
            value={credentials.password}
            error={errorOf("password")}
            onChange={(event) => type("password", event.currentTarget.value)}
          />
        </SignInForm>
      )}
    </SessionCard>
  );
}
