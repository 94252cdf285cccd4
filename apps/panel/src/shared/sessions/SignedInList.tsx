import type { ListedSession, SignedIn, SignInTry } from "@callpanel/contract";
import { Button } from "@callpanel/ui";
import { useLocaleWords, useWords } from "../words/useWords.ts";
import { deviceName } from "./device.model.ts";
import { sessionsMessages } from "./sessions.messages.ts";
import styles from "./SignedInList.module.css";

export interface SignedInListProps {
  readonly signedIn: SignedIn;
  readonly busy: boolean;
  /** Absent: the viewer may only look. */
  readonly onEnd?: ((session: ListedSession) => void) | undefined;
}

/** SESSIONS-1, SESSIONS-3: the open sessions of a person, and what was tried. */
export function SignedInList({ signedIn, busy, onEnd }: SignedInListProps) {
  const t = useWords(sessionsMessages);
  const { sessions, sign_ins: signIns, failed } = signedIn;
  return (
    <div className={styles.all}>
      {sessions.length === 0 ? (
        <p className={styles.dim}>{t("sessions.none")}</p>
      ) : (
        <ul className={styles.list} aria-label={t("sessions.list")}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} busy={busy} onEnd={onEnd} />
          ))}
        </ul>
      )}
      <Tries title={t("sessions.recent")} empty={t("sessions.recentNone")} tries={signIns} />
      <Tries title={t("sessions.failed")} empty={t("sessions.failedNone")} tries={failed} />
    </div>
  );
}

function SessionRow({
  session,
  busy,
  onEnd,
}: Pick<SignedInListProps, "busy" | "onEnd"> & { readonly session: ListedSession }) {
  const t = useWords(sessionsMessages);
  const { device, time } = useTexts();
  const started = time(session.created_at);
  const { application } = session;
  const name = application ?? device(session.user_agent);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>
          <bdi>{name}</bdi>
          {session.current ? (
            <>
              {" "}
              <span className={styles.current}>{t("sessions.current")}</span>
            </>
          ) : null}
        </strong>
        <span className={styles.dim}>
          {[
            ...(application === null ? [] : [t("sessions.application")]),
            t("sessions.started", { time: started }),
            t("sessions.seen", { time: time(session.seen_at) }),
            ...(session.network === "" ? [] : [t("sessions.network", { network: session.network })]),
          ].join(" · ")}
        </span>
      </div>
      {onEnd === undefined || session.current ? null : (
        <Button
          disabled={busy}
          aria-label={t("sessions.endNamed", { device: name, time: started })}
          onClick={() => onEnd(session)}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}

interface TriesProps {
  readonly title: string;
  readonly empty: string;
  readonly tries: readonly SignInTry[];
}

function Tries({ title, empty, tries }: TriesProps) {
  const t = useWords(sessionsMessages);
  const { device, time } = useTexts();
  if (tries.length === 0) return <p className={styles.dim}>{empty}</p>;
  return (
    <details className={styles.more}>
      <summary>
        {title} ({tries.length})
      </summary>
      <ul className={styles.list} aria-label={title}>
        {tries.map(({ at, outcome, user_agent: userAgent, network }, place) => (
          // Several may have one time, and nothing of a line changes.
          <li key={`${at} ${tries.length - place}`} className={styles.row}>
            <div className={styles.what}>
              <span className={outcome === "signedIn" ? undefined : styles.bad}>{t(`sessions.${outcome}`)}</span>
              <span className={styles.dim}>
                {[time(at), device(userAgent), ...(network === "" ? [] : [t("sessions.network", { network })])].join(
                  " · ",
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function useTexts() {
  const t = useWords(sessionsMessages);
  const { locale } = useLocaleWords();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return {
    time: (at: number) => format.format(at),
    device: (userAgent: string) => {
      const { browser, system } = deviceName(userAgent);
      if (browser === "" || system === "") return browser || system || t("sessions.unknownDevice");
      return t("sessions.device", { browser, system });
    },
  };
}
