import { AppError, endpoints, type RealtimeEvent } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { createAccountService, type AccountServiceDeps } from "./account.service.ts";

export interface AccountDeps extends AccountServiceDeps {
  readonly endpointServer: EndpointServer;
  readonly ownEvents: { tell(userId: number, event: RealtimeEvent): void };
}

/** A person's own name, e-mail address and password. */
export function createAccountRoutes(deps: AccountDeps): Routes {
  const { endpointServer, users, ownEvents } = deps;
  const change = createAccountService(deps);
  return (app) => {
    endpointServer.serve(app, endpoints.changeUser, async ({ params, body, caller, request }) => {
      if (params.id !== caller.userId) throw new AppError("request.forbidden");
      await change(caller, body, request.ip);
      const user = await users.byId(caller.userId);
      if (user === undefined) throw new AppError("request.notFound");
      const { realm, extension: exten } = caller;
      ownEvents.tell(user.id, { action: "SETTING", realm: realm.name, exten, setting: "profile" });
      return { id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email };
    });
  };
}
