import { skipStep } from "@callpanel/contract";
import type { FirstRun } from "@callpanel/contract";
import { Button, IconCheck, IconLink, Spinner, Spoken, StatePanel } from "@callpanel/ui";
import { useEffect, useMemo, useState } from "react";
import type { ComponentType } from "react";
import type { Api, Wire } from "../../shared/api/api.ts";
import { sayError } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { TextStorage } from "../../shared/storage.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { firstRunMessages } from "./firstRun.messages.ts";
import { createGuide, firstOpen, mayBeSkipped, pageAfter, pageBefore, PAGES } from "./guide.ts";
import type { Guide, Opened, Page } from "./guide.ts";
import type { SetupParts, StepProps } from "./step.ts";
import { AdministratorStep } from "./steps/AdministratorStep.tsx";
import { CallStep } from "./steps/CallStep.tsx";
import { CompanyStep } from "./steps/CompanyStep.tsx";
import { EndStep } from "./steps/EndStep.tsx";
import { LineStep } from "./steps/LineStep.tsx";
import { PeopleStep } from "./steps/PeopleStep.tsx";
import { ServicesStep } from "./steps/ServicesStep.tsx";
import styles from "./SetupScreen.module.css";

export interface SetupScreenProps {
  readonly wire: Wire;
  readonly api: Api;
  /** Whether this browser has a session now. */
  readonly hasSession: () => boolean;
  readonly storage: TextStorage;
  readonly clock: Clock;
  /** Of the link; empty: none. */
  readonly secret: string;
  readonly parts: SetupParts;
  /** `next`: where to go after it. */
  readonly onSignIn: (next: "setup" | "panel") => void;
  readonly onFinished: () => void;
}

const STEPS: Readonly<Record<Page, ComponentType<StepProps>>> = {
  company: CompanyStep,
  administrator: AdministratorStep,
  people: PeopleStep,
  services: ServicesStep,
  line: LineStep,
  call: CallStep,
  end: EndStep,
};

/** The first run: a company is set up step by step (docs/spec/first-run.md). */
export function SetupScreen(props: SetupScreenProps) {
  const { wire, api, hasSession, storage, clock, secret, parts, onSignIn, onFinished } = props;
  const t = useWords(firstRunMessages);
  const words = useLocaleWords();
  const guide = useMemo(
    () => createGuide({ wire, api, isSignedIn: hasSession, storage }),
    [wire, api, hasSession, storage],
  );
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let gone = false;
    const open = async () => {
      const next = await guide.open(secret);
      if (!gone) setOpened(next);
    };
    void open();
    return () => {
      gone = true;
    };
  }, [guide, secret]);
  const title = t("setup.title");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={styles.page}>
      <main className={styles.middle}>
        <header className={styles.brand}>
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <h1 className={styles.title}>{title}</h1>
        </header>
        {opened === null ? (
          <div className={styles.card} aria-busy="true">
            <Spinner size={24} />
          </div>
        ) : opened.phase === "open" ? (
          <Steps guide={guide} clock={clock} parts={parts} first={opened.state} onFinished={onFinished} />
        ) : (
          <div className={styles.card}>
            <StatePanel
              urgent
              icon={IconLink}
              title={t(`setup.closed.${opened.needs}`)}
              text={words.say(opened.error)}
              action={
                opened.needs === "link" ? undefined : (
                  <Button look="primary" onClick={() => onSignIn(opened.needs === "signIn" ? "setup" : "panel")}>
                    {t("setup.signIn")}
                  </Button>
                )
              }
            />
          </div>
        )}
      </main>
    </div>
  );
}

interface StepsProps {
  readonly guide: Guide;
  readonly clock: Clock;
  readonly parts: SetupParts;
  readonly first: FirstRun;
  readonly onFinished: () => void;
}

function Steps({ guide, clock, parts, first, onFinished }: StepsProps) {
  const words = useLocaleWords();
  const [state, setState] = useState(first);
  const [page, setPage] = useState<Page>(() => firstOpen(first));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const go = (to: Page) => {
    setError(null);
    setPage(to);
  };
  const perform = async (act: () => Promise<FirstRun | undefined>) => {
    setBusy(true);
    setError(null);
    try {
      const next = await act();
      if (next === undefined) return;
      setState(next);
      go(pageAfter(page));
    } catch (cause) {
      setError(words.say(sayError(cause, "server.internal")));
    } finally {
      setBusy(false);
    }
  };
  const run = (act: () => Promise<FirstRun | undefined>) => void perform(act);
  const back = pageBefore(page);
  const Step = STEPS[page];
  return (
    <>
      <Progress state={state} page={page} />
      <div className={styles.card}>
        <Step
          key={page}
          state={state}
          guide={guide}
          clock={clock}
          parts={parts}
          busy={busy}
          error={error}
          run={
            page === "end"
              ? () =>
                  run(async () => {
                    await guide.finish();
                    onFinished();
                    return undefined;
                  })
              : run
          }
          onState={setState}
          onBack={back === undefined ? undefined : () => go(back)}
          onSkip={
            mayBeSkipped(page)
              ? () => run(() => guide.call(skipStep, { body: { step: page, done: false } }))
              : undefined
          }
        />
      </div>
    </>
  );
}

function Progress({ state, page }: { readonly state: FirstRun; readonly page: Page }) {
  const t = useWords(firstRunMessages);
  return (
    <>
      <p className={styles.stepOf}>{t("setup.stepOf", { at: PAGES.indexOf(page) + 1, of: PAGES.length })}</p>
      <ol className={styles.steps} aria-label={t("setup.steps")}>
        {PAGES.map((one) => {
          const how =
            one === "end" ? null : state.done.includes(one) ? "done" : state.skipped.includes(one) ? "skipped" : null;
          return (
            <li key={one} className={styles.step} aria-current={one === page ? "step" : undefined} data-how={how}>
              <span className={styles.sign} aria-hidden>
                {how === "done" ? <IconCheck size={14} stroke={2.4} /> : PAGES.indexOf(one) + 1}
              </span>
              <span className={styles.stepName}>
                {t(`setup.step.${one}`)}
                {how === null ? null : <Spoken>{` (${t(`setup.state.${how}`)})`}</Spoken>}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
