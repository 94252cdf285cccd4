import { AppError, type CompanyPerson, type CompanyPersonRow, type NewCompanyPerson } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import { searchWords } from "../../../kernel/text/search-text.ts";
import { pictureUrl } from "../../pictures/index.ts";
import type { OwnEvents } from "../../realtime/index.ts";
import { versionOf, type Author } from "../company.author.ts";
import type { StoredUser, UserDraft } from "../company.model.ts";
import { personFacts } from "../company.people.ts";
import { removePeople } from "../company.removal.ts";
import { applyCompany } from "../company.service.ts";
import { atNumberField } from "../company.state.ts";
import type { CompanyReader, CompanyStore } from "../company.store.ts";
import { mustLead, removalEffects } from "./removal-effects.ts";
import type { CompanyPeopleStore, ListedPerson, PeopleQuery } from "./people.store.ts";

/** A picture in a list, px. */
const PICTURE_PX = 64;

export interface PeopleServiceDeps {
  readonly company: CompanyStore;
  readonly people: CompanyPeopleStore;
  readonly clock: Pick<Clock, "now">;
  readonly ownEvents: Pick<OwnEvents, "tell">;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

export type PeopleService = ReturnType<typeof createPeopleService>;

/** The people of a company, for the pages of those who administer them. */
export function createPeopleService({ company, people, clock, ownEvents, companyChanged }: PeopleServiceDeps) {
  const show = async (caller: Caller, userId: number): Promise<CompanyPerson> => {
    const listed = await people.person(caller.realm.id, userId);
    if (listed === undefined) throw new AppError("request.notFound");
    return company.read(async (reader) => {
      const user = await userWith(reader, caller, userId);
      const numbers = (await reader.numbers(caller.realm.id, "did")).flatMap((entry) =>
        entry.kind === "did" && entry.target === user.extension ? [entry.number] : [],
      );
      return {
        ...presentRow(listed),
        permissions: [...user.permissions],
        numbers,
        version: versionOf(personFacts(user)),
      };
    });
  };

  const peopleWith = async (caller: Caller, ids: readonly number[]): Promise<readonly StoredUser[]> => {
    const found = await company.read((reader) => reader.users(caller.realm.id, { ids }));
    if (found.length !== new Set(ids).size) throw new AppError("request.notFound");
    return found;
  };

  /** Applies drafts of people; their open panels learn of it at once. */
  const apply = async (caller: Caller, users: readonly UserDraft[]): Promise<void> => {
    const draft = { realm: caller.realm.name, groups: [], users, services: [] };
    await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() }).catch((error: unknown) => {
      throw atNumberField(
        error,
        "extension",
        users.flatMap(({ extension }) => extension ?? []),
      );
    });
    companyChanged();
    const usernames = users.map(({ username }) => username);
    for (const { id, extension } of await company.read((reader) => reader.users(caller.realm.id, { usernames })))
      notifyProfile(ownEvents, { id, extension, realm: caller.realm.name });
  };

  return {
    list: async (
      caller: Caller,
      { search, ...query }: Omit<PeopleQuery, "realmId" | "words"> & { readonly search: string },
    ) => {
      const realmId = caller.realm.id;
      const found = await people.page({ ...query, realmId, words: searchWords(search) });
      return {
        total: found.total,
        data: found.people.map(presentRow),
        groups: [...(await people.groupNames(realmId))],
      };
    },
    show,
    add: async (caller: Caller, { username, ...person }: NewCompanyPerson): Promise<CompanyPerson> => {
      await apply(caller, [{ username, ...draftOf(person), version: null, invited: "later" }]);
      const owner = await company.read((reader) => reader.ownerOf(username));
      return show(caller, owner?.userId ?? 0);
    },
    /** Suspends or resumes several people at once. */
    suspend: async (caller: Caller, ids: readonly number[], suspended: boolean): Promise<void> => {
      const users = await peopleWith(caller, ids);
      await apply(
        caller,
        users.map(({ username }) => ({ username, suspended })),
      );
    },
    /** Puts several people into a group, or takes them out of it. */
    join: async (
      caller: Caller,
      { ids, group, joins }: { readonly ids: readonly number[]; readonly group: string; readonly joins: boolean },
    ): Promise<void> => {
      const users = await peopleWith(caller, ids);
      await apply(
        caller,
        users.map(({ username, groups }) => ({
          username,
          groups: joins ? [...new Set([...groups, group])] : groups.filter((one) => one !== group),
        })),
      );
    },
    previewRemoval: async (caller: Caller, ids: readonly number[]) => {
      const users = await peopleWith(caller, ids);
      const effects = await company.read((reader) => removalEffects(reader, caller.realm.id, users));
      return { effects: [...effects], must_lead: effects.some(mustLead) };
    },
    remove: async (caller: Caller, ids: readonly number[], leadTo: string | null): Promise<void> => {
      const users = await peopleWith(caller, ids);
      const order = { realm: caller.realm.name, author: authorOf(caller), at: clock.now(), leadTo };
      await removePeople(company, { ...order, usernames: users.map(({ username }) => username) });
      companyChanged();
      for (const { id, extension } of users) notifyProfile(ownEvents, { id, extension, realm: caller.realm.name });
    },
    change: async (
      caller: Caller,
      userId: number,
      { version, ...person }: Omit<NewCompanyPerson, "username"> & { readonly version: string },
    ): Promise<CompanyPerson> => {
      const { username } = await company.read((reader) => userWith(reader, caller, userId));
      await apply(caller, [{ username, ...draftOf(person), version }]);
      return show(caller, userId);
    },
  };
}

export const authorOf = ({ userId, rights }: Caller): Author => ({ way: "panel", userId, rights });

/** A person's panels load what they show of them, and connections whose rights or session have ended close. */
export function notifyProfile(
  ownEvents: Pick<OwnEvents, "tell">,
  { id, extension, realm }: { readonly id: number; readonly extension: string; readonly realm: string },
): void {
  ownEvents.tell(id, { action: "SETTING", realm, exten: extension, setting: "profile" });
}

async function userWith(reader: CompanyReader, { realm }: Caller, userId: number): Promise<StoredUser> {
  const [user] = await reader.users(realm.id, { ids: [userId] });
  if (user === undefined) throw new AppError("request.notFound");
  return user;
}

const draftOf = (person: Omit<NewCompanyPerson, "username">) => ({
  firstName: person.first_name.trim(),
  lastName: person.last_name.trim(),
  extension: person.extension,
  email: person.email.trim(),
  department: person.department.trim(),
  mayUsePanel: person.may_use_panel,
  groups: person.groups,
});

const presentRow = (person: ListedPerson): CompanyPersonRow => ({
  id: person.id,
  username: person.username,
  first_name: person.firstName,
  last_name: person.lastName,
  extension: person.extension,
  email: person.email,
  department: person.department ?? "",
  state: person.state,
  may_use_panel: person.mayUsePanel,
  groups: [...person.groups],
  picture_url: pictureUrl(person.pictureKey, PICTURE_PX),
});
