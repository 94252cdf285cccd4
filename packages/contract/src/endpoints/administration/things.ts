/** Numbers, parking lots and outside lines of the company, for those who administer them (docs/spec/administration-things.md). */
import * as z from "zod/mini";
import { isTargetedArea, type ManagedArea } from "../../administration/areas.ts";
import { managesArea, managesOne, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";
import { versionSchema } from "./people.ts";

const id = z.string().check(z.minLength(1), z.maxLength(100));
const textsSchema = z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(4_096)));

const destinationSchema = z.object({ number: z.string(), name: z.string() });
export type Destination = z.infer<typeof destinationSchema>;

export const companyThingSchema = z.object({
  /** Its number or name. */
  id: z.string(),
  /** Texts by field; those that cannot be read are empty. */
  fields: z.record(z.string(), z.string()),
  version: versionSchema,
  /** Of a line: whether its gateway is registered. Of a toggle: the destination that is on. */
  state: z.nullable(z.enum(["registered", "unregistered", "a", "b"])),
  /** Where a number leads, with names. */
  leads_to: z.array(destinationSchema),
  /** Names of people who share it, and numbers that lead to it or use it. */
  used_by: z.array(z.string()),
});
export type CompanyThing = z.infer<typeof companyThingSchema>;

/** `secret`: the password of a new line that the server made; it is shown once. */
const addedSchema = z.extend(companyThingSchema, { secret: z.nullable(z.string()) });
export type AddedThing = z.infer<typeof addedSchema>;

/** The endpoints of an area whose things are a form of a few fields. */
function thingEndpoints<Kind extends string>(area: ManagedArea, noun: string, kinds: readonly [Kind, ...Kind[]]) {
  const kind = z.enum(kinds);
  const path = `administration/${area}/{kind}`;
  const one = z.object({ kind, id });
  const changesOne = isTargetedArea(area) ? managesOne(area, "id") : managesArea(area);
  return {
    list: defineEndpoint({
      method: "GET",
      path,
      summary: `The ${noun} of the company, found by words of any field`,
      access: seesArea(area),
      params: z.object({ kind }),
      query: z.object({ start: startSchema, limit: limitSchema, search: searchSchema }),
      response: z.object({ total: z.number(), data: z.array(companyThingSchema) }),
    }),
    get: defineEndpoint({
      method: "GET",
      path: `${path}/{id}`,
      summary: `One of the ${noun}`,
      access: seesArea(area),
      params: one,
      response: companyThingSchema,
    }),
    add: defineEndpoint({
      method: "POST",
      path,
      summary: `Add to the ${noun}`,
      access: managesArea(area),
      params: z.object({ kind }),
      body: z.object({ id, fields: textsSchema }),
      response: addedSchema,
    }),
    change: defineEndpoint({
      method: "PUT",
      path: `${path}/{id}`,
      summary: `Change one of the ${noun}; fields that are not named stay`,
      access: changesOne,
      params: one,
      body: z.object({ version: versionSchema, fields: textsSchema }),
      response: companyThingSchema,
    }),
    remove: defineEndpoint({
      method: "DELETE",
      path: `${path}/{id}`,
      summary: `Remove one of the ${noun} that nothing leads to`,
      access: managesArea(area),
      params: one,
      response: z.object({ id: z.string() }),
    }),
  };
}

export const {
  list: listCompanyNumbers,
  get: getCompanyNumber,
  add: addCompanyNumber,
  change: changeCompanyNumber,
  remove: removeCompanyNumber,
} = thingEndpoints("numbers", "direct numbers, toggle destinations and business hours", ["direct", "toggles", "hours"]);

export const {
  list: listCompanyLots,
  get: getCompanyLot,
  add: addCompanyLot,
  change: changeCompanyLot,
  remove: removeCompanyLot,
} = thingEndpoints("lots", "parking lots", ["parking"]);

export const {
  list: listCompanyLines,
  get: getCompanyLine,
  add: addCompanyLine,
  change: changeCompanyLine,
  remove: removeCompanyLine,
} = thingEndpoints("lines", "outside lines, emergency profiles and locations", ["trunks", "profiles", "locations"]);

export const lineTestSchema = z.object({
  /** When it ended, in milliseconds since the epoch. */
  at: z.number(),
  /** The registered gateways; empty: none is. */
  gateways: z.array(
    z.object({
      address: z.string(),
      device: z.string(),
      result: z.enum(["answered", "refused", "silent", "lost"]),
      /** Of the SIP answer; null without one. */
      status: z.nullable(z.number()),
      milliseconds: z.nullable(z.number()),
    }),
  ),
});
export type LineTest = z.infer<typeof lineTestSchema>;

export const testCompanyLine = defineEndpoint({
  method: "POST",
  path: "administration/lines/trunks/{id}/test",
  summary: "Ask the registered gateways of an outside line whether they are there",
  access: managesArea("lines"),
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  response: lineTestSchema,
});

export const findDestinations = defineEndpoint({
  method: "GET",
  path: "administration/destinations",
  summary: "Where a number of the company can lead, found by name or number",
  access: { kind: "any", of: [seesArea("numbers"), seesArea("queues"), seesArea("lines")] },
  query: z.object({ search: searchSchema }),
  response: z.object({ data: z.array(destinationSchema) }),
});
