import { Button, IconAlertCircle } from "@callpanel/ui";
import type { FormEventHandler, ReactNode, Ref } from "react";
import { useWords } from "../../shared/words/useWords.ts";
import { sessionMessages } from "./session.messages.ts";
import styles from "./SignInForm.module.css";

export interface SignInHeadProps {
  readonly title: string;
  readonly lead: string | null;
  /** Why the last attempt failed. */
  readonly refusal: string | null;
}

/** The part above the fields of a sign-in. */
export function SignInHead({ title, lead, refusal }: SignInHeadProps) {
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      {lead === null ? null : <p className={styles.lead}>{lead}</p>}
      {refusal === null ? null : (
        <div className={styles.refusal} role="alert">
          <IconAlertCircle size={18} stroke={1.9} aria-hidden />
          <span>{refusal}</span>
        </div>
      )}
    </>
  );
}

export interface SignInFormProps {
  readonly ref?: Ref<HTMLFormElement>;
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
  /** Below the button. */
  readonly after?: ReactNode;
}

/** The fields of a sign-in and its button. */
export function SignInForm({ ref, submitLabel, busy, onSubmit, children, after }: SignInFormProps) {
  return (
    <form ref={ref} className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      <Button type="submit" look="primary" wide busy={busy}>
        {submitLabel}
      </Button>
      {after}
    </form>
  );
}

/** Leads to the server's page for a forgotten password (SESSION-16). It comes after the button, in the order of keys too. */
export function ForgottenLink({ address }: { readonly address: string }) {
  const t = useWords(sessionMessages);
  return (
    <a className={styles.forgotten} href={address}>
      {t("session.forgotten")}
    </a>
  );
}
