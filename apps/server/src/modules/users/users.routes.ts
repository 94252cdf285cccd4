import { BUDDY_PICTURE_PX, canRead, endpoints, type CurrentUser } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { pictureUrl } from "../pictures/index.ts";
import type { DirectNumber, User } from "./users.model.ts";
import type { UserStore } from "./users.store.ts";
import { subAccountsOf } from "./watching.ts";

export interface UsersDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  /** What an emergency call of the user would transmit. */
  readonly emergencyOf: (user: User) => Promise<EmergencyFacts>;
}

export type EmergencyFacts = Pick<
  CurrentUser,
  | "emergency_callerid_callback_profile_id"
  | "emergency_callerid_dispatchable_location_id"
  | "emergency_callerid_callback_profile"
  | "emergency_callerid_dispatchable_location"
  | "emergency_numbers"
  | "emergency_location_required"
>;

/** The signed-in user and their rights. */
export function createUsersRoutes({ endpointServer, users, emergencyOf }: UsersDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.getPermissions, async ({ caller }) => {
      const { group, user } = await users.permissionsOf(caller.userId);
      return { group_permissions: [...group], user_permissions: [...user] };
    });

    endpointServer.serve(app, endpoints.listSubAccounts, async ({ caller }) => {
      const data = [...(await subAccountsOf(users, caller))];
      return { total: data.length, data };
    });

    endpointServer.serve(app, endpoints.getCurrentUser, async ({ caller }) => {
      const user = await users.byId(caller.userId);
      if (user === undefined) throw new Error(`user ${caller.userId} was removed while signed in`);
      return {
        ...presentCurrentUser(user, await users.directNumbersOf(user.id)),
        ...(await emergencyOf(user)),
        // A person who may not use chat has no name there.
        rocketUsername: canRead(caller.rights, "chats") ? user.username : null,
      };
    });
  };
}

function presentCurrentUser(
  user: User,
  dids: readonly DirectNumber[],
): Omit<CurrentUser, keyof EmergencyFacts | "rocketUsername"> {
  return {
    id: user.id,
    subscriberId: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    extension: user.extension,
    company: user.realm.company,
    dids: dids.map(({ name, number, smsCapable }) => ({ name, number, smsCapable })),
    email: user.email,
    realm: user.realm.name,
    realmId: user.realm.id,
    authLevel: "user",
    parentRealm: null,
    pictureProfileUrl: pictureUrl(user.pictureKey, BUDDY_PICTURE_PX),
  };
}
