/** People as a CSV file, in and out (docs/spec/administration-people.md). */
import * as z from "zod/mini";
import { PERSON_CHECKS, PERSON_GROUPS_MAX, GROUP_NAME, type PersonField } from "../../administration/person.rules.ts";
import { managesArea, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { searchSchema } from "../paging.ts";
import { PERSON_STATES, versionSchema } from "./people.ts";

export const PEOPLE_FILE_MAX_BYTES = 8 * 1024 ** 2;
export const PEOPLE_FILE_MAX_LINES = 10_000;
/** People of one request to apply, and signs of them as JSON: a longer list goes in several. */
export const PEOPLE_PORTION = 200;
export const PEOPLE_PORTION_CHARS = 48_000;

/** Columns by name, in the order of a file that goes out. */
export const PEOPLE_COLUMNS = [
  "username",
  "first_name",
  "last_name",
  "extension",
  "email",
  "department",
  "groups",
  "may_use_panel",
] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

/** Why a line is not applied. `double`: an earlier line is about the same person or number. */
export const LINE_PROBLEMS = [
  "username",
  "first_name",
  "last_name",
  "extension",
  "email",
  "department",
  "groups",
  "may_use_panel",
  "double",
  "extensionTaken",
  "mayNotGive",
  "mayNotTouch",
] as const;
export type LineProblem = (typeof LINE_PROBLEMS)[number];

const field = (name: PersonField) => z.string().check(z.maxLength(256), z.refine(PERSON_CHECKS[name]));

const listed = {
  /** Where it is in the file. */
  line: z.int().check(z.gte(1), z.lte(10_000_000)),
  /** Of the person as they were read; null: the person is new. */
  version: z.nullable(versionSchema),
};

/** A person of a file who can be applied. */
export const filePersonSchema = z.object({
  ...listed,
  username: field("username"),
  first_name: field("first_name"),
  last_name: field("last_name"),
  extension: field("extension"),
  email: field("email"),
  department: field("department"),
  may_use_panel: z.boolean(),
  groups: z.array(z.string().check(z.regex(GROUP_NAME))).check(z.maxLength(PERSON_GROUPS_MAX)),
});
export type FilePerson = z.infer<typeof filePersonSchema>;

const shownSchema = z.object({
  line: z.number(),
  username: z.string(),
  name: z.string(),
  extension: z.string(),
});

export const peoplePreviewSchema = z.object({
  /** Names of columns that mean nothing here. */
  ignored: z.array(z.string()),
  people: z.array(
    z.extend(filePersonSchema, {
      /** Fields that change, with what was; empty for a new person. */
      changes: z.array(z.object({ field: z.enum(PEOPLE_COLUMNS), from: z.string(), to: z.string() })),
    }),
  ),
  /** Lines of people who are as the file says already. */
  same: z.number(),
  problems: z.array(z.extend(shownSchema, { problem: z.enum(LINE_PROBLEMS), text: z.string() })),
});
export type PeoplePreview = z.infer<typeof peoplePreviewSchema>;

export const previewPeopleFile = defineEndpoint({
  method: "POST",
  path: "administration/people/file",
  summary: "What a CSV file of people would do, line by line; nothing is changed",
  access: managesArea("people"),
  upload: { field: "csv_file", maxBytes: PEOPLE_FILE_MAX_BYTES, mediaTypes: ["text/csv"] },
  response: peoplePreviewSchema,
});

export const applyPeople = defineEndpoint({
  method: "POST",
  path: "administration/people/apply",
  summary: "Add and change people of a file, all of them or none; a refusal names the line",
  access: managesArea("people"),
  body: z.object({ people: z.array(filePersonSchema).check(z.minLength(1), z.maxLength(PEOPLE_PORTION)) }),
  response: z.object({ added: z.number(), changed: z.number() }),
});

export const exportPeople = defineEndpoint({
  method: "GET",
  path: "administration/people/export",
  summary: "The people of the company as a CSV file that can be read again",
  access: seesArea("people"),
  query: z.object({
    search: searchSchema,
    state: z.optional(z.enum(PERSON_STATES)),
    group: z.optional(z.string().check(z.regex(GROUP_NAME))),
  }),
  binary: "text/csv; charset=utf-8",
  response: z.custom<AsyncIterable<string>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});
