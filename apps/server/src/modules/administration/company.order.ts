import { AppError, type Permission } from "@callpanel/contract";
import type { Realm } from "../users/index.ts";
import { checkTouched, COMMAND_LINE, notesOf, type Author, type Notes } from "./company.author.ts";
import type { StoredUser } from "./company.model.ts";
import type { Ordered } from "./company.service.ts";
import { watchAdministrators } from "./company.state.ts";
import type { CompanyStore, CompanyWriter, PeopleChoice } from "./company.store.ts";

/** The author, the time, and the company. */
export interface OfRealm extends Ordered {
  readonly realm: string;
}

/** A change that is no draft, while it is made. */
export interface Order extends Notes {
  readonly company: CompanyWriter;
  readonly realm: Realm;
  readonly author: Author;
  readonly at: number;
}

/** Makes such a change completely or, on any `AppError`, not at all; its company keeps an administrator (PAGES-7). */
export function carryOut<T>(
  store: CompanyStore,
  { realm: name, author = COMMAND_LINE, at = Date.now() }: OfRealm,
  work: (order: Order) => Promise<T>,
): Promise<T> {
  return store.atomically(async (company) => {
    const realm = (await company.realms()).find((one) => one.name === name);
    if (realm === undefined) throw new AppError("admin.notFound", { what: { kind: "realm", name } });
    await company.hold(realm.id);
    const check = await watchAdministrators(company, realm.id);
    const { note } = notesOf(company, { realmId: realm.id, author, at });
    const result = await work({ company, realm, author, at, note });
    await check();
    return result;
  });
}

/** PAGES-4: these people; the author must be allowed to change each of them. */
export async function peopleOf(
  { company, realm, author }: Pick<Order, "company" | "realm" | "author">,
  only: PeopleChoice,
): Promise<readonly StoredUser[]> {
  const groups = new Map((await company.groups(realm.id)).map((group) => [group.name, group.permissions]));
  const found = await company.users(realm.id, only);
  for (const { username, permissions, groups: names } of found) {
    const held: readonly Permission[] = [...permissions, ...names.flatMap((name) => groups.get(name) ?? [])];
    checkTouched(author, held, { kind: "person", name: username });
  }
  return found;
}
