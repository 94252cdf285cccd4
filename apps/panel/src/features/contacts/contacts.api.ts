import {
  bulkDeleteContacts,
  createContact,
  createContactTag,
  createPersonalTag,
  deleteContact,
  deleteContactTag,
  deletePersonalTag,
  listContacts,
  listContactTags,
  listPersonalTags,
  PAGE_SIZE,
  updateContact,
  updateContactTag,
  updatePersonalTag,
} from "@callpanel/contract";
import type { Contact, ContactForm, ContactTag } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import { filterOf } from "./contacts.model.ts";
import type { ContactView } from "./contacts.model.ts";
import type { ContactList } from "./contacts.lists.ts";

const CONTACTS_KEY = ["contacts"] as const;
export const TAGS_KEY = ["contact/tags"] as const;

export interface ContactPage {
  readonly total: number;
  readonly data: readonly Contact[];
}

/** A page of the current list; the former page stays until the next is loaded. */
export function contactsQuery(api: Api, view: ContactView, search: string) {
  const { list, page } = view;
  const tags = filterOf(view);
  return queryOptions({
    queryKey: [...CONTACTS_KEY, list, search, tags, page],
    queryFn: ({ signal }): Promise<ContactPage> =>
      api.call(listContacts, {
        query: {
          start: page * PAGE_SIZE.contacts,
          limit: PAGE_SIZE.contacts,
          search,
          is_personal: list === "personal",
          ...(list === "personal" ? { filter_by_personal_tags: tags.join(" ") } : { filter_by_tags: tags.join(" ") }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** All tags of a list, by name. */
export const tagsQuery = (api: Api, list: ContactList) =>
  queryOptions({
    queryKey: [...TAGS_KEY, list],
    queryFn: async ({ signal }): Promise<readonly ContactTag[]> =>
      (await api.call(list === "personal" ? listPersonalTags : listContactTags, { signal })).data,
  });

/** The content of the form, and the change of the picture: keep, remove or replace. */
export interface SaveContact {
  /** Null: a new one. */
  readonly id: number | null;
  readonly form: ContactForm;
  /** Of the contact that was opened; undefined: replaces whatever is there. */
  readonly version?: string | undefined;
  readonly image: Blob | "kept" | "removed";
}

export function saveContact(api: Api, { id, form, version, image }: SaveContact): Promise<Contact> {
  const body = { ...form, ...(version && { version }), ...(image === "removed" && { remove_image: true }) };
  const file = image instanceof Blob ? { file: image } : {};
  return id === null
    ? api.call(createContact, { body, ...file })
    : api.call(updateContact, { params: { id }, body, ...file });
}

export const removeContact = (api: Api, id: number) => api.call(deleteContact, { params: { id } });
export const removeContacts = (api: Api, ids: readonly number[]) =>
  api.call(bulkDeleteContacts, { body: { ids: [...ids] } });

export interface TagDraft {
  readonly name: string;
  readonly color: string | null;
}

export function saveTag(api: Api, list: ContactList, id: number | null, draft: TagDraft): Promise<ContactTag> {
  const body = { name: draft.name.trim(), color: draft.color };
  if (id === null) return api.call(list === "personal" ? createPersonalTag : createContactTag, { body });
  return api.call(list === "personal" ? updatePersonalTag : updateContactTag, { params: { id }, body });
}

export const removeTag = (api: Api, list: ContactList, id: number) =>
  api.call(list === "personal" ? deletePersonalTag : deleteContactTag, { params: { id } });
