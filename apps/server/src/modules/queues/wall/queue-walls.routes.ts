import { endpoints, type QueueWall } from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import { networksOf } from "../../../kernel/http/client-address.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { displayName, type UserStore } from "../../users/index.ts";
import type { StoredWall } from "./queue-wall.store.ts";
import type { QueueWalls } from "./queue-walls.ts";

export interface QueueWallsRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly walls: QueueWalls;
  readonly users: Pick<UserStore, "byId">;
}

/** Links for wall displays, and what they show. */
export function createQueueWallsRoutes({ endpointServer, walls, users }: QueueWallsRoutesDeps): Routes {
  const present = async (wall: StoredWall, caller: Caller): Promise<QueueWall> => {
    const { id, name, queues, userId, createdAt, usedAt } = wall;
    const user = await users.byId(userId);
    const by = { exten: user?.extension ?? "", name: user === undefined ? "" : displayName(user) };
    return {
      id,
      name,
      queues: [...queues],
      created_by: { ...by, is_me: userId === caller.userId },
      created_at: createdAt,
      used_at: usedAt,
    };
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listQueueWalls, async ({ caller }) => {
      const found = await walls.listed(caller);
      return { total: found.length, data: await Promise.all(found.map((wall) => present(wall, caller))) };
    });
    endpointServer.serve(app, endpoints.createQueueWall, async ({ body, caller }) => {
      const { wall, secret } = await walls.create(caller, body);
      return { wall: await present(wall, caller), secret };
    });
    endpointServer.serve(app, endpoints.removeQueueWall, async ({ params: { id }, caller }) => {
      await walls.remove(caller, id);
      return { success: true as const };
    });
    endpointServer.servePublic(app, endpoints.showQueueWall, ({ body: { secret }, request }) =>
      walls.show(secret, networksOf(request.ip).near),
    );
  };
}
