import { PEOPLE_FILE_MAX_BYTES, PEOPLE_FILE_MAX_LINES } from "@callpanel/contract";
import type { PeoplePreview } from "@callpanel/contract";
import { Button, Dialog, FileButton, IconUpload, Segments } from "@callpanel/ui";
import { useState } from "react";
import type { ErrorSay } from "../../../shared/api/api.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { peopleFileMessages } from "./peopleFile.messages.ts";
import { usePeopleFile } from "./usePeopleFile.ts";
import styles from "./PeopleFileDialog.module.css";

const WIDTH_PX = 680;
/** Lines of one list; the others are a number. */
const MOST_SHOWN = 200;

/** PEOPLE-11, PEOPLE-12: people of a CSV file: the choice, what it would do, and how far it is. */
export function PeopleFileDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(peopleFileMessages);
  const { state, read, apply, goOn, again, stop } = usePeopleFile();
  return (
    <Dialog
      opened
      persistent={state.phase === "running" || (state.phase !== "over" && "form")}
      width={WIDTH_PX}
      title={t("peopleFile.title")}
      closeLabel={t("peopleFile.close")}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      <div className={styles.body}>
        {state.phase === "choosing" || state.phase === "reading" ? (
          <Choice
            busy={state.phase === "reading"}
            error={state.phase === "choosing" ? state.error : null}
            onFile={read}
          />
        ) : null}
        {state.phase === "ready" ? (
          <Preview preview={state.preview} onApply={() => apply(state.preview)} onAgain={again} />
        ) : null}
        {state.phase === "running" ? (
          <>
            <progress
              className={styles.progress}
              aria-label={t("peopleFile.progress")}
              value={state.applied.done}
              max={state.preview.people.length}
            />
            <p className={styles.dim}>
              {t("peopleFile.progressText", { done: state.applied.done, total: state.preview.people.length })}
            </p>
            <span className={styles.buttons}>
              <Button onClick={stop}>{t("peopleFile.stop")}</Button>
            </span>
          </>
        ) : null}
        {state.phase === "over" ? (
          <>
            <output>
              {t(state.applied.done < state.total ? "peopleFile.stopped" : "peopleFile.done", {
                added: state.applied.added,
                changed: state.applied.changed,
                left: state.total - state.applied.done,
              })}
            </output>
            <Fault error={state.error} />
            {state.applied.added > 0 ? <p className={styles.dim}>{t("peopleFile.invite")}</p> : null}
            <span className={styles.buttons}>
              {state.applied.done < state.total ? <Button onClick={goOn}>{t("peopleFile.goOn")}</Button> : null}
              <Button look="primary" onClick={onClose}>
                {t("peopleFile.finish")}
              </Button>
            </span>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Fault({ error }: { readonly error: ErrorSay | null }) {
  const words = useLocaleWords();
  return error === null ? null : (
    <p className={styles.fault} role="alert">
      {words.say(error)}
    </p>
  );
}

interface ChoiceProps {
  readonly busy: boolean;
  readonly error: ErrorSay | null;
  readonly onFile: (file: File) => void;
}

function Choice({ busy, error, onFile }: ChoiceProps) {
  const t = useWords(peopleFileMessages);
  return (
    <>
      <p>{t("peopleFile.intro")}</p>
      <p className={styles.dim}>
        {t("peopleFile.limits", { lines: PEOPLE_FILE_MAX_LINES, megabytes: PEOPLE_FILE_MAX_BYTES / 1024 ** 2 })}
      </p>
      <Fault error={error} />
      <output className={styles.dim}>{busy ? t("peopleFile.reading") : ""}</output>
      <span className={styles.buttons}>
        <FileButton
          data-autofocus
          look="primary"
          icon={IconUpload}
          busy={busy}
          accept=".csv,text/csv,text/plain,text/tab-separated-values"
          onFile={onFile}
        >
          {t("peopleFile.choose")}
        </FileButton>
      </span>
    </>
  );
}

interface PreviewProps {
  readonly preview: PeoplePreview;
  readonly onApply: () => void;
  readonly onAgain: () => void;
}

type Shown = "added" | "changed" | "problems";

interface ShownLine {
  readonly line: number;
  readonly name: string;
  readonly texts: readonly string[];
}

function Preview({ preview, onApply, onAgain }: PreviewProps) {
  const t = useWords(peopleFileMessages);
  const { people, same, problems, ignored } = preview;
  const added = people.filter(({ version }) => version === null);
  const changed = people.filter(({ version }) => version !== null);
  const [show, setShow] = useState<Shown>(problems.length > 0 ? "problems" : added.length > 0 ? "added" : "changed");
  const nameOf = (one: { first_name: string; last_name: string; username: string }) =>
    `${one.first_name} ${one.last_name} (${one.username})`;
  const lines: Readonly<Record<Shown, readonly ShownLine[]>> = {
    added: added.map((one) => ({
      line: one.line,
      name: nameOf(one),
      texts: [
        [one.extension, one.email, one.department, one.groups.join(" ")].filter((text) => text !== "").join(" · "),
      ],
    })),
    changed: changed.map((one) => ({
      line: one.line,
      name: nameOf(one),
      texts: one.changes.map(({ field, from, to }) =>
        t("peopleFile.change", {
          field: t(`peopleFile.field.${field}`),
          from: from === "" ? t("peopleFile.empty") : from,
          to: to === "" ? t("peopleFile.empty") : to,
        }),
      ),
    })),
    problems: problems.map(({ line, name, username, problem, text }) => ({
      line,
      name: name === "" ? username : name,
      texts: [t(`peopleFile.problem.${problem}`, { text })],
    })),
  };
  const counts = { added: added.length, changed: changed.length, same, problems: problems.length };
  return (
    <>
      <output>{t("peopleFile.summary", counts)}</output>
      {ignored.length === 0 ? null : (
        <p className={styles.dim}>{t("peopleFile.ignored", { columns: ignored.join(", ") })}</p>
      )}
      <Segments<Shown>
        label={t("peopleFile.show")}
        segments={(["added", "changed", "problems"] as const).map((value) => ({
          value,
          label: t(`peopleFile.show.${value}`),
          count: counts[value],
        }))}
        value={show}
        onChange={setShow}
      />
      <ul className={styles.lines} aria-label={t(`peopleFile.show.${show}`)}>
        {lines[show].slice(0, MOST_SHOWN).map(({ line, name, texts }) => (
          <li key={line} className={styles.line}>
            <span className={styles.dim}>{t("peopleFile.line", { line })}</span>
            <span>
              <bdi>{name}</bdi>
              {texts.map((text) => (
                <span key={text} className={styles.text}>
                  {text}
                </span>
              ))}
            </span>
          </li>
        ))}
        {lines[show].length > MOST_SHOWN ? (
          <li className={styles.dim}>{t("peopleFile.more", { count: lines[show].length - MOST_SHOWN })}</li>
        ) : null}
      </ul>
      {people.length === 0 ? <p className={styles.dim}>{t("peopleFile.nothing")}</p> : null}
      <span className={styles.buttons}>
        <Button onClick={onAgain}>{t("peopleFile.again")}</Button>
        <Button look="primary" disabled={people.length === 0} onClick={onApply}>
          {t("peopleFile.apply", { count: people.length })}
        </Button>
      </span>
    </>
  );
}
