import { createCallerNote } from "@callpanel/contract";
import { Button, Checkbox, TextArea } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../api/api.ts";
import { useSnapshot } from "../../store.ts";
import { useLocaleWords, useWords } from "../../words/useWords.ts";
import type { NoteSources } from "./notes.api.ts";
import { noteRights } from "./notes.api.ts";
import { notesMessages } from "./notes.messages.ts";
import styles from "./CallerNotes.module.css";

export interface NewNoteProps {
  readonly sources: NoteSources;
  readonly number: string;
  /** Of the caller. */
  readonly name: string;
}

/** The field for a new note. What is typed is kept until it is saved or discarded. */
export function NewNote({ sources, number, name }: NewNoteProps) {
  const { api, drafts, viewer } = sources;
  const t = useWords(notesMessages);
  const words = useLocaleWords();
  const client = useQueryClient();
  const { mayShare, mayKeep } = noteRights(viewer);
  const kept = useSnapshot(drafts).find((draft) => draft.number === number);
  const { text, isPersonal } = kept ?? { text: "", isPersonal: !mayShare };
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const write = (next: string, personal = isPersonal) =>
    drafts.write({ number, name, text: next, isPersonal: personal });
  const save = async () => {
    if (busy || kept === undefined || text.trim() === "") return;
    setBusy(true);
    setFault(null);
    try {
      await api.call(createCallerNote, { body: { number, text, is_personal: isPersonal } });
      // What was typed meanwhile stays.
      if (drafts.get().includes(kept)) write("");
      await client.invalidateQueries({ queryKey: ["contacts", "notes"] });
    } catch (error) {
      setFault(words.say(sayError(error, "callerNotes.save")));
    }
    setBusy(false);
  };
  return (
    <div className={styles.form}>
      <TextArea
        label={t("notes.add")}
        rows={text === "" ? 1 : 3}
        placeholder={t("notes.hint")}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      />
      {fault === null ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {text === "" ? null : (
        <div className={styles.buttons}>
          {mayShare && mayKeep ? (
            <Checkbox label={t("notes.onlyMe")} checked={isPersonal} onChange={(personal) => write(text, personal)} />
          ) : null}
          <Button look="quiet" onClick={() => write("")}>
            {t("notes.discard")}
          </Button>
          <Button look="primary" busy={busy} disabled={text.trim() === ""} onClick={() => void save()}>
            {t("notes.save")}
          </Button>
        </div>
      )}
    </div>
  );
}
