import {
  AppError,
  uiFlags,
  type Permission,
  type PersonRights,
  type PersonView,
  type RightTarget,
  type TargetKind,
} from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import { realmSettingsOf } from "../../realm-settings/index.ts";
import { rightsOf, type UserStore } from "../../users/index.ts";
import { versionOf } from "../company.author.ts";
import { nameOf, type StoredUser } from "../company.model.ts";
import { personFacts } from "../company.people.ts";
import { applyCompany } from "../company.service.ts";
import { authorOf } from "../people/people.service.ts";
import type { CompanyPeopleStore } from "../people/people.store.ts";
import { checkTargets, readRights, notifyChanged, type RightsDeps } from "./company-rights.ts";
import { findTargets, namedTargets } from "./right-targets.ts";

export interface PersonRightsDeps extends RightsDeps {
  readonly companyPeople: Pick<CompanyPeopleStore, "person">;
  readonly users: Pick<UserStore, "permissionsOf">;
}

/** GRANT-4 to GRANT-6: rights of people, for the pages of those who administer them. */
export function createRightsService(deps: PersonRightsDeps) {
  const { company, clock } = deps;

  const show = async (caller: Caller, userId: number): Promise<PersonRights> => {
    const { users, groups, targets } = await readRights(deps, caller);
    const user = userIn(users, userId);
    const own = groups.filter(({ name }) => user.groups.includes(name));
    const all = [...user.permissions, ...own.flatMap(({ permissions }) => permissions)];
    return {
      id: user.id,
      name: nameOf(user),
      username: user.username,
      permissions: [...user.permissions],
      groups: own.map(({ name, permissions }) => ({ name, permissions: [...permissions] })),
      targets: namedTargets(targets, all),
      version: versionOf(personFacts(user)),
    };
  };

  return {
    findTargets: async (
      caller: Caller,
      { kind, search }: { readonly kind: TargetKind; readonly search: string },
    ): Promise<RightTarget[]> => findTargets((await readRights(deps, caller)).targets, kind, search),
    show,
    change: async (
      caller: Caller,
      userId: number,
      { version, permissions }: { readonly version: string; readonly permissions: readonly Permission[] },
    ): Promise<PersonRights> => {
      const { users, targets } = await readRights(deps, caller);
      const user = userIn(users, userId);
      checkTargets(targets, { before: user.permissions, after: permissions });
      const changed = { username: user.username, permissions, version };
      const draft = { realm: caller.realm.name, groups: [], users: [changed], services: [] };
      await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() });
      notifyChanged(deps, caller, [user]);
      return show(caller, userId);
    },
    /** GRANT-6: from the functions that decide about the person's requests. */
    view: async (caller: Caller, userId: number): Promise<PersonView> => {
      const { users, groups, targets } = await readRights(deps, caller);
      const user = userIn(users, userId);
      const listed = await deps.companyPeople.person(caller.realm.id, userId);
      if (listed === undefined) throw new AppError("request.notFound");
      const rights = await rightsOf(deps.users, userId);
      const settings = await company.read((reader) => reader.realmItems(caller.realm.id));
      const { video, licences } = realmSettingsOf(settings).company;
      const hasVideo = video.enabled && licences.video_conf_limit !== -1;
      const flags = { ...uiFlags(rights), ...(hasVideo ? {} : { videoConfRead: false }) };
      const sources = [
        { name: "", permissions: user.permissions },
        ...groups.filter(({ name }) => user.groups.includes(name)),
      ];
      const all = sources.flatMap(({ permissions }) => permissions);
      return {
        name: nameOf(user),
        state: listed.state,
        may_use_panel: user.mayUsePanel,
        flags: Object.entries(flags).flatMap(([name, on]) => (on ? [name] : [])),
        rights: [...rights.granted].map(([key, granted]) => {
          const [module = "", rule = ""] = key.split(":");
          return {
            module,
            rule,
            targets: granted === "all" ? null : [...granted],
            from: sources.flatMap(({ name, permissions }) =>
              permissions.some((one) => one.module === module && one.rule === rule) ? [name] : [],
            ),
          };
        }),
        targets: namedTargets(targets, all),
      };
    },
  };
}

function userIn(users: readonly StoredUser[], id: number): StoredUser {
  const user = users.find((one) => one.id === id);
  if (user === undefined) throw new AppError("request.notFound");
  return user;
}
