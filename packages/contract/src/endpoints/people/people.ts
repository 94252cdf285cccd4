/** The numbers one can dial (spec 2 §7, contacts). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { searchedQuery } from "../paging.ts";

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
  /** `kind`: conference rooms alone. */
  query: z.extend(searchedQuery, { kind: z.optional(z.enum(["room"])) }),
  response: z.object({ total: z.number(), data: z.array(phoneNumberSchema) }),
});
