import type { CompanyPerson, ListedSession, PersonAccess } from "@callpanel/contract";
import { Button, LoadingBlock } from "@callpanel/ui";
import { ConfirmDialog } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { SignedInList } from "../../../shared/sessions/SignedInList.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { accessChanges, accessQuery } from "./access.api.ts";
import { accessMessages } from "./access.messages.ts";
import { InvitationDialog, PasswordDialog } from "./SignInDialogs.tsx";
import { usePeopleChange } from "./usePeopleChange.ts";
import styles from "./Access.module.css";

export interface AccessProps {
  readonly person: CompanyPerson;
  readonly name: string;
  /** The person may only look. */
  readonly readOnly: boolean;
}

/** PEOPLE-4, PEOPLE-5: password, second factor and mailbox PIN. */
export function AccessSection(props: AccessProps) {
  const t = useWords(accessMessages);
  const { api } = usePanel();
  const { data } = useQuery(accessQuery(api, props.person.id));
  return (
    <Section title={t("people.access")}>
      {data === undefined ? <LoadingBlock height={200} /> : <Lines {...props} access={data} />}
    </Section>
  );
}

type Layer = "none" | "invite" | "password" | "factor";

function Lines({ person, name, readOnly, access }: AccessProps & { readonly access: PersonAccess }) {
  const t = useWords(accessMessages);
  const { busy, run } = usePeopleChange();
  const [layer, setLayer] = useState<Layer>("none");
  const close = () => setLayer("none");
  const time = useTimeText();
  const { id } = person;
  const canInvite = person.state !== "suspended";
  return (
    <div className={styles.lines}>
      <Line
        title={t("people.access.password")}
        text={
          access.invited_until === null
            ? t(person.state === "invited" ? "people.access.noPassword" : "people.access.hasPassword")
            : t("people.access.invitedUntil", { time: time(access.invited_until) })
        }
      >
        {readOnly || !canInvite ? null : (
          <>
            <Button onClick={() => setLayer("invite")} data-tip={t("people.access.inviteHint")}>
              {t("people.access.invite")}
            </Button>
            <Button onClick={() => setLayer("password")}>{t("people.access.setPassword")}</Button>
          </>
        )}
      </Line>
      <Line title={t("people.access.factor")} text={t(`people.access.factor.${access.second_factor ?? "off"}`)}>
        {readOnly || access.second_factor === null ? null : (
          <Button aria-label={t("people.access.resetFactor")} onClick={() => setLayer("factor")}>
            {t("people.access.reset")}
          </Button>
        )}
      </Line>
      <Line
        title={t("people.access.pin")}
        text={t(access.mailbox_pin ? "people.access.pin.set" : "people.access.pin.none")}
      >
        {readOnly || !access.mailbox_pin ? null : (
          <Button
            busy={busy}
            aria-label={t("people.access.resetPin")}
            onClick={() => run((api) => accessChanges.resetMailboxPin(api, id), t("people.access.pinReset"))}
          >
            {t("people.access.reset")}
          </Button>
        )}
      </Line>
      {layer === "invite" ? <InvitationDialog id={id} onClose={close} /> : null}
      {layer === "password" ? <PasswordDialog id={id} onClose={close} /> : null}
      <ConfirmDialog
        opened={layer === "factor"}
        danger
        title={t("people.access.resetFactor")}
        text={t("people.access.resetFactorText", { name })}
        confirmLabel={t("people.access.reset")}
        cancelLabel={t("people.cancel")}
        closeLabel={t("people.close")}
        busy={busy}
        onClose={close}
        onConfirm={() => run((api) => accessChanges.resetSecondFactor(api, id), t("people.access.factorReset"), close)}
      />
    </div>
  );
}

/** SESSIONS-6: where a person is signed in, and what was tried. */
export function SessionsSection({ person: { id }, name, readOnly }: AccessProps) {
  const t = useWords(accessMessages);
  const { api } = usePanel();
  const { data } = useQuery(accessQuery(api, id));
  const { busy, run } = usePeopleChange();
  const everywhere = (
    <Button
      busy={busy}
      onClick={() => run((wire) => accessChanges.signOut(wire, id), t("people.access.signedOut", { name }))}
    >
      {t("people.access.signOut")}
    </Button>
  );
  const end = (session: ListedSession) =>
    run((wire) => accessChanges.endSession(wire, id, session.id), t("people.access.sessionEnded", { name }));
  const isIn = data !== undefined && data.signed_in.sessions.length > 0;
  return (
    <Section title={t("people.access.sessions")} actions={readOnly || !isIn ? null : everywhere}>
      {data === undefined ? (
        <LoadingBlock height={96} />
      ) : (
        <SignedInList signedIn={data.signed_in} busy={busy} onEnd={readOnly ? undefined : end} />
      )}
    </Section>
  );
}

interface LineProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One fact, with what can be done about it. */
export function Line({ title, text, children }: LineProps) {
  return (
    <div className={styles.line}>
      <div className={styles.what}>
        <strong>{title}</strong>
        <span>{text}</span>
      </div>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
