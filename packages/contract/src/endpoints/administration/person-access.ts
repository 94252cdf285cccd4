/** How people of the company sign in and register, and what is done to several at once (docs/spec/administration-people.md). */
import * as z from "zod/mini";
import { EXTENSION, GROUP_NAME } from "../../administration/person.rules.ts";
import { managesArea, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { newPhoneSchema, ownPhoneSchema, phoneLabel } from "../calls/phones.ts";
import { managesMembers } from "./permissions.ts";
import { signedInSchema } from "../session/sessions.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../session/account.ts";

/** People of one order: as many as a company has. */
export const PEOPLE_AT_ONCE = 10_000;

const personParams = z.object({ id: z.coerce.number() });
const done = z.object({ success: z.literal(true) });
const ids = z.array(z.int()).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE));

/** Times in ms since the epoch. */
export const personAccessSchema = z.object({
  /** Until when a link to choose a password works; null: there is none. */
  invited_until: z.nullable(z.number()),
  signed_in: signedInSchema,
  /** How codes reach them; null: there is no second factor. */
  second_factor: z.nullable(z.enum(["app", "sms", "email"])),
  mailbox_pin: z.boolean(),
  phones: z.array(ownPhoneSchema),
});
export type PersonAccess = z.infer<typeof personAccessSchema>;

export const getPersonAccess = defineEndpoint({
  method: "GET",
  path: "administration/people/{id}/access",
  summary: "A person's sessions, phones and second factor",
  access: seesArea("people"),
  params: personParams,
  response: personAccessSchema,
});

export const invitePerson = defineEndpoint({
  method: "POST",
  path: "administration/people/{id}/invite",
  summary:
    "Make a link with which a person chooses a password, and send it by mail if they have an address; earlier links end",
  access: managesArea("people"),
  params: personParams,
  response: z.object({ url: z.string(), expires_at: z.number(), mailed_to: z.nullable(z.string()) }),
});

export const setPersonPassword = defineEndpoint({
  method: "PUT",
  path: "administration/people/{id}/password",
  summary: "Set a person's password; their sessions and SIP secrets end",
  access: managesArea("people"),
  params: personParams,
  body: z.object({ password: z.string().check(z.minLength(PASSWORD_MIN_CHARS), z.maxLength(PASSWORD_MAX_CHARS)) }),
  response: done,
});

export const endPersonSessions = defineEndpoint({
  method: "DELETE",
  path: "administration/people/{id}/sessions",
  summary: "Sign a person out everywhere; desk phones stay",
  access: managesArea("people"),
  params: personParams,
  response: done,
});

export const endPersonSession = defineEndpoint({
  method: "DELETE",
  path: "administration/people/{id}/sessions/{session}",
  summary: "End one session of a person, and those that its sign-in links have opened",
  access: managesArea("people"),
  params: z.object({ id: z.coerce.number(), session: z.string().check(z.maxLength(64)) }),
  response: done,
});

export const resetPersonSecondFactor = defineEndpoint({
  method: "DELETE",
  path: "administration/people/{id}/second_factor",
  summary: "Switch a person's second factor off; their sessions end",
  access: managesArea("people"),
  params: personParams,
  response: done,
});

export const resetPersonMailboxPin = defineEndpoint({
  method: "DELETE",
  path: "administration/people/{id}/mailbox_pin",
  summary: "Remove the PIN of a person's mailbox, and its wrong tries",
  access: managesArea("people"),
  params: personParams,
  response: done,
});

export const addPersonPhone = defineEndpoint({
  method: "POST",
  path: "administration/people/{id}/phones",
  summary: "Create a SIP secret for a person's desk phone; shown only in this response",
  access: managesArea("people"),
  params: personParams,
  body: z.object({ label: phoneLabel }),
  response: newPhoneSchema,
});

export const removePersonPhone = defineEndpoint({
  method: "DELETE",
  path: "administration/people/{id}/phones/{phone}",
  summary: "End the secret of a person's phone; it is signed out immediately",
  access: managesArea("people"),
  params: z.object({ id: z.coerce.number(), phone: z.string().check(z.maxLength(64)) }),
  response: done,
});

export const suspendPeople = defineEndpoint({
  method: "POST",
  path: "administration/people/suspend",
  summary: "Suspend people, or resume them",
  access: managesArea("people"),
  body: z.object({ ids, suspended: z.boolean() }),
  response: done,
});

export const joinPeople = defineEndpoint({
  method: "POST",
  path: "administration/people/join",
  summary: "Put people into a group, or take them out of it",
  access: managesMembers,
  body: z.object({ ids, group: z.string().check(z.regex(GROUP_NAME)), joins: z.boolean() }),
  response: done,
});

/** What leads to people, or is lost with them. */
export const REMOVAL_KINDS = [
  "number",
  "toggle",
  "queueExit",
  "announcement",
  "agent",
  "roomAdmin",
  /** As `roomAdmin`, of a room with a PIN, which they know. */
  "roomPin",
  "forwards",
  "watchers",
  "voicemails",
] as const;
export const removalEffectSchema = z.object({
  kind: z.enum(REMOVAL_KINDS),
  /** Name and extension of the person. */
  person: z.string(),
  extension: z.string(),
  /** Of the number, toggle, queue, announcement or room; empty for a count. */
  number: z.string(),
  name: z.string(),
  count: z.number(),
});
export type RemovalEffect = z.infer<typeof removalEffectSchema>;

export const previewRemoval = defineEndpoint({
  method: "POST",
  path: "administration/people/removal",
  summary: "What leads to people, person by person, and what is lost with them; nothing is changed",
  access: managesArea("people"),
  body: z.object({ ids }),
  response: z.object({ effects: z.array(removalEffectSchema), must_lead: z.boolean() }),
});

export const removePeople = defineEndpoint({
  method: "POST",
  path: "administration/people/remove",
  summary: "Remove people; numbers, toggles and queues that lead to them lead to another number of the company then",
  access: managesArea("people"),
  body: z.object({ ids, lead_to: z.nullable(z.string().check(z.regex(EXTENSION))) }),
  response: done,
});
