import { AppError, type BodyOf, type Contact, type ContactDraft, type createContact } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import { foldText } from "../../kernel/text/search-text.ts";
import { newId, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { UploadedFile } from "../../kernel/http/upload.ts";
import type { EncodePicture } from "../pictures/index.ts";
import { contactNamesOf } from "./contact-names.ts";
import { checkDraft, readForm } from "./contacts.draft.ts";
import {
  contactVersion,
  presentContact,
  splitTags,
  type Book,
  type ContactFields,
  type StoredContact,
} from "./contacts.model.ts";
import { bookOf, demandWriting, mayKnow, writesBook } from "./contacts.policy.ts";
import type { ContactStore, ContactTagStore, ContactWrite } from "./contacts.store.ts";

/** Called for every change: contacts of a book were added, changed or removed. */
export type ContactsChanged = (change: {
  readonly realm: string;
  readonly ownerId: number | null;
  readonly ids: readonly number[];
}) => void;

export interface ContactServiceDeps {
  readonly store: ContactStore;
  readonly tags: ContactTagStore;
  readonly encode: EncodePicture;
  readonly random: RandomBytes;
  readonly changed: ContactsChanged;
}

type Form = BodyOf<typeof createContact>;

/** Operations on contacts, each limited to the caller's rights. */
export function createContactService({ store, tags, encode, random, changed }: ContactServiceDeps) {
  /** CONTACT-2: a contact that the user may not see gives the same error as an unknown one. */
  const known = async (caller: Caller, id: number): Promise<StoredContact> => {
    const [contact] = await store.byIds(caller.realm.id, [id]);
    if (contact === undefined || !mayKnow(caller, contact)) throw new AppError("contacts.notFound");
    return contact;
  };

  const imageOf = async (form: Form, file: UploadedFile | undefined): Promise<ContactWrite["image"]> => {
    if (file === undefined) return form.remove_image === true ? null : undefined;
    if (file.tooLarge) throw invalid({ image: "contacts.field.imageLarge" });
    const picture = await encode(file.bytes);
    if (picture === undefined) throw invalid({ image: "contacts.field.image" });
    return { ...picture, key: newId(random) };
  };

  const tagIdsOf = async (book: Book, draft: ContactDraft): Promise<readonly number[]> => {
    const place = book.ownerId === null ? "tags" : "personal_tags";
    const names = splitTags(draft[place]);
    if (names.length === 0) return [];
    const ids = new Map((await tags.tagsOf(book)).map(({ id, name }) => [foldText(name), id]));
    const found = names.map((name) => ids.get(foldText(name)));
    if (found.includes(undefined)) throw invalid({ [place]: "contacts.field.tag" });
    return [...new Set(found.flatMap((id) => id ?? []))];
  };

  const prepare = async (book: Book, form: Form, file: UploadedFile | undefined): Promise<ContactWrite> => {
    const checked = checkDraft(readForm(form, book.ownerId !== null));
    if (!checked.ok) throw invalid(checked.errors);
    const tagIds = await tagIdsOf(book, checked.draft);
    return { book, fields: fieldsOf(checked.draft), tagIds, image: await imageOf(form, file) };
  };

  return {
    get: async (caller: Caller, id: number): Promise<Contact> => presentContact(await known(caller, id)),

    create: async (caller: Caller, form: Form, file: UploadedFile | undefined): Promise<Contact> => {
      const book = bookOf(caller, form.is_personal ?? false);
      demandWriting(caller, book);
      const contact = await store.create(await prepare(book, form, file));
      changed({ realm: caller.realm.name, ownerId: book.ownerId, ids: [contact.id] });
      return presentContact(contact);
    },

    /** CONTACT-14, CONTACT-19: replaces the whole contact; to move it between books, the caller must have the right to write both. */
    update: async (caller: Caller, id: number, form: Form, file: UploadedFile | undefined): Promise<Contact> => {
      const before = await known(caller, id);
      const book = bookOf(caller, form.is_personal ?? before.ownerId !== null);
      demandWriting(caller, before);
      demandWriting(caller, book);
      const isStill = (now: StoredContact): boolean =>
        now.ownerId === before.ownerId && (form.version === undefined || form.version === contactVersion(now));
      if (!isStill(before)) throw new AppError("contacts.conflict");
      // Checked again when it is written: others may change it while the picture is read.
      const contact = await store.update(id, await prepare(book, form, file), isStill);
      if (contact === undefined) throw new AppError("contacts.notFound");
      if (contact === "changed") throw new AppError("contacts.conflict");
      for (const ownerId of new Set([before.ownerId, book.ownerId]))
        changed({ realm: caller.realm.name, ownerId, ids: [id] });
      return presentContact(contact);
    },

    remove: async (caller: Caller, id: number): Promise<void> => {
      const contact = await known(caller, id);
      demandWriting(caller, contact);
      await store.remove(caller.realm.id, [id]);
      changed({ realm: caller.realm.name, ownerId: contact.ownerId, ids: [id] });
    },

    /** CONTACT-15: removes all that exist, or none if one may not be removed. */
    removeAll: async (caller: Caller, ids: readonly number[]): Promise<readonly number[]> => {
      const contacts = (await store.byIds(caller.realm.id, [...new Set(ids)])).filter((one) => mayKnow(caller, one));
      for (const contact of contacts) demandWriting(caller, contact);
      await store.remove(
        caller.realm.id,
        contacts.map(({ id }) => id),
      );
      for (const ownerId of new Set(contacts.map((one) => one.ownerId))) {
        const gone = contacts.filter((one) => one.ownerId === ownerId).map(({ id }) => id);
        changed({ realm: caller.realm.name, ownerId, ids: gone });
      }
      return contacts.map(({ id }) => id);
    },

    namesOf: (caller: Caller, numbers: readonly string[]) => contactNamesOf(store, caller, numbers),

    mayWrite: writesBook,
  };
}

function fieldsOf(draft: ContactDraft): ContactFields {
  const { tags: _tags, personal_tags: _personalTags, is_personal: _isPersonal, ...fields } = draft;
  return fields;
}

const invalid = (errors: Readonly<Record<string, string>>): AppError => new AppError("contacts.invalid", errors);
