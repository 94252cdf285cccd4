/** Reading a setting of the user and of other people (spec 2 §7, `users/{id}/<setting>/can_watch_users`). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import type { PermissionModule } from "../../permissions.ts";
import type { Demand } from "../../demand.ts";

/** A user id in a path. */
export const userIdParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

/** The owner of the setting, and whether the caller may change it (spec 1 §3, sub-account). */
const watchedUser = {
  user_id: z.number(),
  subscriber_id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  exten: z.string(),
  may_write: z.boolean(),
} as const;

export const watchedUserSchema = z.object(watchedUser);
export type WatchedUser = z.infer<typeof watchedUserSchema>;

/** What is set of a sub-account: the modules whose `read_for`, `list_for` and `write_for` make another person one. */
export const SUB_ACCOUNT_FEATURES = [
  "do_not_disturb",
  "call_waiting",
  "intercom",
  "forward",
  "follow_me",
  "click_to_dial",
  "screenpop",
  "dids",
  "user_preferences",
  "emergency_caller_id_profiles",
  "emergency_caller_id_locations",
] as const satisfies readonly PermissionModule[];
export type SubAccountFeature = (typeof SUB_ACCOUNT_FEATURES)[number];

const features = z.array(z.enum(SUB_ACCOUNT_FEATURES));
const { may_write: _, ...owner } = watchedUser;
export const subAccountSchema = z.object({
  ...owner,
  /** What the caller may see of this person. */
  features,
  /** What the caller may change. */
  writes: features,
});
export type SubAccount = z.infer<typeof subAccountSchema>;

export const listSubAccounts = defineEndpoint({
  method: "GET",
  path: "users/sub_accounts",
  summary: "The other people with a setting that the user may see, by extension",
  access: "session",
  response: z.object({ total: z.number(), data: z.array(subAccountSchema) }),
});

/** The caller first, then every sub-account with a setting that the caller may read, each with the setting's own fields. */
/* @__NO_SIDE_EFFECTS__ */
export function watchedSettings<Shape extends z.core.$ZodShape>(fields: Shape) {
  return z.object({ total: z.number(), data: z.array(z.object({ ...watchedUser, ...fields })) });
}

/** `users/{id}/<setting>/can_watch_users`: `{id}` is the caller's own. */
/* @__NO_SIDE_EFFECTS__ */
export const readsOwn = (module: PermissionModule) =>
  ({ kind: "readOwn", module, owner: "id" }) as const satisfies Demand;

/** `users/{id}/<setting>`: of the user, or of a sub-account. */
/* @__NO_SIDE_EFFECTS__ */
export const writesOf = (module: PermissionModule) =>
  ({ kind: "writeOf", module, owner: "id" }) as const satisfies Demand;

/** 1 or 0, as the calls of the product write a switch. */
export const switchFlagSchema = z.union([z.literal(1), z.literal(0)]);

/** Of calls that answer nothing more. */
export const doneSchema = z.object({ success: z.literal(true) });
