/** Rights to read and write contacts, and names of numbers: the only parts of contacts that the start of the panel needs. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { CONTACT_LOOKUP_MAX } from "../../limits.ts";
import type { Demand } from "../../demand.ts";

const contacts = "contacts" as const;
export const readsSharedContacts: Demand = { kind: "read", module: contacts };
export const writesSharedContacts: Demand = { kind: "write", module: contacts };
export const managesPersonalContacts: Demand = { kind: "rule", module: contacts, rule: "manage_personal" };
/** The kind of a contact decides which of both is needed: CONTACT-3. */
export const readsContacts: Demand = { kind: "any", of: [readsSharedContacts, managesPersonalContacts] };
export const writesContacts: Demand = { kind: "any", of: [writesSharedContacts, managesPersonalContacts] };

export const numberNameSchema = z.object({
  /** As it was asked for. */
  number: z.string(),
  contact_id: z.number(),
  /** First and last name. */
  name: z.string(),
  company: z.string(),
  /** Of the number. */
  label: z.string(),
  is_personal: z.boolean(),
  image_url: z.nullable(z.string()),
});
export type NumberName = z.infer<typeof numberNameSchema>;

export const lookupContacts = defineEndpoint({
  method: "POST",
  path: "contact/lookup",
  summary: "Who has these numbers, in any spelling; a personal contact before a shared one",
  access: readsContacts,
  body: z.object({
    numbers: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(CONTACT_LOOKUP_MAX)),
  }),
  /** One entry for each number of a contact. */
  response: z.object({ data: z.array(numberNameSchema) }),
});
