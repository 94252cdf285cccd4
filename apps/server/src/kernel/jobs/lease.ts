import { repeat, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { newId, type RandomBytes } from "../secrets/secrets.ts";

/** Server processes on one database, by id. Leases use the database's clock, because clocks of machines differ. */
export interface InstanceStore {
  /** Begins a lease for this long. `alone`: no other process can be on this database, so all other leases are over. */
  begin(id: string, lease: { readonly ms: number; readonly alone: boolean }): Promise<void>;
  /** @returns false when another instance has adopted this one's rows */
  renew(id: string, ms: number): Promise<boolean>;
  /** Ends a lease: unfinished rows may be adopted from now on. */
  release(id: string): Promise<void>;
  /** Ids with a valid lease. */
  live(): Promise<ReadonlySet<string>>;
  /**
   * Claims instances with an expired lease; only `by` may then adopt their rows. Ids in `own` are never claimed.
   * If the lease of an earlier claimer has expired too, its claims are taken over.
   */
  claim(by: string, own: readonly string[]): Promise<readonly string[]>;
  /** Removes an instance whose work was completely adopted. */
  forget(id: string): Promise<void>;
}

/** The server processes on a database, as a reader sees them. */
export interface Servers {
  /** This process. */
  readonly id: string;
  /** Those whose lease runs. */
  live(): Promise<ReadonlySet<string>>;
}

/** The lease of this process. */
export interface Lease {
  /** Owner of new rows. Changes after the lease was lost. */
  readonly id: string;
  /** All ids that this process has had. */
  readonly own: readonly string[];
  /** Ends the lease. Call it when everything is written. */
  stop(): Promise<void>;
}

export interface LeaseDeps {
  readonly store: InstanceStore;
  /** SQLite: the lock on the data folder excludes other servers. */
  readonly alone: boolean;
  /** Marks in the data folder that the process of an id runs; called before the id is used. */
  readonly mark: (id: string) => void;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** Owner of rows from a version without leases. Its lease is over from the beginning. */
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
      log.error("another server has adopted this server's rows: the database was unreachable for too long");
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
