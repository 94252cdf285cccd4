import { NewNote } from "../../../shared/phone/notes/NewNote.tsx";
import { notesMessages } from "../../../shared/phone/notes/notes.messages.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { useNoteSources } from "./useNoteSources.ts";
import styles from "./Home.module.css";

/** NOTE-8: what was typed about a caller before the call ended. */
export function UnsavedNotes() {
  const t = useWords(notesMessages);
  const { noteDrafts } = useSoftphone();
  const sources = useNoteSources();
  return useSnapshot(noteDrafts).map(({ number, name }) => (
    <section key={number} className={styles.welcome} aria-label={t("notes.unsaved", { name })}>
      <p className={styles.welcomeTitle}>{t("notes.unsaved", { name })}</p>
      <NewNote sources={sources} number={number} name={name} />
    </section>
  ));
}
