/** Numbers with calls that do not reach a person (spec 2 §7, settings). Each user has their own list; that of a sub-account is seen and changed with the rights on its preferences. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { searchedQuery } from "../paging.ts";
import { doneSchema } from "../people/watched-settings.ts";

/** Spec 1 §3, blacklist entry. */
export const blacklistEntrySchema = z.object({ id: z.number(), name: z.string(), number: z.string() });
export type BlacklistEntry = z.infer<typeof blacklistEntrySchema>;

const name = z.string().check(z.maxLength(1_000));
const number = z.string().check(z.maxLength(64));

/** Of a sub-account, with `read_for` and `write_for` of `user_preferences` on it; without it, the user's own. */
const ofPerson = z.object({ user_id: z.optional(z.coerce.number().check(z.int(), z.gte(1))) });

export const listBlacklist = defineEndpoint({
  method: "GET",
  path: "blacklists",
  summary: "Blocked numbers of the user or of a sub-account, by name",
  access: "session",
  query: z.extend(searchedQuery, ofPerson.shape),
  response: z.object({ total: z.number(), data: z.array(blacklistEntrySchema) }),
});

export const addToBlacklist = defineEndpoint({
  method: "POST",
  path: "blacklists",
  summary: "Block a number; without a name it goes by itself",
  access: "session",
  query: ofPerson,
  body: z.object({ name: z._default(name, ""), number }),
  response: blacklistEntrySchema,
});

export const removeFromBlacklist = defineEndpoint({
  method: "DELETE",
  path: "blacklists/{id}",
  summary: "Block a number no longer",
  access: "session",
  query: ofPerson,
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  response: doneSchema,
});

/** An entry with an `id` of the user's own list is changed; without one it is new or, if the number is there already, renamed. */
export const saveBlacklist = defineEndpoint({
  method: "POST",
  path: "blacklists/bulk_save",
  summary:
    "Save several entries: all or nothing; entries without name or number are dropped, entries that are not listed stay",
  access: "session",
  query: ofPerson,
  body: z.object({
    blacklist_numbers: z
      .array(
        z.object({
          id: z.optional(z.nullable(z.number())),
          name: z.optional(z.nullable(name)),
          number: z.optional(z.nullable(number)),
        }),
      )
      .check(z.maxLength(2_000)),
  }),
  response: z.object({ total: z.number(), data: z.array(blacklistEntrySchema) }),
});
