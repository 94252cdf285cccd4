import {
  AppError,
  canWrite,
  holdsForAll,
  holdsOnSome,
  holdsRule,
  SUB_ACCOUNT_FEATURES,
  targetsHeld,
  type PermissionModule,
  type Rights,
  type SubAccount,
  type WatchedUser,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { User } from "./users.model.ts";
import type { UserStore } from "./users.store.ts";

/** People who are read at once. */
const AT_ONCE = 1_000;
const WATCHES = ["read_for", "list_for"] as const;

/**
 * People whose settings of a module the caller may read, the caller first, then by name.
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
  const readable = (await peopleWatched(users, caller, [module])).filter(mayRead);
  const isOwn = ({ id }: User): boolean => id === caller.userId;
  return [...readable.filter(isOwn), ...readable.filter((user) => !isOwn(user))];
}

/** ACCOUNT-60: the other people with a setting that the caller may see, by extension, with what may be seen and changed. */
export async function subAccountsOf(users: Pick<UserStore, "search">, caller: Caller): Promise<readonly SubAccount[]> {
  if (!SUB_ACCOUNT_FEATURES.some((module) => watchesOthers(caller.rights, module))) return [];
  const people = await peopleWatched(users, caller, SUB_ACCOUNT_FEATURES);
  return people
    .filter(({ id }) => id !== caller.userId)
    .map((user) => ({
      ...presentOwner(user),
      features: SUB_ACCOUNT_FEATURES.filter((module) => mayReadOf(caller, module, user.id)),
      writes: SUB_ACCOUNT_FEATURES.filter((module) => mayChangeOf(caller, module, user.id)),
    }))
    .filter(({ features }) => features.length > 0)
    .toSorted((one, other) => one.exten.localeCompare(other.exten, "en", { numeric: true }));
}

/** The user and the people that the rights name, or everybody if a right is on all; by name. */
async function peopleWatched(
  users: Pick<UserStore, "search">,
  { userId, realm, rights }: Caller,
  modules: readonly PermissionModule[],
): Promise<readonly User[]> {
  const named = namedIn(rights, modules);
  const ids = named === undefined ? undefined : [...new Set([userId, ...named])];
  const found: User[] = [];
  // More names than a statement should carry: then everybody is read, in portions.
  if (ids !== undefined && ids.length <= AT_ONCE)
    return (await users.search({ realmId: realm.id, words: [], ids, start: 0, limit: ids.length })).users;
  for (;;) {
    const page = await users.search({ realmId: realm.id, words: [], start: found.length, limit: AT_ONCE });
    found.push(...page.users);
    if (page.users.length === 0 || found.length >= page.total) return found;
  }
}

/** Ids of the people that rights to read name; undefined: the rights are on everybody. */
function namedIn(rights: Rights, modules: readonly PermissionModule[]): ReadonlySet<number> | undefined {
  const rules = modules.flatMap((module) => WATCHES.map((rule) => ({ module, rule })));
  if (rules.some(({ module, rule }) => holdsForAll(rights, module, rule))) return undefined;
  const targets = rules.flatMap(({ module, rule }) => targetsHeld(rights, module, rule));
  return new Set(targets.map(Number).filter((id) => Number.isSafeInteger(id)));
}

/** Whether the caller may read a setting of this person: `read` for their own, `read_for` or `list_for` on another person's id. */
export function mayReadOf({ userId, rights }: Caller, module: PermissionModule, whose: number): boolean {
  if (whose === userId && holdsRule(rights, module, "read")) return true;
  return WATCHES.some((rule) => holdsRule(rights, module, rule, String(whose)));
}

/** Whether the caller may change it: `write` for their own, `write_for` on another person's id. */
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

export const presentWatched = (user: User, caller: Caller, module: PermissionModule): WatchedUser => ({
  ...presentOwner(user),
  may_write: mayChangeOf(caller, module, user.id),
});

const presentOwner = (user: User): Omit<WatchedUser, "may_write"> => ({
  user_id: user.id,
  subscriber_id: user.id,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  exten: user.extension,
});

function watchesOthers(rights: Rights, module: PermissionModule): boolean {
  return WATCHES.some((rule) => holdsOnSome(rights, module, rule));
}
