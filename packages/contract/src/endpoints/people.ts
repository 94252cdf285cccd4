/** Colleagues and the numbers one can dial (spec 2 §7, buddies and contacts). */
import * as z from "zod/mini";
import { defineEndpoint } from "../endpoint.ts";
import { PRESENCES } from "../limits.ts";
import { searchedQuery } from "./paging.ts";

/** Spec 1 §3, buddy user. Fields that need a show_ permission are null without it. */
export const buddySchema = z.object({
  subscriberId: z.number(),
  userId: z.number(),
  username: z.string(),
  exten: z.string(),
  name: z.string(),
  department: z.nullable(z.string()),
  pictureProfileUrl: z.nullable(z.string()),
  registered: z.boolean(),
  presence: z.enum(PRESENCES),
});
export type Buddy = z.infer<typeof buddySchema>;

export const listBuddies = defineEndpoint({
  method: "GET",
  path: "panel_buddies",
  summary: "Colleagues, by name",
  access: { kind: "read", module: "panel_buddies" },
  query: searchedQuery,
  response: z.object({ total: z.number(), data: z.array(buddySchema) }),
});

/** Spec 1 §3, phone-number entry. */
export const phoneNumberSchema = z.object({
  phoneNumber: z.string(),
  label: z.string(),
  /** The person's name; `parking` for a lot, `feature_code` for a feature code. */
  name: z.string(),
  username: z.nullable(z.string()),
  hasImage: z.boolean(),
  imageUrl: z.nullable(z.string()),
  contactID: z.nullable(z.number()),
});
export type PhoneNumber = z.infer<typeof phoneNumberSchema>;

export const searchPhoneNumbers = defineEndpoint({
  method: "GET",
  path: "contact/phone_numbers",
  summary: "Numbers to dial, found by number, name or username",
  access: { kind: "read", module: "softphone" },
  query: searchedQuery,
  response: z.object({ total: z.number(), data: z.array(phoneNumberSchema) }),
});
