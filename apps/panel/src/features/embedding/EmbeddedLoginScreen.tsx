import type { EmbeddedCredential } from "@callpanel/contract";
import { PasswordField, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { FormEvent } from "react";
import { SessionCard, SignInForm, SignInHead, sessionMessages } from "../session/index.ts";
import type { SessionCardProps } from "../session/index.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { embeddingMessages } from "./embedding.messages.ts";
import type { Person } from "./embeddedRequest.model.ts";

export interface EmbeddedLoginScreenProps extends Omit<SessionCardProps, "children"> {
  readonly person: Person;
  readonly refusal: string | null;
  readonly busy: boolean;
  readonly onSubmit: (credential: EmbeddedCredential) => void;
}

const REQUIRED = ["username", "password"] as const;
type Field = "cloud_id" | (typeof REQUIRED)[number];

/** EMBED-5: username, password and, if the person has one, the cloud id, if the host did not send them. */
export function EmbeddedLoginScreen({ person, refusal, busy, onSubmit, ...card }: EmbeddedLoginScreenProps) {
  const t = useWords(sessionMessages);
  const own = useWords(embeddingMessages);
  const words = useLocaleWords();
  const [typed, setTyped] = useState({ cloud_id: person.cloudId, username: person.username, password: "" });
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const type = (field: Field, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setMissing((before) => before.filter((one) => one !== field));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = REQUIRED.filter((field) => (field === "password" ? typed[field] : typed[field].trim()) === "");
    setMissing(found);
    const [first] = found;
    if (first !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    const cloudId = typed.cloud_id.trim();
    const credential = { username: typed.username.trim(), password: typed.password };
    onSubmit(cloudId === "" ? credential : { cloud_id: cloudId, ...credential });
  };
  const props = (field: Field) => ({
    name: field,
    value: typed[field],
    error: missing.includes(field) ? words.error("login.error.required") : undefined,
    onChange: (event: { currentTarget: { value: string } }) => type(field, event.currentTarget.value),
  });
  const plain = { autoCapitalize: "none", spellCheck: false } as const;

  return (
    <SessionCard {...card}>
      <SignInHead title={t("session.title")} lead={own("embedding.lead")} refusal={refusal} />
      <SignInForm submitLabel={t("session.submit")} busy={busy} onSubmit={submit}>
        <TextField
          label={own("embedding.cloudId")}
          hint={own("embedding.cloudIdHint")}
          autoComplete="organization"
          {...plain}
          {...props("cloud_id")}
        />
        <TextField label={t("session.username")} autoComplete="username" {...plain} {...props("username")} />
        <PasswordField
          label={t("session.password")}
          autoComplete="current-password"
          showLabel={t("session.showPassword")}
          hideLabel={t("session.hidePassword")}
          {...props("password")}
        />
      </SignInForm>
    </SessionCard>
  );
}
