import { useQuery } from "@tanstack/react-query";
import { useWords } from "../../words/useWords.ts";
import type { NoteSources } from "./notes.api.ts";
import { notesQuery } from "./notes.api.ts";
import { notesMessages } from "./notes.messages.ts";
import styles from "./CallerNotes.module.css";

/** The latest note about who rings, before one answers. */
export function LatestNote({ sources, number }: { readonly sources: NoteSources; readonly number: string }) {
  const t = useWords(notesMessages);
  const { data } = useQuery(notesQuery(sources.api, sources.viewer, [number]));
  const note = data?.[0];
  if (note === undefined) return null;
  return <p className={styles.latest}>{t("notes.latest", { name: note.author.name, text: note.text })}</p>;
}
