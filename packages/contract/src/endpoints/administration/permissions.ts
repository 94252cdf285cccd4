/** Groups and rights of the company, for those who administer them (docs/spec/administration-rights.md). */
import * as z from "zod/mini";
import { GROUP_NAME } from "../../administration/person.rules.ts";
import { TARGET_KINDS } from "../../administration/right.catalogue.ts";
import { managesArea, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { permissionSchema } from "../../permissions.ts";
import { type Demand } from "../../demand.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";
import { PERSON_STATES, versionSchema } from "./people.ts";

/** Rights of one group or person, and targets of one right. */
export const RIGHTS_MAX = 500;
export const RIGHT_TARGETS_MAX = 1_000;

const TARGET_MAX_CHARS = 64;
const areTargets = ({ targets }: z.infer<typeof permissionSchema>): boolean =>
  targets === undefined ||
  (targets.length > 0 &&
    targets.length <= RIGHT_TARGETS_MAX &&
    targets.every((one) => one !== "" && one.length <= TARGET_MAX_CHARS));

const rights = z.array(permissionSchema.check(z.refine(areTargets))).check(z.maxLength(RIGHTS_MAX));
const groupName = z.string().check(z.regex(GROUP_NAME));
const groupParams = z.object({ name: z.string().check(z.maxLength(64)) });
const personParams = z.object({ id: z.coerce.number() });
const paged = z.object({ start: startSchema, limit: limitSchema, search: searchSchema });

/** What a right may be limited to, with its name: the text of a target alone says nothing. */
export const rightTargetSchema = z.object({
  kind: z.enum(TARGET_KINDS),
  target: z.string(),
  name: z.string(),
  /** Its number, or the person's extension. */
  number: z.string(),
});
export type RightTarget = z.infer<typeof rightTargetSchema>;

const groupRowSchema = z.object({ name: z.string(), rights: z.number(), people: z.number() });
export type CompanyGroupRow = z.infer<typeof groupRowSchema>;

export const companyGroupSchema = z.object({
  name: z.string(),
  permissions: z.array(permissionSchema),
  /** Names of the targets that occur; a target without one is gone. */
  targets: z.array(rightTargetSchema),
  /** How many people are in it. */
  people: z.number(),
  version: versionSchema,
});
export type CompanyGroup = z.infer<typeof companyGroupSchema>;

/** People are also put into groups and taken out of them by those who give rights. */
export const managesMembers: Demand = { kind: "any", of: [managesArea("people"), managesArea("permissions")] };
const seesRights: Demand = { kind: "any", of: [seesArea("people"), seesArea("permissions")] };

export const listCompanyGroups = defineEndpoint({
  method: "GET",
  path: "administration/groups",
  summary: "The groups of the company by name",
  access: seesArea("permissions"),
  query: paged,
  response: z.object({ total: z.number(), data: z.array(groupRowSchema) }),
});

export const getCompanyGroup = defineEndpoint({
  method: "GET",
  path: "administration/groups/{name}",
  summary: "A group with its rights",
  access: seesArea("permissions"),
  params: groupParams,
  response: companyGroupSchema,
});

export const addCompanyGroup = defineEndpoint({
  method: "POST",
  path: "administration/groups",
  summary: "Add a group",
  access: managesArea("permissions"),
  body: z.object({ name: groupName, permissions: rights }),
  response: companyGroupSchema,
});
export type NewCompanyGroup = z.infer<(typeof addCompanyGroup)["body"] & object>;

export const changeCompanyGroup = defineEndpoint({
  method: "PUT",
  path: "administration/groups/{name}",
  summary: "Change the rights of a group, and its name",
  access: managesArea("permissions"),
  params: groupParams,
  body: z.object({ version: versionSchema, name: groupName, permissions: rights }),
  response: companyGroupSchema,
});

export const removeCompanyGroup = defineEndpoint({
  method: "DELETE",
  path: "administration/groups/{name}",
  summary: "Remove a group; its people stay, without the rights that they have from it alone",
  access: managesArea("permissions"),
  params: groupParams,
  response: z.object({ name: z.string() }),
});

const foundPersonSchema = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  extension: z.string(),
});
export type FoundPerson = z.infer<typeof foundPersonSchema>;

export const listGroupPeople = defineEndpoint({
  method: "GET",
  path: "administration/groups/{name}/people",
  summary: "The people of a group by name",
  access: seesArea("permissions"),
  params: groupParams,
  query: paged,
  response: z.object({ total: z.number(), data: z.array(foundPersonSchema) }),
});

export const findCompanyPeople = defineEndpoint({
  method: "GET",
  path: "administration/find_people",
  summary: "At most 20 people of the company, found by name, username or extension",
  access: { kind: "any", of: [seesArea("queues"), seesArea("rooms"), seesArea("permissions")] },
  query: z.object({ search: searchSchema }),
  response: z.object({ data: z.array(foundPersonSchema) }),
});

export const findRightTargets = defineEndpoint({
  method: "GET",
  path: "administration/right_targets",
  summary: "At most 20 things of the company that a right can be limited to, found by name or number",
  access: seesArea("permissions"),
  query: z.object({ kind: z.enum(TARGET_KINDS), search: searchSchema }),
  response: z.object({ data: z.array(rightTargetSchema) }),
});

export const personRightsSchema = z.object({
  id: z.number(),
  name: z.string(),
  username: z.string(),
  /** Given to the person, besides those of their groups. */
  permissions: z.array(permissionSchema),
  groups: z.array(z.object({ name: z.string(), permissions: z.array(permissionSchema) })),
  targets: z.array(rightTargetSchema),
  /** That of the person. */
  version: versionSchema,
});
export type PersonRights = z.infer<typeof personRightsSchema>;

export const getPersonRights = defineEndpoint({
  method: "GET",
  path: "administration/people/{id}/rights",
  summary: "A person's own rights and those of their groups",
  access: seesRights,
  params: personParams,
  response: personRightsSchema,
});

export const changePersonRights = defineEndpoint({
  method: "PUT",
  path: "administration/people/{id}/rights",
  summary: "Change a person's own rights",
  access: managesArea("permissions"),
  params: personParams,
  body: z.object({ version: versionSchema, permissions: rights }),
  response: personRightsSchema,
});

export const personViewSchema = z.object({
  name: z.string(),
  state: z.enum(PERSON_STATES),
  may_use_panel: z.boolean(),
  /** The flags by which the panel shows pages, those that are set. */
  flags: z.array(z.string()),
  rights: z.array(
    z.object({
      module: z.string(),
      rule: z.string(),
      /** Null: for everything. */
      targets: z.nullable(z.array(z.string())),
      /** Names of groups; empty: the person's own. */
      from: z.array(z.string()),
    }),
  ),
  targets: z.array(rightTargetSchema),
});
export type PersonView = z.infer<typeof personViewSchema>;

export const getPersonView = defineEndpoint({
  method: "GET",
  path: "administration/people/{id}/view",
  summary: "What a person sees: the pages, rights and targets in effect, as the server decides about their requests",
  access: seesRights,
  params: personParams,
  response: personViewSchema,
});
