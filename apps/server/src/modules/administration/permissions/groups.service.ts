import {
  AppError,
  type CompanyGroup,
  type CompanyGroupRow,
  type FoundPerson,
  type NewCompanyGroup,
} from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import { versionOf } from "../company.author.ts";
import type { GroupDraft, StoredGroup, StoredUser } from "../company.model.ts";
import { removeGroup } from "../company.removal.ts";
import { applyCompany, groupFacts } from "../company.service.ts";
import { authorOf } from "../people/people.service.ts";
import {
  checkTargets,
  peopleFitting,
  presentFound,
  readRights,
  notifyChanged,
  type CompanyRights,
  type RightsDeps,
} from "./company-rights.ts";
import { namedTargets } from "./right-targets.ts";

interface Paged {
  readonly start: number;
  readonly limit: number;
  readonly search: string;
}

/** GRANT-1 to GRANT-3, GRANT-8: the groups of a company, for the pages of those who administer them. */
export function createGroupsService(deps: RightsDeps) {
  const { company, clock } = deps;

  const show = async (caller: Caller, name: string): Promise<CompanyGroup> => {
    const { users, groups, targets } = await readRights(deps, caller);
    const group = groupIn(groups, name);
    return {
      name,
      permissions: [...group.permissions],
      targets: namedTargets(targets, group.permissions),
      people: membersOf(users, name).length,
      version: versionOf(groupFacts(group)),
    };
  };

  const save = async (caller: Caller, group: GroupDraft, { users, groups, targets }: CompanyRights) => {
    const before = groups.find(({ name }) => name === group.name)?.permissions ?? [];
    checkTargets(targets, { before, after: group.permissions });
    const draft = { realm: caller.realm.name, groups: [group], users: [], services: [] };
    await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() });
    notifyChanged(deps, caller, membersOf(users, group.name));
    return show(caller, group.newName ?? group.name);
  };

  return {
    list: async (caller: Caller, page: Paged): Promise<{ total: number; data: CompanyGroupRow[] }> => {
      const { users, groups } = await company.read(async (reader) => ({
        users: await reader.users(caller.realm.id),
        groups: await reader.groups(caller.realm.id),
      }));
      const words = searchWords(page.search);
      const found = groups.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
      const data = found.slice(page.start, page.start + page.limit).map(({ name, permissions }) => ({
        name,
        rights: permissions.length,
        people: membersOf(users, name).length,
      }));
      return { total: found.length, data };
    },
    show,
    add: async (caller: Caller, { name, permissions }: NewCompanyGroup): Promise<CompanyGroup> =>
      save(caller, { name, permissions, version: null }, await readRights(deps, caller)),
    change: async (
      caller: Caller,
      was: string,
      { name, permissions, version }: NewCompanyGroup & { readonly version: string },
    ): Promise<CompanyGroup> => {
      const before = await readRights(deps, caller);
      groupIn(before.groups, was);
      return save(caller, { name: was, newName: name, permissions, version }, before);
    },
    remove: async (caller: Caller, name: string): Promise<{ name: string }> => {
      const { users, groups } = await readRights(deps, caller);
      groupIn(groups, name);
      await removeGroup(company, { realm: caller.realm.name, name, author: authorOf(caller), at: clock.now() });
      notifyChanged(deps, caller, membersOf(users, name));
      return { name };
    },
    people: async (caller: Caller, name: string, page: Paged): Promise<{ total: number; data: FoundPerson[] }> => {
      const { users, groups } = await readRights(deps, caller);
      groupIn(groups, name);
      const found = peopleFitting(membersOf(users, name), page.search);
      return { total: found.length, data: found.slice(page.start, page.start + page.limit).map(presentFound) };
    },
  };
}

const membersOf = (users: readonly StoredUser[], name: string): readonly StoredUser[] =>
  users.filter(({ groups }) => groups.includes(name));

function groupIn(groups: readonly StoredGroup[], name: string): StoredGroup {
  const group = groups.find((one) => one.name === name);
  if (group === undefined) throw new AppError("request.notFound");
  return group;
}
