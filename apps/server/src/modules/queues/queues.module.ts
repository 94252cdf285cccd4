import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { QueueBoard } from "./board/queue.board.ts";
import type { QueueConfigurations } from "./configuration/queue-configuration.ts";
import type { QueueStore } from "./queue.store.ts";
import { createQueuesRoutes } from "./queues.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "clock"> & {
  readonly stores: { readonly queues: QueueStore };
  readonly queueConfigurations: QueueConfigurations;
  readonly queues: QueueBoard;
};

/** Queues of callers and their agents. */
export const queuesModule: ServerModule<Needs> = {
  routes: ({ stores, queueConfigurations: configurations, queues: board, ...needs }) => [
    createQueuesRoutes({ ...needs, configurations, board, store: stores.queues }),
  ],
};
