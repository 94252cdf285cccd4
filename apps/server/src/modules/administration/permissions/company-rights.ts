import { AppError, type FoundPerson, type Permission } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import type { AnnouncementStore } from "../../announcements/index.ts";
import type { OwnEvents } from "../../realtime/index.ts";
import { nameOf, type StoredGroup, type StoredUser } from "../company.model.ts";
import type { CompanyStore } from "../company.store.ts";
import { subjectOfTarget } from "../company.subjects.ts";
import { notifyProfile } from "../people/people.service.ts";
import { missingTarget, targetsOf, type RightTargets } from "./right-targets.ts";

export interface RightsDeps {
  readonly company: CompanyStore;
  readonly announcements: Pick<AnnouncementStore, "list">;
  readonly clock: Pick<Clock, "now">;
  readonly ownEvents: Pick<OwnEvents, "tell">;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

/** Groups and people of a company at one moment, and what rights can be limited to. */
export interface CompanyRights {
  readonly users: readonly StoredUser[];
  readonly groups: readonly StoredGroup[];
  readonly targets: RightTargets;
}

/** More than a company has. */
const MOST_ANNOUNCEMENTS = 10_000;

export async function readRights(
  { company, announcements: sounds }: Pick<RightsDeps, "company" | "announcements">,
  { realm }: Caller,
): Promise<CompanyRights> {
  const query = { realmId: realm.id, words: [], start: 0, limit: MOST_ANNOUNCEMENTS };
  const { announcements } = await sounds.list(query);
  return company.read(async (reader) => {
    const [users, groups, numbers] = [
      await reader.users(realm.id),
      await reader.groups(realm.id),
      await reader.numbers(realm.id),
    ];
    return { users, groups, targets: targetsOf({ users, numbers, announcements }) };
  });
}

/** GRANT-3: people whose rights were changed see it at once. */
export function notifyChanged(
  { ownEvents, companyChanged }: Pick<RightsDeps, "ownEvents" | "companyChanged">,
  { realm }: Caller,
  people: readonly StoredUser[],
): void {
  companyChanged();
  for (const { id, extension } of people) notifyProfile(ownEvents, { id, extension, realm: realm.name });
}

/** GRANT-5 */
export function checkTargets(
  targets: RightTargets,
  change: { readonly before: readonly Permission[]; readonly after: readonly Permission[] },
): void {
  const missing = missingTarget(targets, change);
  if (missing !== undefined) throw new AppError("admin.notFound", { what: subjectOfTarget(missing) });
}

const MOST_CHOICES = 20;

/** SERVICES-5, GRANT-8: people by name; each word is in name, username or extension. */
export async function findPeople(company: CompanyStore, caller: Caller, search: string): Promise<FoundPerson[]> {
  const users = await company.read((reader) => reader.users(caller.realm.id));
  return peopleFitting(users, search).slice(0, MOST_CHOICES).map(presentFound);
}

export function peopleFitting(users: readonly StoredUser[], search: string): readonly StoredUser[] {
  const words = searchWords(search);
  return users
    .filter((user) => {
      const text = foldText(`${nameOf(user)} ${user.username} ${user.extension}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

export const presentFound = (user: StoredUser): FoundPerson => ({
  id: user.id,
  username: user.username,
  name: nameOf(user),
  extension: user.extension,
});
