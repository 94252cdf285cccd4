export { queuesModule } from "./queues.module.ts";
export { demoQueueLog } from "./demo-queue-log.ts";
export { createQueueBoard, type QueueBoard } from "./board/queue.board.ts";
export type { LiveAgent, QueueAction } from "./board/queue.model.ts";
export { presentQueue, queueSightOf, type QueueSight } from "./board/queue.sight.ts";
export { atEachMidnight, figuresSince, midnightBefore } from "./board/queue-day.ts";
export { noCallers, type QueueToday } from "./board/queue-today.ts";
export {
  DEFAULT_QUEUE,
  exitsOf,
  soundsOf,
  withMovedExit,
  type ConfiguredQueue,
  type QueueConfiguration,
  type QueueConfigurations,
} from "./configuration/queue-configuration.ts";
export { MOST_PENALTY, QUEUE_FIELDS } from "./configuration/queue-fields.ts";
export type { MissedCallerStore } from "./missed/missed-caller.store.ts";
export { createMissedCallers, type MissedCallers } from "./missed/missed-callers.ts";
export { pauseOrders } from "./queues.policy.ts";
export type { QueueWallStore } from "./wall/queue-wall.store.ts";
export type { QueueStore } from "./queue.store.ts";
