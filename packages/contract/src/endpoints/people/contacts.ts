/** Contacts of the company and of each person (spec 2 §7, contacts). What the spec leaves open is settled in docs/spec/contacts.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { CONTACT_ADDRESS_TYPES, CONTACT_BULK_MAX } from "../../limits.ts";
import { flagSchema, searchedQuery } from "../paging.ts";
import {
  managesPersonalContacts,
  readsContacts,
  readsSharedContacts,
  writesContacts,
  writesSharedContacts,
} from "./contact-names.ts";

/** Spec 1 §3, contact. Texts are empty where nothing is known. */
export const contactSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  job_title: z.string(),
  address_type: z.enum(["", ...CONTACT_ADDRESS_TYPES]),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
  /** Numbers in E.164. */
  phone_numbers: z.array(z.object({ phone_number: z.string(), extension: z.string(), label: z.string() })),
  emails: z.array(z.object({ email: z.string(), label: z.string() })),
  /** A caller from one of the numbers is shown by the contact's name. */
  use_as_callerid: z.boolean(),
  has_image: z.boolean(),
  /** A path on the panel's host that changes with the picture: JPEG, 256 px square, `&size=64` for a small one. */
  image_url: z.nullable(z.string()),
  /** Names of shared tags, separated by spaces; empty on a personal contact. */
  tags: z.string(),
  /** The same of the user's own tags; empty on a shared contact. */
  personal_tags: z.string(),
  is_personal: z.boolean(),
  /** Changes with the contact. Older servers have none. */
  version: z.optional(z.string()),
});
export type Contact = z.infer<typeof contactSchema>;

export const listContacts = defineEndpoint({
  method: "GET",
  path: "contacts",
  summary: "Shared or personal contacts, by name",
  access: readsContacts,
  query: z.extend(searchedQuery, {
    /** Without it shared ones; personal ones for users who may not read those. */
    is_personal: z.optional(flagSchema),
    /** Names of tags, separated by spaces: contacts that have all of them. */
    filter_by_tags: z._default(z.string().check(z.maxLength(1_000)), ""),
    filter_by_personal_tags: z._default(z.string().check(z.maxLength(1_000)), ""),
  }),
  response: z.object({ total: z.number(), data: z.array(contactSchema) }),
});

const idParams = z.object({ id: z.coerce.number().check(z.int()) });

export const getContact = defineEndpoint({
  method: "GET",
  path: "contacts/{id}",
  summary: "One contact",
  access: readsContacts,
  params: idParams,
  response: contactSchema,
});

/** An <img> sends no token: `key`, which cannot be guessed, is in the contact's `image_url`. With a token it is not needed. */
export const getContactImage = defineEndpoint({
  method: "GET",
  path: "contacts/{id}/image",
  summary: "A contact's picture as JPEG, for everybody who has its address or may see the contact",
  access: "public",
  params: idParams,
  query: z.object({
    key: z.optional(z.string().check(z.maxLength(64))),
    size: z._default(z.enum(["64", "256"]), "256"),
  }),
  binary: "image/jpeg",
  response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

const text = z.optional(z.string().check(z.maxLength(1_000)));
/** A list as JSON text: `[{"phone_number":"+14165550101","extension":"","label":"Office"}]`. */
const lines = z.optional(z.string().check(z.maxLength(8_192)));
/** The form a contact is written with; `contactForm` makes it of a draft. What is left out is empty or no. */
export const contactFormSchema = z.object({
  first_name: text,
  last_name: text,
  company: text,
  job_title: text,
  address_type: text,
  street: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
  phone_numbers: lines,
  emails: lines,
  use_as_callerid: z.optional(flagSchema),
  /** Left out: as it was, and no for a new contact. */
  is_personal: z.optional(flagSchema),
  tags: text,
  personal_tags: text,
  /** Of the contact that was changed: refused if it is another by now. Left out: replaces whatever is there. */
  version: z.optional(z.string()),
  /** The picture stays unless another comes or this is yes. */
  remove_image: z.optional(flagSchema),
});

export const CONTACT_IMAGE_MEDIA_TYPES = ["image/png", "image/jpeg", "image/bmp"] as const;
export const CONTACT_IMAGE_MAX_BYTES = 5 * 1024 * 1024;
const image = {
  field: "image",
  maxBytes: CONTACT_IMAGE_MAX_BYTES,
  mediaTypes: CONTACT_IMAGE_MEDIA_TYPES,
  optional: true,
};

export const createContact = defineEndpoint({
  method: "POST",
  path: "contacts",
  summary: "Add a contact",
  access: writesContacts,
  body: contactFormSchema,
  upload: image,
  response: contactSchema,
});

export const updateContact = defineEndpoint({
  method: "PUT",
  path: "contacts/{id}",
  summary: "Replace a contact, with all of its fields",
  access: writesContacts,
  params: idParams,
  body: contactFormSchema,
  upload: image,
  response: contactSchema,
});

export const deleteContact = defineEndpoint({
  method: "DELETE",
  path: "contacts/{id}",
  summary: "Remove a contact",
  access: writesContacts,
  params: idParams,
  response: z.object({ id: z.number() }),
});

export const bulkDeleteContacts = defineEndpoint({
  method: "POST",
  path: "contact/bulk/delete",
  summary: "Remove contacts; those that no longer exist are ignored",
  access: writesContacts,
  body: z.object({ ids: z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(CONTACT_BULK_MAX)) }),
  response: z.object({ deleted: z.number(), ids: z.array(z.number()) }),
});

/** Spec 1 §3, contact tag. Its name holds no space. */
export const contactTagSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** `#rrggbb`, lower case. */
  color: z.nullable(z.string()),
  /** How many contacts have it. */
  contacts: z.number(),
});
export type ContactTag = z.infer<typeof contactTagSchema>;

const tagBody = z.object({
  name: z.string().check(z.maxLength(200)),
  /** Left out or null: no colour. */
  color: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
});
const tagList = z.object({ total: z.number(), data: z.array(contactTagSchema) });
const removed = z.object({ id: z.number() });

export const listContactTags = defineEndpoint({
  method: "GET",
  path: "contact/tags",
  summary: "The company's tags, by name",
  access: readsSharedContacts,
  response: tagList,
});
export const createContactTag = defineEndpoint({
  method: "POST",
  path: "contact/tags",
  summary: "Add a tag",
  access: writesSharedContacts,
  body: tagBody,
  response: contactTagSchema,
});
export const updateContactTag = defineEndpoint({
  method: "PUT",
  path: "contact/tags/{id}",
  summary: "Rename or recolour a tag; contacts keep it",
  access: writesSharedContacts,
  params: idParams,
  body: tagBody,
  response: contactTagSchema,
});
export const deleteContactTag = defineEndpoint({
  method: "DELETE",
  path: "contact/tags/{id}",
  summary: "Remove a tag from the list and from contacts",
  access: writesSharedContacts,
  params: idParams,
  response: removed,
});

export const listPersonalTags = defineEndpoint({
  method: "GET",
  path: "contact/personal_tags",
  summary: "The user's own tags, by name",
  access: managesPersonalContacts,
  response: tagList,
});
export const createPersonalTag = defineEndpoint({
  method: "POST",
  path: "contact/personal_tags",
  summary: "Add a tag of the user",
  access: managesPersonalContacts,
  body: tagBody,
  response: contactTagSchema,
});
export const updatePersonalTag = defineEndpoint({
  method: "PUT",
  path: "contact/personal_tags/{id}",
  summary: "Rename or recolour the user's own tag",
  access: managesPersonalContacts,
  params: idParams,
  body: tagBody,
  response: contactTagSchema,
});
export const deletePersonalTag = defineEndpoint({
  method: "DELETE",
  path: "contact/personal_tags/{id}",
  summary: "Remove a tag of the user",
  access: managesPersonalContacts,
  params: idParams,
  response: removed,
});
