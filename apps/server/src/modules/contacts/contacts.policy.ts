import { AppError, canRead, canWrite, holdsRule } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { Book } from "./contacts.model.ts";

/** A person who looks at contacts, in a session or not. */
export type ContactReader = Pick<Caller, "userId" | "realm" | "rights">;

type Owned = { readonly ownerId: number | null };

/** CONTACT-2: shared contacts need `contacts` read and write, the user's own `manage_personal`; other people's do not exist. */
const isOwn = ({ userId, rights }: ContactReader, { ownerId }: Owned): boolean =>
  ownerId === userId && holdsRule(rights, "contacts", "manage_personal");

export const readsBook = (caller: ContactReader, book: Owned): boolean =>
  book.ownerId === null ? canRead(caller.rights, "contacts") : isOwn(caller, book);

export const writesBook = (caller: ContactReader, book: Owned): boolean =>
  book.ownerId === null ? canWrite(caller.rights, "contacts") : isOwn(caller, book);

export const mayKnow = (caller: ContactReader, book: Owned): boolean =>
  readsBook(caller, book) || writesBook(caller, book);

/** Shared or personal. CONTACT-4: by default shared, or personal for a user who may not read shared ones. */
export function bookOf(caller: ContactReader, isPersonal: boolean | undefined): Book {
  const shared = { realmId: caller.realm.id, ownerId: null };
  const personal = isPersonal ?? !readsBook(caller, shared);
  return personal ? { realmId: caller.realm.id, ownerId: caller.userId } : shared;
}

/** @throws AppError request.forbidden */
export function demandReading(caller: Caller, book: Owned): void {
  if (!readsBook(caller, book)) throw new AppError("request.forbidden");
}

/** @throws AppError request.forbidden */
export function demandWriting(caller: Caller, book: Owned): void {
  if (!writesBook(caller, book)) throw new AppError("request.forbidden");
}
