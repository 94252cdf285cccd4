/** Queues and conference rooms of the company, for those who administer them (docs/spec/administration-services.md). */
import * as z from "zod/mini";
import { EXTENSION } from "../../administration/person.rules.ts";
import { managesArea, managesOne, seesArea } from "../../administration/rights.policy.ts";
import { writtenSettingSchema } from "../../administration/setting-forms.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";
import { versionSchema } from "./people.ts";

export const SERVICE_NAME_MAX_CHARS = 100;
export const isServiceName = (text: string): boolean =>
  text.trim() !== "" && text.length <= SERVICE_NAME_MAX_CHARS && !/\p{Cc}/u.test(text);

/** Agents of a queue, admins of a room. */
export const SERVICE_PEOPLE_MAX = 1_000;
export const AGENT_PENALTY_MAX = 100;

const numberText = z.string().check(z.regex(EXTENSION));
const nameText = z.string().check(z.maxLength(SERVICE_NAME_MAX_CHARS), z.refine(isServiceName));
/** Settings by name, as texts; absent ones stay as they are. */
const settingTexts = z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(64)));
const paged = z.object({ start: startSchema, limit: limitSchema, search: searchSchema });
const numberParams = z.object({ number: z.string().check(z.maxLength(16)) });
const removed = z.object({ number: z.string() });

const rowSchema = z.object({
  number: z.string(),
  name: z.string(),
  /** How many agents or admins it has. */
  people: z.number(),
});
export type CompanyServiceRow = z.infer<typeof rowSchema>;
const rowsSchema = z.object({ total: z.number(), data: z.array(rowSchema) });

const personSchema = z.object({ username: z.string(), name: z.string(), extension: z.string() });
export type ServicePerson = z.infer<typeof personSchema>;

const service = {
  number: z.string(),
  name: z.string(),
  settings: z.array(writtenSettingSchema),
  version: versionSchema,
};

/** How a person is an agent: always, or when they log in. */
const agent = {
  penalty: z.number(),
  login: z.enum(["always", "by_code"]),
  /** Null: as the queue says. */
  ring_in_use: z.nullable(z.boolean()),
};
export const companyQueueSchema = z.object({ ...service, agents: z.array(z.extend(personSchema, agent)) });
export type CompanyQueue = z.infer<typeof companyQueueSchema>;
export type CompanyQueueAgent = CompanyQueue["agents"][number];

export const companyRoomSchema = z.object({ ...service, admins: z.array(personSchema) });
export type CompanyRoom = z.infer<typeof companyRoomSchema>;

const newService = z.object({ number: numberText, name: nameText });
export type NewCompanyService = z.infer<typeof newService>;

export const listCompanyQueues = defineEndpoint({
  method: "GET",
  path: "administration/queues",
  summary: "The queues that the user administers, by number, found by name or number",
  access: seesArea("queues"),
  query: paged,
  response: rowsSchema,
});

export const getCompanyQueue = defineEndpoint({
  method: "GET",
  path: "administration/queues/{number}",
  summary: "A queue with its settings and agents",
  access: seesArea("queues"),
  params: numberParams,
  response: companyQueueSchema,
});

export const addCompanyQueue = defineEndpoint({
  method: "POST",
  path: "administration/queues",
  summary: "Add a queue, with the settings of a new one",
  access: managesArea("queues"),
  body: newService,
  response: companyQueueSchema,
});

export const changeCompanyQueue = defineEndpoint({
  method: "PUT",
  path: "administration/queues/{number}",
  summary: "Change a queue: its name, settings and agents",
  access: managesOne("queues", "number"),
  params: numberParams,
  body: z.object({
    version: versionSchema,
    name: nameText,
    settings: settingTexts,
    agents: z
      .array(
        z.object({
          ...agent,
          username: z.string().check(z.maxLength(64)),
          penalty: z.number().check(z.int(), z.gte(0), z.lte(AGENT_PENALTY_MAX)),
        }),
      )
      .check(z.maxLength(SERVICE_PEOPLE_MAX)),
  }),
  response: companyQueueSchema,
});
export type CompanyQueueChange = z.infer<(typeof changeCompanyQueue)["body"] & object>;

export const removeCompanyQueue = defineEndpoint({
  method: "DELETE",
  path: "administration/queues/{number}",
  summary: "Remove a queue that no other number leads to",
  access: managesArea("queues"),
  params: numberParams,
  response: removed,
});

export const listCompanyRooms = defineEndpoint({
  method: "GET",
  path: "administration/rooms",
  summary: "The conference rooms that the user administers, by number, found by name or number",
  access: seesArea("rooms"),
  query: paged,
  response: rowsSchema,
});

export const getCompanyRoom = defineEndpoint({
  method: "GET",
  path: "administration/rooms/{number}",
  summary: "A conference room with its settings and admins; PINs only for those who may change it",
  access: seesArea("rooms"),
  params: numberParams,
  response: companyRoomSchema,
});

export const addCompanyRoom = defineEndpoint({
  method: "POST",
  path: "administration/rooms",
  summary: "Add a conference room, with the settings of a new one",
  access: managesArea("rooms"),
  body: newService,
  response: companyRoomSchema,
});

export const changeCompanyRoom = defineEndpoint({
  method: "PUT",
  path: "administration/rooms/{number}",
  summary: "Change a conference room: its name, settings and admins",
  access: managesOne("rooms", "number"),
  params: numberParams,
  body: z.object({
    version: versionSchema,
    name: nameText,
    settings: settingTexts,
    admins: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(SERVICE_PEOPLE_MAX)),
  }),
  response: companyRoomSchema,
});
export type CompanyRoomChange = z.infer<(typeof changeCompanyRoom)["body"] & object>;

export const removeCompanyRoom = defineEndpoint({
  method: "DELETE",
  path: "administration/rooms/{number}",
  summary: "Remove a conference room that no other number leads to",
  access: managesArea("rooms"),
  params: numberParams,
  response: removed,
});
