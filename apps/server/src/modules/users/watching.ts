import {
  AppError,
  canWrite,
  holdsOnSome,
  holdsRule,
  type PermissionModule,
  type Rights,
  type WatchedUser,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { User } from "./users.model.ts";
import type { UserStore } from "./users.store.ts";

/** More people than a realm can have. */
const MOST_WATCHED = 100_000;

/**
 * People of whom the caller may read a setting of a module, oneself first, then by name.
 * @throws AppError request.forbidden when `asked`, the id in the path, is not the caller's own
 */
export async function watchedUsers(
  users: Pick<UserStore, "byId" | "search">,
  { caller, module, asked }: { readonly caller: Caller; readonly module: PermissionModule; readonly asked: number },
): Promise<readonly User[]> {
  if (asked !== caller.userId) throw new AppError("request.forbidden");
  const mayRead = ({ id }: User): boolean => mayReadOf(caller, module, id);
  if (!watchesOthers(caller.rights, module)) {
    const own = await users.byId(caller.userId);
    return own !== undefined && mayRead(own) ? [own] : [];
  }
  const everybody = await users.search({ realmId: caller.realm.id, words: [], start: 0, limit: MOST_WATCHED });
  const readable = everybody.users.filter(mayRead);
  const isOwn = ({ id }: User): boolean => id === caller.userId;
  return [...readable.filter(isOwn), ...readable.filter((user) => !isOwn(user))];
}

/** Whether the caller may read a setting of this person: `read` for oneself, `read_for` or `list_for` on their id. */
export function mayReadOf({ userId, rights }: Caller, module: PermissionModule, whose: number): boolean {
  if (whose === userId && holdsRule(rights, module, "read")) return true;
  return ["read_for", "list_for"].some((rule) => holdsRule(rights, module, rule, String(whose)));
}

/** Whether the caller may change it: `write` for oneself, `write_for` on another person's id. */
export function mayChangeOf({ userId, rights }: Caller, module: PermissionModule, whose: number): boolean {
  return whose === userId
    ? canWrite(rights, module, String(whose))
    : holdsRule(rights, module, "write_for", String(whose));
}

/**
 * The person whose setting is to be changed. A person of another company gives the same error as an unknown one.
 * @throws AppError request.forbidden
 */
export async function changeableUser(
  users: Pick<UserStore, "byId">,
  { caller, module, whose }: { readonly caller: Caller; readonly module: PermissionModule; readonly whose: number },
): Promise<User> {
  const user = mayChangeOf(caller, module, whose) ? await users.byId(whose) : undefined;
  if (user?.realm.id !== caller.realm.id) throw new AppError("request.forbidden");
  return user;
}

export function presentWatched(user: User, caller: Caller, module: PermissionModule): WatchedUser {
  return {
    user_id: user.id,
    subscriber_id: user.id,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    exten: user.extension,
    may_write: mayChangeOf(caller, module, user.id),
  };
}

function watchesOthers(rights: Rights, module: PermissionModule): boolean {
  return ["read_for", "list_for"].some((rule) => holdsOnSome(rights, module, rule));
}
