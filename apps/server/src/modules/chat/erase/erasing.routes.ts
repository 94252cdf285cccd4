import { AppError, endpoints } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Jobs } from "../../../kernel/jobs/jobs.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { UserStore } from "../../users/index.ts";
import { rowId } from "../chat.policy.ts";
import type { ChatErasingStore } from "./erasing.store.ts";

export interface ErasingRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly erasing: ChatErasingStore;
  readonly users: Pick<UserStore, "byId">;
  readonly jobs: Pick<Jobs, "wake">;
  readonly clock: Pick<Clock, "now">;
}

/** CHAT-101: of a person of the user's own company, also of a removed account. */
export function createErasingRoutes({ endpointServer, erasing, users, jobs, clock }: ErasingRoutesDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.eraseMessages, async ({ body: { user_id: id, name: withName }, caller }) => {
      const userId = rowId(id) ?? 0;
      const realmId = caller.realm.id;
      const user = await users.byId(userId);
      const isOwn = user === undefined ? (await erasing.countOf(realmId, userId)) > 0 : user.realm.id === realmId;
      if (!isOwn) throw new AppError("chats.person.gone");
      const order = { realmId, userId, withName, by: caller.userId, way: "panel", at: clock.now() } as const;
      const messages = await erasing.order(order);
      jobs.wake();
      return { messages };
    });
  };
}
