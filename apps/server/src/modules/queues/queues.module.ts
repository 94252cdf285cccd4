import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { UserStore } from "../users/index.ts";
import type { QueueBoard } from "./board/queue.board.ts";
import type { QueueConfigurations } from "./configuration/queue-configuration.ts";
import type { MissedCallerStore } from "./missed/missed-caller.store.ts";
import type { MissedCallers } from "./missed/missed-callers.ts";
import { createMissedCallersRoutes } from "./missed/missed-callers.routes.ts";
import { missedCallerRetention } from "./missed/missed-retention.ts";
import type { QueueWallStore } from "./wall/queue-wall.store.ts";
import { createQueueWalls } from "./wall/queue-walls.ts";
import { createQueueWallsRoutes } from "./wall/queue-walls.routes.ts";
import type { QueueStore } from "./queue.store.ts";
import { createQueuesRoutes } from "./queues.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "clock" | "random" | "log"> & {
  readonly stores: {
    readonly queues: QueueStore;
    readonly missedCallers: MissedCallerStore;
    readonly queueWalls: QueueWallStore;
    readonly users: UserStore;
  };
  readonly queueConfigurations: QueueConfigurations;
  readonly queues: QueueBoard;
  readonly missedCallers: MissedCallers;
};

/** Queues of callers and their agents. */
export const queuesModule: ServerModule<Needs> = {
  routes: ({ stores, queueConfigurations: configurations, queues: board, missedCallers: missed, ...needs }) => {
    const { users } = stores;
    const queues = { ...needs, configurations, board, users };
    const walls = createQueueWalls({ ...queues, store: stores.queueWalls, log: needs.log("queues") });
    return [
      createMissedCallersRoutes({ ...queues, missed }),
      createQueueWallsRoutes({ ...queues, walls }),
      createQueuesRoutes({ ...queues, store: stores.queues }),
    ];
  },
  retention: ({ stores }) => [missedCallerRetention(stores.missedCallers)],
};
