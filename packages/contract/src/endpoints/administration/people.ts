/** The people of the company, for those who administer them (docs/spec/administration-people.md). */
import * as z from "zod/mini";
import { GROUP_NAME, PERSON_CHECKS, PERSON_GROUPS_MAX, type PersonField } from "../../administration/person.rules.ts";
import { managesArea, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { permissionSchema } from "../../permissions.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";

/** `invited`: there is no password yet. */
export const PERSON_STATES = ["active", "invited", "suspended"] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** The state of a thing when it was read; it comes back with a change, which is refused if the thing has changed since (PAGES-5). */
export const versionSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16}$/));

const field = (name: PersonField) => z.string().check(z.maxLength(256), z.refine(PERSON_CHECKS[name]));
const groupName = z.string().check(z.regex(GROUP_NAME));

export const companyPersonRowSchema = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  extension: z.string(),
  email: z.string(),
  department: z.string(),
  state: z.enum(PERSON_STATES),
  may_use_panel: z.boolean(),
  groups: z.array(z.string()),
  picture_url: z.nullable(z.string()),
});
export type CompanyPersonRow = z.infer<typeof companyPersonRowSchema>;

export const companyPersonSchema = z.extend(companyPersonRowSchema, {
  /** Their own, besides those of their groups. */
  permissions: z.array(permissionSchema),
  /** Numbers of the public network that lead to them. */
  numbers: z.array(z.string()),
  version: versionSchema,
});
export type CompanyPerson = z.infer<typeof companyPersonSchema>;

const person = {
  first_name: field("first_name"),
  last_name: field("last_name"),
  extension: field("extension"),
  email: field("email"),
  department: field("department"),
  may_use_panel: z.boolean(),
  groups: z.array(groupName).check(z.maxLength(PERSON_GROUPS_MAX)),
};

export const listCompanyPeople = defineEndpoint({
  method: "GET",
  path: "administration/people",
  summary: "The people of the company by name, found by words of name, username, extension, address and department",
  access: seesArea("people"),
  query: z.object({
    start: startSchema,
    limit: limitSchema,
    search: searchSchema,
    state: z.optional(z.enum(PERSON_STATES)),
    group: z.optional(groupName),
  }),
  response: z.object({
    total: z.number(),
    data: z.array(companyPersonRowSchema),
    /** Names of all groups, to filter by. */
    groups: z.array(z.string()),
  }),
});

const personParams = z.object({ id: z.coerce.number() });

export const getCompanyPerson = defineEndpoint({
  method: "GET",
  path: "administration/people/{id}",
  summary: "One person of the company",
  access: seesArea("people"),
  params: personParams,
  response: companyPersonSchema,
});

export const addCompanyPerson = defineEndpoint({
  method: "POST",
  path: "administration/people",
  summary: "Add a person; without a password they are invited later",
  access: managesArea("people"),
  body: z.object({ username: field("username"), ...person }),
  response: companyPersonSchema,
});
export type NewCompanyPerson = z.infer<(typeof addCompanyPerson)["body"] & object>;

export const changeCompanyPerson = defineEndpoint({
  method: "PUT",
  path: "administration/people/{id}",
  summary: "Change a person",
  access: managesArea("people"),
  params: personParams,
  body: z.object({ version: versionSchema, ...person }),
  response: companyPersonSchema,
});
