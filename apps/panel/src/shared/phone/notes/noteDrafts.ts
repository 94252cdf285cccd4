/** What was typed about a caller and not saved yet, by number: it outlives the call and the page (NOTE-8). */
import { defineService } from "../../service.ts";
import { createStore } from "../../store.ts";
import type { Readable } from "../../store.ts";

export interface NoteDraft {
  readonly number: string;
  /** Of the caller, as the call named them. */
  readonly name: string;
  readonly text: string;
  /** A private note: chosen with the text, and kept with it. */
  readonly isPersonal: boolean;
}

export interface NoteDrafts extends Readable<readonly NoteDraft[]> {
  /** An empty text removes it. */
  write(draft: NoteDraft): void;
}

export function createNoteDrafts(): NoteDrafts {
  const store = createStore<readonly NoteDraft[], NoteDraft>([], (before, draft) => {
    const others = before.filter(({ number }) => number !== draft.number);
    return draft.text === "" ? others : [draft, ...others];
  });
  return { get: store.get, subscribe: store.subscribe, write: store.dispatch };
}

export const NOTE_DRAFTS = defineService<NoteDrafts>("noteDrafts");
