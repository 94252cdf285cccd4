import { endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { displayName, presentWatched, watchedUsers, type UserStore } from "../users/index.ts";

export interface DirectNumbersDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
}

/** The direct numbers of the user and of sub-accounts; they lead to the person's extension. */
export function createDirectNumbersRoutes({ endpointServer, users }: DirectNumbersDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.watchDirectNumbers, async ({ caller, params }) => {
      const watched = await watchedUsers(users, { caller, module: "dids", asked: params.id });
      const data = [];
      for (const user of watched) {
        const numbers = await users.directNumbersOf(user.id);
        data.push({
          ...presentWatched(user, caller, "dids"),
          dids: numbers.map((one) => ({
            ...one,
            destinationType: "extension",
            destinationName: `${displayName(user)} (${user.extension})`,
          })),
        });
      }
      return { total: data.length, data };
    });
  };
}
