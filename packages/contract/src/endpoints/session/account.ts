/** What a person sets about themselves (spec 2 §7, settings). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { emailAddressSchema } from "../../email.ts";
import { currentUserSchema } from "./start-up.ts";
import { userIdParams, writesOf } from "../people/watched-settings.ts";

/** Pages that can be the first one after sign-in (spec 1 §2, navigation rules). */
export const LANDING_PAGES = [
  "/buddies",
  "/chat",
  "/queues",
  "/conferences",
  "/video_conferences",
  "/parking",
  "/voicemails",
  "/cdrs",
  "/contacts",
  "/announcements",
] as const;
export type LandingPage = (typeof LANDING_PAGES)[number];

export const userPreferencesSchema = z.object({
  show_missed_calls: z.boolean(),
  clearly_anywhere_landing_page: z.enum(LANDING_PAGES),
});
export type UserPreferences = z.infer<typeof userPreferencesSchema>;

/** The defaults, for users who have set nothing. */
export const DEFAULT_PREFERENCES: UserPreferences = {
  show_missed_calls: true,
  clearly_anywhere_landing_page: "/buddies",
};

export const getPreferences = defineEndpoint({
  method: "GET",
  path: "users/{id}/preferences",
  summary: "Preferences of oneself, or of a sub-account one may read",
  access: { kind: "read", module: "user_preferences" },
  params: userIdParams,
  response: userPreferencesSchema,
});

export const changePreferences = defineEndpoint({
  method: "PUT",
  path: "users/{id}/preferences",
  summary: "Change either preference; the response has both",
  access: writesOf("user_preferences"),
  params: userIdParams,
  body: z
    .partial(userPreferencesSchema)
    .check(z.refine((body) => Object.keys(body).length > 0, { error: "one preference is needed" })),
  response: userPreferencesSchema,
});

export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 1024;
export const PERSON_NAME_MAX_CHARS = 64;

const personName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(PERSON_NAME_MAX_CHARS), z.regex(/^[^\p{Cc}\p{Cf}]*$/u));

/** Whether a text may be the first or last name of a person. */
export const isPersonName = (text: string): boolean => personName.safeParse(text).success;

export const changeUserSchema = z.object({
  first_name: z.optional(personName),
  last_name: z.optional(personName),
  /** Empty: no address. Needs the current password, since codes and links are sent to it. */
  email: z.optional(z.union([z.literal(""), emailAddressSchema])),
  current_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_CHARS))),
  /** Needs the current password and the same again. Ends all other sessions. */
  new_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_CHARS))),
  confirm_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_CHARS))),
});
export type ChangeUser = z.infer<typeof changeUserSchema>;

export const changeUser = defineEndpoint({
  method: "PUT",
  path: "users/{id}",
  summary: "Change one's own name, e-mail address or password",
  access: "session",
  params: userIdParams,
  body: changeUserSchema,
  response: z.pick(currentUserSchema, { id: true, firstName: true, lastName: true, email: true }),
});
