/** What a person chooses for their panel, on every device (spec 2 §7, settings). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
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
  summary: "Preferences of the user, or of a sub-account the user may read",
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
