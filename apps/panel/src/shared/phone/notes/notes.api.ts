/** Notes about callers. */
import { listCallerNotes } from "@callpanel/contract";
import type { CallerNote } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../api/api.ts";
import type { Clock } from "../../clock.ts";
import type { Viewer } from "../../viewer.ts";
import type { NoteDrafts } from "./noteDrafts.ts";

export interface NoteSources {
  readonly api: Api;
  readonly viewer: Viewer;
  readonly clock: Clock;
  readonly drafts: NoteDrafts;
}

/** Shorter numbers are those of colleagues and services. */
const NUMBER_DIGITS = 7;

/** What the person may do with notes. */
export interface NoteRights {
  readonly mayRead: boolean;
  readonly mayShare: boolean;
  readonly mayKeep: boolean;
}

export const noteRights = ({ flags }: Pick<Viewer, "flags">): NoteRights => ({
  mayRead: flags.contactsRead || flags.contactsManagePersonal,
  mayShare: flags.contactsWrite,
  mayKeep: flags.contactsManagePersonal,
});

/** Whether there can be notes about the number. */
export const isNotable = (number: string): boolean => number.replace(/\D/g, "").length >= NUMBER_DIGITS;

/** The events of the address book load them again. */
export const notesQuery = (api: Api, viewer: Pick<Viewer, "flags">, numbers: readonly string[]) => {
  const wanted = numbers.filter(isNotable);
  return queryOptions({
    queryKey: ["contacts", "notes", ...wanted],
    queryFn: async ({ signal }): Promise<readonly CallerNote[]> =>
      (await api.call(listCallerNotes, { query: { numbers: wanted.join(",") }, signal })).data,
    enabled: wanted.length > 0 && noteRights(viewer).mayRead,
    retry: false,
  });
};
