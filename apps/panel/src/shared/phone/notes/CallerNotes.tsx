import { deleteCallerNote, updateCallerNote } from "@callpanel/contract";
import type { CallerNote, PanelErrorCode } from "@callpanel/contract";
import { Button, IconButton, IconPencil, IconTrash, TextArea } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../api/api.ts";
import { useFormats } from "../../formats/useFormats.ts";
import { useLocaleWords, useWords } from "../../words/useWords.ts";
import { NewNote } from "./NewNote.tsx";
import { isNotable, noteRights, notesQuery } from "./notes.api.ts";
import type { NoteSources } from "./notes.api.ts";
import { notesMessages } from "./notes.messages.ts";
import styles from "./CallerNotes.module.css";

/** As many as a user can read during a call. */
const FIRST_COUNT = 3;

export interface CallerNotesProps {
  readonly sources: NoteSources;
  /** A new note is about the first of them. */
  readonly numbers: readonly string[];
  /** Of the caller. */
  readonly name: string;
}

/** What was written about a caller, with a field for more (NOTE-8). Nothing for people who may neither read nor write. */
export function CallerNotes({ sources, numbers, name }: CallerNotesProps) {
  const t = useWords(notesMessages);
  const { api, viewer } = sources;
  const { data: notes = [], isError } = useQuery(notesQuery(api, viewer, numbers));
  const [isAll, setAll] = useState(false);
  const rights = noteRights(viewer);
  const about = numbers.find(isNotable);
  const canWrite = about !== undefined && (rights.mayShare || rights.mayKeep);
  if (!canWrite && notes.length === 0) return null;
  const shown = isAll ? notes : notes.slice(0, FIRST_COUNT);
  const more = notes.length - shown.length;
  return (
    <section className={styles.notes} aria-label={t("notes.title")}>
      <p className={styles.title}>{t("notes.title")}</p>
      {isError ? <p className={styles.dim}>{t("notes.failed")}</p> : null}
      {shown.length === 0 ? null : (
        <ul className={styles.list} aria-label={t("notes.title")}>
          {shown.map((note) => (
            <li key={note.id} className={styles.note}>
              <Note sources={sources} note={note} />
            </li>
          ))}
        </ul>
      )}
      {more === 0 ? null : (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {t("notes.all", { count: more })}
        </button>
      )}
      {canWrite ? <NewNote sources={sources} number={about} name={name} /> : null}
    </section>
  );
}

type Doing = "reading" | "editing" | "deleting";

function Note({ sources, note }: { readonly sources: NoteSources; readonly note: CallerNote }) {
  const t = useWords(notesMessages);
  const formats = useFormats();
  const [doing, setDoing] = useState<Doing>("reading");
  const change = useNoteChange(sources, note);
  if (doing === "editing") return <Editing note={note} change={change} onDone={() => setDoing("reading")} />;
  return (
    <>
      <p className={styles.text}>{note.text}</p>
      <p className={styles.foot}>
        <bdi>{note.author.name}</bdi>
        <time dateTime={note.created_at} title={formats.dateTime(note.created_at)}>
          {formats.relative(note.created_at, sources.clock.now())}
        </time>
        {note.changed_at === null ? null : <span>{t("notes.changed")}</span>}
        {note.is_personal ? <span className={styles.mine}>{t("notes.mine")}</span> : null}
        <span className={styles.tools}>
          {note.may_change ? (
            <IconButton icon={IconPencil} size="small" label={t("notes.edit")} onClick={() => setDoing("editing")} />
          ) : null}
          {note.may_remove ? (
            <IconButton icon={IconTrash} size="small" label={t("notes.delete")} onClick={() => setDoing("deleting")} />
          ) : null}
        </span>
      </p>
      {doing === "deleting" ? (
        <p className={styles.ask}>
          <span>{t("notes.deleteAsk")}</span>
          <Button onClick={() => void change.remove()}>{t("notes.deleteYes")}</Button>
          <Button look="quiet" onClick={() => setDoing("reading")}>
            {t("notes.cancel")}
          </Button>
        </p>
      ) : null}
      {change.fault === null ? null : (
        <p className={styles.fault} role="alert">
          {change.fault}
        </p>
      )}
    </>
  );
}

interface EditingProps {
  readonly note: CallerNote;
  readonly change: ReturnType<typeof useNoteChange>;
  readonly onDone: () => void;
}

function Editing({ note, change, onDone }: EditingProps) {
  const t = useWords(notesMessages);
  const [text, setText] = useState(note.text);
  const save = async () => {
    if (await change.rewrite(text)) onDone();
  };
  return (
    <div className={styles.form}>
      <TextArea label={t("notes.editing")} rows={3} value={text} onChange={(event) => setText(event.target.value)} />
      {change.fault === null ? null : (
        <p className={styles.fault} role="alert">
          {change.fault}
        </p>
      )}
      <div className={styles.buttons}>
        <Button look="quiet" onClick={onDone}>
          {t("notes.cancel")}
        </Button>
        <Button look="primary" disabled={text.trim() === ""} onClick={() => void save()}>
          {t("notes.save")}
        </Button>
      </div>
    </div>
  );
}

/** Changes of one note; a refusal is shown at the note. */
function useNoteChange({ api }: NoteSources, { id }: CallerNote) {
  const words = useLocaleWords();
  const client = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const run = async (fallback: PanelErrorCode, order: () => Promise<unknown>): Promise<boolean> => {
    setFault(null);
    try {
      await order();
      await client.invalidateQueries({ queryKey: ["contacts", "notes"] });
      return true;
    } catch (error) {
      setFault(words.say(sayError(error, fallback)));
      return false;
    }
  };
  return {
    fault,
    remove: () => run("callerNotes.delete", () => api.call(deleteCallerNote, { params: { id } })),
    rewrite: (text: string) =>
      run("callerNotes.save", () => api.call(updateCallerNote, { params: { id }, body: { text } })),
  };
}
