import type { ConfiguredQueue } from "./configuration/queue-configuration.ts";

/** The queues of companies, and which of them each person watches. Queues are changed with the company (`CompanyStore`). */
export interface QueueStore {
  /** Sorted by number. */
  queuesOf(realm: string): Promise<readonly ConfiguredQueue[]>;
  /** Numbers of queues. */
  watchedBy(userId: number): Promise<readonly string[]>;
  watch(watching: {
    readonly userId: number;
    readonly realmId: number;
    readonly number: string;
    readonly watched: boolean;
  }): Promise<void>;
}
