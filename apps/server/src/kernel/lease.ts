import { repeat, type Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import { newId, type RandomBytes } from "./secrets.ts";

/** Server processes on one database, by id. Leases are counted by the database's clock: those of machines differ. */
export interface InstanceStore {
  /** Leases an id for so long. `alone`: no other process can be on this database, so every other lease is over. */
  begin(id: string, lease: { readonly ms: number; readonly alone: boolean }): Promise<void>;
  /** @returns false when another instance has adopted what this one began */
  renew(id: string, ms: number): Promise<boolean>;
  /** Ends a lease: what is left may be adopted from now on. */
  release(id: string): Promise<void>;
  /** Ids whose lease runs. */
  live(): Promise<ReadonlySet<string>>;
  /**
   * Instances whose lease is over, for `by` alone to adopt what they left; `own` are never among them.
   * Those claimed by an instance whose own lease is over are claimed again.
   */
  claim(by: string, own: readonly string[]): Promise<readonly string[]>;
  /** Nothing of it is left. */
  forget(id: string): Promise<void>;
}

/** This process among those on its database. */
export interface Lease {
  /** Owner of what begins now. Another one after the lease was lost. */
  readonly id: string;
  /** Every id that this process has had. */
  readonly own: readonly string[];
  /** Ends the lease, when everything is written. */
  stop(): Promise<void>;
}

export interface LeaseDeps {
  readonly store: InstanceStore;
  /** SQLite: the folder's lock keeps every other server away. */
  readonly alone: boolean;
  /** Marks in the data folder that an id's process runs, before anything is begun under it. */
  readonly mark: (id: string) => void;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** Owner of what a version without leases left. Its lease is over from the beginning. */
export const EARLIER_VERSION = "earlier";

const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;

/** OWN-1: leases an id for this process and renews it. */
export async function startLease({ store, alone, mark, clock, random, log }: LeaseDeps): Promise<Lease> {
  const own: string[] = [];
  let current = "";
  const begin = async (): Promise<void> => {
    const id = newId(random);
    await store.begin(id, { ms: LEASE_MS, alone });
    mark(id);
    own.push(id);
    current = id;
  };
  const renew = async (): Promise<void> => {
    try {
      if (await store.renew(current, LEASE_MS)) return;
      log.error("another server has adopted what this one had begun: the database was away for too long");
      await begin();
    } catch (error) {
      log.warn("the lease of this server could not be renewed", { err: error });
    }
  };
  await begin();
  let renewing = Promise.resolve();
  const stopRenewing = repeat(clock, RENEW_EVERY_MS, () => {
    renewing = renewing.then(renew);
  });
  return {
    get id() {
      return current;
    },
    own,
    stop: async () => {
      stopRenewing();
      await renewing;
      await store.release(current);
    },
  };
}
