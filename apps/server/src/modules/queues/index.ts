export {
  DEFAULT_QUEUE,
  exitsOf,
  soundsOf,
  withMovedExit,
  type ConfiguredQueue,
  type QueueConfiguration,
} from "./configuration/queue-configuration.ts";
export { MOST_PENALTY, readQueueFields, writeQueueFields } from "./configuration/queue-fields.ts";
export { createQueueConfigurations, type QueueConfigurations } from "./queue-configurations.ts";
export type { QueueStore } from "./queue.store.ts";
