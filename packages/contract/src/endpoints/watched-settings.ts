/** How a person's setting is read and whose it may be (spec 2 §7, `users/{id}/<setting>/can_watch_users`). */
import * as z from "zod/mini";

/** A user id in a path. */
export const userIdParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

/** Whose setting it is, and whether the caller may change it (spec 1 §3, sub-account). */
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

/** Oneself first, then every sub-account whose setting the caller may read, each with the setting's own fields. */
export function watchedSettings<Shape extends z.core.$ZodShape>(fields: Shape) {
  return z.object({ total: z.number(), data: z.array(z.object({ ...watchedUser, ...fields })) });
}
