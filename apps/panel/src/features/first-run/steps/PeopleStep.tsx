import { FIRST_RUN_TEXT_CHARS, readPeopleList, setUpPeople } from "@callpanel/contract";
import type { ListedPerson } from "@callpanel/contract";
import { Checkbox, FileButton, Segments, Spoken, TextArea, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";
import { AccountList, type Accounts } from "./AccountList.tsx";

interface Wanted extends ListedPerson {
  readonly administrator: boolean;
}

const toAdd = ({ first_name, last_name, username, email, department, extension, administrator }: Wanted) => ({
  first_name,
  last_name,
  username,
  email,
  department,
  extension,
  administrator,
});

type FirstSignIn = "link" | "password";

/** FIRST-13: a list, then its preview, then the accounts with their links or first passwords. */
export function PeopleStep({ state, guide, run, onBack, onSkip, onState, busy, error, parts }: StepProps) {
  const t = useWords(firstRunMessages);
  const [text, setText] = useState("");
  const [isTooLarge, setTooLarge] = useState(false);
  const [people, setPeople] = useState<readonly Wanted[] | null>(null);
  const [accounts, setAccounts] = useState<Accounts | null>(null);
  const [chosen, setChosen] = useState<FirstSignIn | null>(null);
  const wanted = (people ?? []).filter(({ fault }) => fault === null);
  const sendsMail = !state.missing.includes("mail");
  // Links are the better way where they arrive by themselves.
  const firstSignIn = chosen ?? (sendsMail && wanted.some(({ email }) => email !== "") ? "link" : "password");
  const next = () => {
    // Nothing more to add: the guide goes on, and says that this is done, or skipped.
    if (accounts !== null || (text.trim() === "" && state.done.includes("people"))) return run(async () => state);
    if (text.trim() === "") return onSkip?.();
    if (people === null || wanted.length === 0)
      return run(async () => {
        const read = await guide.call(readPeopleList, { body: { text } });
        setPeople(read.people.map((one) => ({ ...one, administrator: false })));
        return undefined;
      });
    return run(async () => {
      const body = { people: wanted.map(toAdd), invite: firstSignIn === "link" };
      const added = await guide.call(setUpPeople, { body });
      setAccounts(added.accounts);
      onState(added.state);
      return undefined;
    });
  };
  const choose = async (file: File) => {
    const fits = file.size <= FIRST_RUN_TEXT_CHARS;
    setTooLarge(!fits);
    if (fits) setText(await file.text());
  };
  return (
    <StepFrame
      title={t(accounts === null ? "setup.step.people" : "setup.people.accounts")}
      lead={t(accounts === null ? "setup.people.lead" : `setup.people.accountsLead.${firstSignIn}`)}
      error={error}
      busy={busy}
      onNext={next}
      onBack={people === null || accounts !== null ? onBack : () => setPeople(null)}
      onSkip={people === null ? onSkip : undefined}
    >
      {accounts !== null ? (
        <AccountList accounts={accounts} copyText={parts.copyText} />
      ) : people !== null ? (
        <Preview
          people={people}
          count={wanted.length}
          onChange={(line, change) => setPeople(people.map((one) => (one.line === line ? { ...one, ...change } : one)))}
        >
          <div className={styles.choice}>
            <span className={styles.choiceTitle} aria-hidden>
              {t("setup.people.first")}
            </span>
            <Segments<FirstSignIn>
              label={t("setup.people.first")}
              segments={(["link", "password"] as const).map((value) => ({
                value,
                label: t(`setup.people.first.${value}`),
              }))}
              value={firstSignIn}
              onChange={setChosen}
            />
            <p className={styles.dim}>
              {t(
                firstSignIn === "password"
                  ? "setup.people.first.passwordHint"
                  : sendsMail
                    ? "setup.people.first.mailHint"
                    : "setup.people.first.linkHint",
              )}
            </p>
          </div>
        </Preview>
      ) : (
        <>
          <TextArea
            label={t("setup.people.list")}
            hint={t("setup.people.hint")}
            rows={8}
            spellCheck={false}
            maxLength={FIRST_RUN_TEXT_CHARS}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div className={styles.row}>
            <FileButton accept=".csv,.txt,text/csv,text/plain" onFile={(file) => void choose(file)}>
              {t("setup.people.file")}
            </FileButton>
            {isTooLarge ? (
              <span className={styles.fault} role="alert">
                {t("setup.people.tooLarge")}
              </span>
            ) : null}
            <span className={styles.dim}>{t("setup.people.there", { count: state.people })}</span>
          </div>
        </>
      )}
    </StepFrame>
  );
}

interface PreviewProps {
  readonly people: readonly Wanted[];
  readonly count: number;
  /** What is asked about all of them. */
  readonly children: ReactNode;
  readonly onChange: (line: number, change: Partial<Pick<Wanted, "extension" | "administrator">>) => void;
}

function Preview({ people, count, children, onChange }: PreviewProps) {
  const t = useWords(firstRunMessages);
  const faults = people.length - count;
  const hasDepartments = people.some(({ department }) => department !== "");
  return (
    <>
      <output>
        {t("setup.people.count", { count })}
        {faults === 0 ? null : <span className={styles.fault}> · {t("setup.people.faults", { count: faults })}</span>}
      </output>
      <div className={styles.wide}>
        <table className={styles.table} aria-label={t("setup.people.preview")}>
          <thead>
            <tr>
              <th scope="col">{t("setup.people.name")}</th>
              <th scope="col">{t("setup.people.username")}</th>
              <th scope="col">{t("setup.people.extension")}</th>
              {hasDepartments ? <th scope="col">{t("setup.people.department")}</th> : null}
              <th scope="col">{t("setup.people.email")}</th>
              <th scope="col">{t("setup.people.admin")}</th>
            </tr>
          </thead>
          <tbody>
            {people.map((one) => {
              const name = `${one.first_name} ${one.last_name}`.trim();
              return (
                <tr key={one.line}>
                  <td>
                    {name}
                    {one.fault === null ? null : <p className={styles.fault}>{t(`setup.people.fault.${one.fault}`)}</p>}
                  </td>
                  <td>{one.username}</td>
                  <td>
                    {one.fault === null ? (
                      <TextField
                        className={styles.short}
                        silentLabel
                        label={t("setup.people.extensionOf", { name })}
                        inputMode="numeric"
                        maxLength={8}
                        value={one.extension}
                        onChange={({ currentTarget }) => onChange(one.line, { extension: currentTarget.value })}
                      />
                    ) : (
                      one.extension
                    )}
                  </td>
                  {hasDepartments ? <td>{one.department}</td> : null}
                  <td className={styles.email}>{one.email}</td>
                  <td>
                    {one.fault === null ? (
                      <Checkbox
                        label={<Spoken>{t("setup.people.adminOf", { name })}</Spoken>}
                        checked={one.administrator}
                        onChange={(administrator) => onChange(one.line, { administrator })}
                      />
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {count === 0 ? null : children}
    </>
  );
}
