/** The first run: a company is set up in the browser, step by step (docs/spec/first-run.md). */
import * as z from "zod/mini";
import { seesArea } from "../../administration/rights.policy.ts";
import { DIRECT_NUMBER } from "../../administration/things.rules.ts";
import { emailAddressSchema } from "../../email.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { CONTACT_COUNTRIES, LOCALES } from "../../limits.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, PERSON_NAME_MAX_CHARS } from "../session/account.ts";

export const FIRST_RUN_STEPS = ["company", "administrator", "people", "services", "line", "call"] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];
/** Without these steps nobody can sign in to do the others later. */
export const NEEDED_STEPS = ["company", "administrator"] as const satisfies readonly FirstRunStep[];

/** What a new company still needs; each entry disappears when it is done, on any page. */
export const MISSING_THINGS = [
  "people",
  "secondAdministrator",
  "secondFactor",
  "call",
  "line",
  "lineRegistered",
  "directNumber",
  "emergencyLocation",
  "publicAddress",
  "mail",
  "backup",
] as const;
export type MissingThing = (typeof MISSING_THINGS)[number];
const missingSchema = z.array(z.enum(MISSING_THINGS));

/** People that one request of the guide may add; a company file takes more. */
export const FIRST_RUN_PEOPLE_MAX = 200;
export const FIRST_RUN_TEXT_CHARS = 50_000;
/** A `data:` address of a small picture. */
export const FIRST_RUN_LOGO_CHARS = 50_000;

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const digits = (least: number, most: number) => z.string().check(z.regex(new RegExp(`^[0-9]{${least},${most}}$`)));
const extension = digits(2, 8);
const directNumber = z.string().check(z.regex(DIRECT_NUMBER));
const personName = text(PERSON_NAME_MAX_CHARS);
const email = z.union([z.literal(""), emailAddressSchema]);
const password = z.string().check(z.minLength(PASSWORD_MIN_CHARS), z.maxLength(PASSWORD_MAX_CHARS));

export const firstRunSchema = z.object({
  /** The company as it is, for the fields of the steps. */
  company: z.string(),
  country: z.enum(CONTACT_COUNTRIES),
  language: z.enum(LOCALES),
  logo: z.nullable(z.string()),
  /** The first administrator; without an extension if the account was removed. */
  administrator: z.nullable(z.object({ username: z.string(), extension: z.nullable(z.string()) })),
  /** How many people there are. */
  people: z.number(),
  /** Numbers of the services of each kind. */
  queues: z.array(z.string()),
  rooms: z.array(z.string()),
  lots: z.array(z.string()),
  hasHours: z.boolean(),
  /** The first outside line, and whether its gateway is registered now. */
  line: z.nullable(z.object({ name: z.string(), registered: z.boolean() })),
  /** Where a gateway registers. */
  sip_url: z.string(),
  /** Steps that are applied or skipped. */
  done: z.array(z.enum(FIRST_RUN_STEPS)),
  skipped: z.array(z.enum(FIRST_RUN_STEPS)),
  missing: missingSchema,
});
export type FirstRun = z.infer<typeof firstRunSchema>;

/** The secret of the link is in the body, so that it is in no log of addresses. */
export const openFirstRun = defineEndpoint({
  method: "POST",
  path: "first_run/visits",
  summary: "Use a set-up link, once: the token in the response is the bearer of the other requests of the first run",
  access: "public",
  body: z.object({ secret: z.string().check(z.maxLength(200)) }),
  response: z.object({ token: z.string(), state: firstRunSchema }),
});

export const getFirstRun = defineEndpoint({
  method: "GET",
  path: "first_run",
  summary: "How far the first run is; with the token of openFirstRun",
  access: "public",
  response: firstRunSchema,
});

export const setUpCompany = defineEndpoint({
  method: "PUT",
  path: "first_run/company",
  summary: "Name, country, language and logo of the company",
  access: "public",
  body: z.object({
    name: text(100),
    country: z.enum(CONTACT_COUNTRIES),
    language: z.enum(LOCALES),
    /** A `data:` address of a picture; absent: as it is. */
    logo: z.optional(z.string().check(z.maxLength(FIRST_RUN_LOGO_CHARS))),
  }),
  response: firstRunSchema,
});

export const setUpAdministrator = defineEndpoint({
  method: "PUT",
  path: "first_run/administrator",
  summary: "The first administrator; once",
  access: "public",
  body: z.object({
    first_name: personName,
    last_name: personName,
    username: text(64),
    email,
    extension,
    password,
  }),
  response: firstRunSchema,
});

/** Why a person of a list cannot be added. */
export const LISTED_FAULTS = ["name", "email", "extension", "extensionTaken", "username", "exists", "double"] as const;
export type ListedFault = (typeof LISTED_FAULTS)[number];

export const listedPersonSchema = z.object({
  /** Its line in the list. */
  line: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  department: z.string(),
  extension: z.string(),
  fault: z.nullable(z.enum(LISTED_FAULTS)),
});
export type ListedPerson = z.infer<typeof listedPersonSchema>;

export const readPeopleList = defineEndpoint({
  method: "POST",
  path: "first_run/people/preview",
  summary:
    "Read a list of people, typed, pasted or of a CSV file, and propose usernames and extensions; nothing is changed",
  access: "public",
  body: z.object({ text: z.string().check(z.maxLength(FIRST_RUN_TEXT_CHARS)) }),
  response: z.object({ people: z.array(listedPersonSchema) }),
});

export const setUpPeople = defineEndpoint({
  method: "PUT",
  path: "first_run/people",
  summary: "Add people, all of them or none; their first passwords or invitations are in this response only",
  access: "public",
  body: z.object({
    people: z
      .array(
        z.object({
          first_name: personName,
          last_name: personName,
          username: text(64),
          email,
          department: line(100),
          extension,
          administrator: z.boolean(),
        }),
      )
      .check(z.minLength(1), z.maxLength(FIRST_RUN_PEOPLE_MAX)),
    /** They choose their passwords by links, sent by mail to those who have an address. */
    invite: z.boolean(),
  }),
  response: z.object({
    state: firstRunSchema,
    accounts: z.array(
      z.object({
        name: z.string(),
        username: z.string(),
        extension: z.string(),
        /** Null: they are invited. */
        password: z.nullable(z.string()),
        /** `mailed_to` null: no mail was sent. */
        invitation: z.nullable(z.object({ url: z.string(), mailed_to: z.nullable(z.string()) })),
      }),
    ),
  }),
});

const service = { number: extension, name: text(100) } as const;
const minute = z.number().check(z.int(), z.gte(0), z.lte(1_440));
export const setUpServices = defineEndpoint({
  method: "PUT",
  path: "first_run/services",
  summary:
    "A queue with everybody as agent, a room, a parking lot, business hours and video rooms; each may be left out",
  access: "public",
  body: z.object({
    queue: z.nullable(z.object(service)),
    room: z.nullable(z.object(service)),
    lot: z.nullable(z.object({ ...service, first_slot: extension, last_slot: extension })),
    hours: z.nullable(
      z.object({
        time_zone: text(64),
        /** ISO: 1 is Monday. */
        days: z.array(z.number().check(z.int(), z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
        from_minute: minute,
        to_minute: minute,
      }),
    ),
    /** Whether people may meet in video rooms; false: the company's settings stay. */
    video: z.boolean(),
  }),
  response: firstRunSchema,
});

export const setUpLine = defineEndpoint({
  method: "PUT",
  path: "first_run/line",
  summary:
    "An outside line: the account of a gateway, the main number and where it leads, the address for emergency calls",
  access: "public",
  body: z.object({
    name: text(64),
    password,
    number: z.union([z.literal(""), directNumber]),
    /** Where calls to the main number go. */
    target: z.union([z.literal(""), extension]),
    address: line(300),
  }),
  response: firstRunSchema,
});

export const skipStep = defineEndpoint({
  method: "POST",
  path: "first_run/skips",
  summary: "Leave a step out, or mark the test call as made",
  access: "public",
  body: z.object({ step: z.enum(["people", "services", "line", "call"]), done: z.boolean() }),
  response: firstRunSchema,
});

export const finishFirstRun = defineEndpoint({
  method: "POST",
  path: "first_run/finish",
  summary: "End the first run: its link and its token are no longer valid",
  access: "public",
  response: z.object({ success: z.literal(true) }),
});

export const getMissingThings = defineEndpoint({
  method: "GET",
  path: "administration/missing",
  summary: "What the company still needs",
  access: seesArea("company"),
  response: z.object({ data: missingSchema }),
});
