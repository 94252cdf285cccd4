import {
  applyPeople,
  PEOPLE_FILE_MAX_BYTES,
  PEOPLE_PORTION,
  PEOPLE_PORTION_CHARS,
  previewPeopleFile,
  type PeoplePreview,
} from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import type { ErrorSay } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

export interface Applied {
  readonly done: number;
  readonly added: number;
  readonly changed: number;
}

/** An import, from the choice of a file to the result. */
export type PeopleImport =
  | { readonly phase: "choosing"; readonly error: ErrorSay | null }
  | { readonly phase: "reading" }
  | { readonly phase: "ready"; readonly preview: PeoplePreview }
  | { readonly phase: "running"; readonly preview: PeoplePreview; readonly applied: Applied }
  | { readonly phase: "over"; readonly applied: Applied; readonly total: number; readonly error: ErrorSay | null };

/** The people of the next request: as many as fit in one, and one at least. */
export function portionFrom(people: PeoplePreview["people"], start: number): PeoplePreview["people"] {
  let chars = 0;
  let end = start;
  while (end < people.length && end - start < PEOPLE_PORTION) {
    chars += JSON.stringify(people[end]).length;
    if (end > start && chars > PEOPLE_PORTION_CHARS) break;
    end += 1;
  }
  return people.slice(start, end);
}

const NOTHING: Applied = { done: 0, added: 0, changed: 0 };

/** PEOPLE-10 to PEOPLE-12: the server reads and checks; the page sends portions, so that it can say how far it is and stop. */
export function usePeopleFile() {
  const { api, upload } = usePanel();
  const client = useQueryClient();
  const [state, setState] = useState<PeopleImport>({ phase: "choosing", error: null });
  const stopped = useRef(false);
  const chosen = useRef<File | null>(null);
  const fail = (error: ErrorSay) => setState({ phase: "choosing", error });

  const read = async (file: File) => {
    const megabytes = PEOPLE_FILE_MAX_BYTES / 1024 ** 2;
    if (file.size > PEOPLE_FILE_MAX_BYTES)
      return fail({ code: "admin.file.tooLarge", details: { megabytes }, text: null });
    chosen.current = file;
    setState({ phase: "reading" });
    try {
      const { signal } = new AbortController();
      const preview = await upload(previewPeopleFile, { file, signal, onProgress: () => undefined });
      setState({ phase: "ready", preview });
    } catch (error) {
      fail(sayError(error, "administration.load"));
    }
  };

  const apply = async (preview: PeoplePreview) => {
    const total = preview.people.length;
    stopped.current = false;
    let applied = NOTHING;
    try {
      while (applied.done < total && !stopped.current) {
        setState({ phase: "running", preview, applied });
        const people = portionFrom(preview.people, applied.done);
        const { added, changed } = await api.call(applyPeople, { body: { people } });
        applied = {
          done: applied.done + people.length,
          added: applied.added + added,
          changed: applied.changed + changed,
        };
      }
      setState({ phase: "over", applied, total, error: null });
    } catch (error) {
      setState({ phase: "over", applied, total, error: sayError(error, "administration.save") });
    } finally {
      void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
    }
  };

  return {
    state,
    read: (file: File) => void read(file),
    apply: (preview: PeoplePreview) => void apply(preview),
    /** What is not applied yet, as the server sees it now. */
    goOn: () => {
      if (chosen.current !== null) void read(chosen.current);
    },
    again: () => setState({ phase: "choosing", error: null }),
    stop: () => {
      stopped.current = true;
    },
  };
}
