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

interface WallNeeds extends Pick<Needs, "stores" | "clock" | "random" | "log"> {
  readonly configurations: QueueConfigurations;
  readonly board: QueueBoard;
}

/** Queues of callers and their agents. */
export const queuesModule: ServerModule<Needs> = {
  routes: ({ stores, queueConfigurations: configurations, queues: board, missedCallers: missed, ...needs }) => {
    const { users } = stores;
    const queues = { ...needs, configurations, board, users };
    return [
      createMissedCallersRoutes({ ...queues, missed }),
      createQueueWallsRoutes({ ...queues, walls: openWalls({ ...queues, stores }) }),
      createQueuesRoutes({ ...queues, store: stores.queues }),
    ];
  },
  retention: ({ stores, queueConfigurations: configurations, queues: board, ...needs }) => [
    missedCallerRetention(stores.missedCallers),
    {
      name: "wall links",
      days: 0,
      removeBefore: async () => {
        await openWalls({ ...needs, configurations, board, stores }).endLost();
        return 0;
      },
    },
  ],
};

const openWalls = ({ stores, ...needs }: WallNeeds) =>
  createQueueWalls({ ...needs, users: stores.users, store: stores.queueWalls, log: needs.log("queues") });
