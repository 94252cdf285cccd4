import { AppError } from "@callpanel/contract";
import type { RealmItem } from "../realm-settings/index.ts";
import type { Realm } from "../users/index.ts";
import { changeDetails, checkTouched, COMMAND_LINE, notesOf, type Author, type Notes } from "./company.author.ts";
import { noteItem } from "./company.items.ts";
import { checkRemoval, permissionText, type Removed, type ServiceEntry, type StoredUser } from "./company.model.ts";
import { personFacts } from "./company.people.ts";
import type { Ordered } from "./company.service.ts";
import { serviceAct } from "./company.services.ts";
import { watchAdministrators } from "./company.state.ts";
import type { CompanyStore, CompanyWriter } from "./company.store.ts";

interface Removal extends Notes {
  readonly company: CompanyWriter;
  readonly realm: Realm;
  readonly author: Author;
}

/** One removal, completely or, on any `AppError`, not at all; its company keeps an administrator (PAGES-7). */
function removing<T>(
  store: CompanyStore,
  { realm: name, author = COMMAND_LINE, at = Date.now() }: Ordered & { readonly realm: string },
  work: (removal: Removal) => Promise<T>,
): Promise<T> {
  return store.atomically(async (company) => {
    const realm = (await company.realms()).find((one) => one.name === name);
    if (realm === undefined) throw new AppError("admin.notFound", { what: `realm ${name}` });
    await company.hold(realm.id);
    const check = await watchAdministrators(company, realm.id);
    const { note } = notesOf(company, { realmId: realm.id, author, at });
    const result = await work({ company, realm, author, note });
    await check();
    return result;
  });
}

interface OfRealm extends Ordered {
  readonly realm: string;
}

/** Removes people with their extensions and sessions; nothing may lead to them. */
export const removePeople = (
  store: CompanyStore,
  { usernames, ...order }: OfRealm & { readonly usernames: readonly string[] },
): Promise<void> =>
  removing(store, order, async ({ company, realm, author, note }) => {
    const users = new Map((await company.users(realm.id)).map((user) => [user.username, user]));
    const groups = new Map((await company.groups(realm.id)).map((group) => [group.name, group.permissions]));
    const found = usernames.map((username): StoredUser => {
      const user = users.get(username);
      if (user === undefined) throw new AppError("admin.notFound", { what: `user ${username}` });
      return user;
    });
    const removed: Removed[] = [];
    for (const user of found) {
      const { id, username, extension, permissions } = user;
      checkTouched(author, [...permissions, ...user.groups.flatMap((name) => groups.get(name) ?? [])], username);
      await note("people.removed", { person: id, details: changeDetails(personFacts(user), {}) });
      await company.endSessions(id);
      await company.removeUser(id);
      removed.push({ number: extension, what: `${username} (${extension})` });
    }
    checkRemoval(removed, { numbers: await company.numbers(realm.id), queues: await company.queues(realm.id) });
  });

/** Removes a number of the company that is no extension; no other may lead to it. */
export const removeService = (
  store: CompanyStore,
  { number, kind, about, ...order }: OfRealm & Pick<ServiceEntry, "number" | "kind"> & { readonly about: string },
): Promise<void> =>
  removing(store, order, async ({ company, realm: { id }, note }) => {
    const entry = (await company.numbers(id)).find((one) => one.number === number && one.kind === kind);
    if (entry === undefined) throw new AppError("admin.notFound", { what: `${about} ${number}` });
    const { act, object } = serviceAct({ kind, number, name: entry.name }, "removed");
    await note(act, { object });
    await company.removeService(id, number);
    const left = { numbers: await company.numbers(id), queues: await company.queues(id) };
    checkRemoval([{ number, what: `${about} ${number}` }], left);
  });

/** Removes an item of the realm; a setting then has its default. */
export const removeItem = (
  store: CompanyStore,
  { kind, name, about, ...order }: OfRealm & Pick<RealmItem, "kind" | "name"> & { readonly about: string },
): Promise<void> =>
  removing(store, order, async ({ company, realm, note }) => {
    const item = (await company.realmItems(realm.id)).find((one) => one.kind === kind && one.name === name);
    if (item === undefined) throw new AppError("admin.notFound", { what: about });
    await company.removeRealmItem(item.id);
    await noteItem({ note }, { before: item, after: undefined });
  });

/** Removes a group; its members stay. */
export const removeGroup = (
  store: CompanyStore,
  { name, ...order }: OfRealm & { readonly name: string },
): Promise<void> =>
  removing(store, order, async ({ company, realm, author, note }) => {
    const group = (await company.groups(realm.id)).find((one) => one.name === name);
    if (group === undefined) throw new AppError("admin.notFound", { what: `group ${name}` });
    checkTouched(author, group.permissions, name);
    await note("groups.removed", {
      object: { kind: "group", id: name, name },
      details: { taken: group.permissions.map(permissionText).join(" ") },
    });
    await company.removeGroup(realm.id, name);
  });
