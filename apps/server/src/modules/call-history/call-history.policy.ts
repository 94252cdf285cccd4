import { AppError, canRead, HISTORY_PEOPLE_MAX, holdsForAll } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import { mayReadOf, watchedUsers, type User, type UserStore } from "../users/index.ts";
import type { CallScope } from "./call-history.store.ts";

const MODULE = "cdrs";

/** CDR-2: the people whose calls the user may list, with the user first. */
export const listable = (users: Pick<UserStore, "byId" | "search">, caller: Caller): Promise<readonly User[]> =>
  watchedUsers(users, { caller, module: MODULE, asked: caller.userId });

/**
 * CDR-2, CDR-3: the calls that the caller may list; of people by their extensions if some are named.
 * @throws AppError request.forbidden for an unknown extension, or for a person whose calls the caller may not list
 */
export async function scopeOf(
  users: Pick<UserStore, "byId" | "search">,
  caller: Caller,
  extensions: string,
): Promise<CallScope> {
  const wanted = [...new Set(extensions.split(",").map((one) => one.trim()))].filter((one) => one !== "");
  if (wanted.length === 1 && wanted[0] === caller.extension && mayReadOf(caller, MODULE, caller.userId))
    return { userIds: [caller.userId] };
  if (wanted.length === 0 && listsEverything(caller)) return "realm";
  const people = await listable(users, caller);
  if (wanted.length === 0) return { userIds: people.map(({ id }) => id) };
  if (wanted.length > HISTORY_PEOPLE_MAX) throw new AppError("cdrs.tooManyPeople", { limit: HISTORY_PEOPLE_MAX });
  const userIds = wanted.map((extension) => people.find((one) => one.extension === extension)?.id);
  if (userIds.includes(undefined)) throw new AppError("request.forbidden");
  return { userIds: userIds.flatMap((id) => id ?? []) };
}

/**
 * Without targets the rule applies to every call of the company, also to calls without a person of it (a queue's, a
 * room's).
 */
const listsEverything = ({ rights }: Caller): boolean =>
  ["read_for", "list_for"].some((rule) => holdsForAll(rights, MODULE, rule));

/** CDR-8, REC-33: the user's own calls, and those of people whose calls the user may read. `userIds`: people in the call. */
export function mayReadCall({ rights, userId }: Caller, userIds: readonly number[]): boolean {
  if (holdsForAll(rights, MODULE, "read_for")) return true;
  return userIds.includes(userId) || userIds.some((one) => canRead(rights, MODULE, String(one)));
}
