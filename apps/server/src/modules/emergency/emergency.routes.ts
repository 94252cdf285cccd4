import { endpoints, PAGE_SIZE, type EmergencyChoice } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { CallHandlings } from "../call-handling/index.ts";
import type { RealmSettingsReader } from "../realm-settings/index.ts";
import { checkEmergencyChoice } from "./emergency.choice.ts";
import {
  changeableUser,
  mayChangeOf,
  mayReadOf,
  presentWatched,
  watchedUsers,
  type UserStore,
} from "../users/index.ts";

export interface EmergencyDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  readonly handlings: Pick<CallHandlings, "of" | "change">;
  readonly realmSettings: RealmSettingsReader;
}

const PROFILES = "emergency_caller_id_profiles" as const;
const LOCATIONS = "emergency_caller_id_locations" as const;

/** What an emergency call transmits about its caller. */
export function createEmergencyRoutes(deps: EmergencyDeps): Routes {
  const { endpointServer, users, handlings, realmSettings } = deps;

  /** ECID-3 */
  const choose = async (caller: Caller, whose: number, choice: EmergencyChoice): Promise<EmergencyChoice> => {
    await changeableUser(users, { caller, module: PROFILES, whose });
    await changeableUser(users, { caller, module: LOCATIONS, whose });
    checkEmergencyChoice(await realmSettings.of(caller.realm.id), choice);
    return (await handlings.change(whose, (one) => ({ ...one, emergency: choice }))).emergency;
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listEmergencyProfiles, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.emergency } = query;
      const { profiles, disabledGlobally } = (await realmSettings.of(caller.realm.id)).emergency;
      return { total: profiles.length, data: profiles.slice(start, start + limit), disabledGlobally };
    });
    endpointServer.serve(app, endpoints.listEmergencyLocations, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.emergency } = query;
      const { locations, disabledGlobally } = (await realmSettings.of(caller.realm.id)).emergency;
      return { total: locations.length, data: locations.slice(start, start + limit), disabledGlobally };
    });

    endpointServer.serve(app, endpoints.watchEmergencyCallerId, async ({ caller, params }) => {
      const { disabledGlobally } = (await realmSettings.of(caller.realm.id)).emergency;
      const watched = await watchedUsers(users, { caller, module: PROFILES, asked: params.id });
      const data = watched
        .filter(({ id }) => mayReadOf(caller, LOCATIONS, id))
        .map((user) => ({
          ...presentWatched(user, caller, PROFILES),
          may_write: [PROFILES, LOCATIONS].every((module) => mayChangeOf(caller, module, user.id)),
          ...handlings.of(user.id).emergency,
          disabledGlobally,
        }));
      return { total: data.length, data };
    });
    endpointServer.serve(app, endpoints.setOwnEmergencyCallerId, ({ caller, body }) =>
      choose(caller, caller.userId, body),
    );
    endpointServer.serve(app, endpoints.setEmergencyCallerId, ({ caller, params, body }) =>
      choose(caller, params.id, body),
    );
  };
}
