import { AppError, CALLER_NOTE_MAX_CHARS, CALLER_NOTES_MAX, CONTACT_LINES_MAX, endpoints } from "@callpanel/contract";
import type { CallerNote } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { toE164 } from "../../../kernel/text/phone-number.ts";
import type { Book } from "../contacts.model.ts";
import { bookOf, demandWriting, mayKnow, readsBook, writesBook } from "../contacts.policy.ts";
import type { ContactsChanged } from "../contacts.service.ts";
import type { CallerNoteStore, StoredNote } from "./notes.store.ts";

export interface CallerNoteDeps {
  readonly endpointServer: EndpointServer;
  readonly store: CallerNoteStore;
  readonly changed: ContactsChanged;
  readonly clock: Pick<Clock, "now">;
}

/** Notes about callers, shared and personal as contacts are. */
export function createCallerNoteRoutes({ endpointServer, store, changed, clock }: CallerNoteDeps): Routes {
  /** NOTE-2: a note that the user may not see gives the same error as an unknown one. */
  const known = async (caller: Caller, id: number): Promise<StoredNote> => {
    const note = await store.byId(caller.realm.id, id);
    if (note === undefined || !mayKnow(caller, note)) throw new AppError("callerNotes.notFound");
    return note;
  };
  /** NOTE-7 */
  const tell = ({ realm }: Caller, { ownerId }: Pick<Book, "ownerId">) =>
    changed({ realm: realm.name, ownerId, ids: [] });

  return (app) => {
    endpointServer.serve(app, endpoints.listCallerNotes, async ({ query, caller }) => {
      const numbers = query.numbers
        .split(",")
        .slice(0, CONTACT_LINES_MAX)
        .flatMap((one) => toE164(one) ?? []);
      const books = [bookOf(caller, false), bookOf(caller, true)].filter((book) => readsBook(caller, book));
      const notes = await store.about(books, [...new Set(numbers)]);
      return { data: notes.map((note) => present(caller, note)) };
    });

    endpointServer.serve(app, endpoints.createCallerNote, async ({ body, caller }) => {
      const shared = bookOf(caller, false);
      const book = bookOf(caller, body.is_personal ?? !writesBook(caller, shared));
      demandWriting(caller, book);
      const number = toE164(body.number);
      if (number === undefined) throw new AppError("callerNotes.number");
      const note = await store.add(book, {
        number,
        text: noteText(body.text),
        authorId: caller.userId,
        at: clock.now(),
        limit: CALLER_NOTES_MAX,
      });
      if (note === "full") throw new AppError("callerNotes.tooMany", { limit: CALLER_NOTES_MAX });
      tell(caller, note);
      return present(caller, note);
    });

    endpointServer.serve(app, endpoints.updateCallerNote, async ({ params, body, caller }) => {
      const before = await known(caller, params.id);
      demandWriting(caller, before);
      if (before.authorId !== caller.userId) throw new AppError("callerNotes.notAuthor");
      const note = await store.change(caller.realm.id, before.id, { text: noteText(body.text), at: clock.now() });
      if (note === undefined) throw new AppError("callerNotes.notFound");
      tell(caller, note);
      return present(caller, note);
    });

    endpointServer.serve(app, endpoints.deleteCallerNote, async ({ params, caller }) => {
      const note = await known(caller, params.id);
      demandWriting(caller, note);
      const by = note.authorId === caller.userId ? null : { userId: caller.userId, at: clock.now() };
      if (!(await store.remove(caller.realm.id, note.id, by))) throw new AppError("callerNotes.notFound");
      tell(caller, note);
      return { id: note.id };
    });
  };
}

/** NOTE-3. Line breaks stay; other control characters and marks that reorder text go. @throws AppError callerNotes.text */
function noteText(text: string): string {
  const clean = text
    .replace(/\r\n?/g, "\n")
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (one) => (one === "\n" || one === "\t" ? one : ""))
    .trim();
  if (clean === "" || clean.length > CALLER_NOTE_MAX_CHARS)
    throw new AppError("callerNotes.text", { limit: CALLER_NOTE_MAX_CHARS });
  return clean;
}

function present(caller: Caller, note: StoredNote): CallerNote {
  const { id, ownerId, number, text, authorId, authorName, createdAt, changedAt } = note;
  const mayWrite = writesBook(caller, note);
  return {
    id,
    number,
    text,
    author: { id: authorId, name: authorName },
    created_at: new Date(createdAt).toISOString(),
    changed_at: changedAt === null ? null : new Date(changedAt).toISOString(),
    is_personal: ownerId !== null,
    may_change: mayWrite && authorId === caller.userId,
    may_remove: mayWrite,
  };
}
