import type { Directory, DirectoryChange, DirectoryUser, ParkingLot } from "@callpanel/pbx";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { PersonalState, PersonalStates } from "../../modules/personal-states/index.ts";
import {
  createDialDirectory,
  type DialDirectory,
  type DirectoryStore,
  type Lot,
  type Subscriber,
} from "../../modules/directory/index.ts";

export interface PhoneDirectoryDeps {
  readonly store: DirectoryStore;
  /** What people have switched on. */
  readonly personal: Pick<PersonalStates, "of" | "change">;
  readonly realm: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PhoneDirectory {
  readonly directory: Directory;
  /** By number; none of a realm that is not this phone system's. */
  parkingLots(realm: string): readonly Lot[];
  personOf(userId: number): { readonly realm: string; readonly exten: string } | undefined;
  stop(): void;
}

/** How soon a change made by another process (the command line) is seen. */
export const DIRECTORY_POLL_MS = 500;

interface Snapshot {
  readonly revision: number;
  readonly numbers: DialDirectory;
  readonly byUsername: ReadonlyMap<string, Subscriber>;
  readonly byId: ReadonlyMap<number, Subscriber>;
}

/**
 * The phone system's view of people and numbers: held in memory so that it answers at once, read again when the store's
 * revision has grown. Resolves when the first view is there.
 */
export async function createPhoneDirectory(deps: PhoneDirectoryDeps): Promise<PhoneDirectory> {
  const { store, personal, realm, clock, log } = deps;
  const listeners = new Set<(change: DirectoryChange) => void>();
  let snapshot = await readSnapshot(store, realm);
  let reading = false;

  const refresh = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      if ((await store.revision()) === snapshot.revision) return;
      const before = snapshot;
      snapshot = await readSnapshot(store, realm);
      for (const change of changesBetween(before, snapshot)) listeners.forEach((listener) => listener(change));
    } catch (error) {
      // The last view stays in use; the next poll tries again.
      log.warn("the directory could not be read again", { err: error });
    } finally {
      reading = false;
    }
  };
  const stop = repeat(clock, DIRECTORY_POLL_MS, () => void refresh());

  const subscriberOf = (wanted: string, username: string): Subscriber | undefined =>
    wanted === realm ? snapshot.byUsername.get(username) : undefined;
  const lotsOf = (wanted: string): readonly Lot[] => (wanted === realm ? snapshot.numbers.lots : []);
  const present = (subscriber: Subscriber): DirectoryUser => presentUser(subscriber, personal.of(subscriber.userId));
  return {
    stop,
    parkingLots: lotsOf,
    personOf: (userId) => {
      const subscriber = snapshot.byId.get(userId);
      return subscriber === undefined ? undefined : { realm, exten: subscriber.extension };
    },
    directory: {
      userBySipUsername: (wanted, username) => {
        const subscriber = subscriberOf(wanted, username);
        return subscriber === undefined ? undefined : present(subscriber);
      },
      credential: (wanted, username, algorithm) => {
        const subscriber = subscriberOf(wanted, username);
        return algorithm === "MD5" ? subscriber?.ha1Md5 : subscriber?.ha1Sha256;
      },
      lookup: (wanted, number) => {
        const target = wanted === realm ? snapshot.numbers.find(number) : undefined;
        if (target?.kind !== "user") return target;
        const subscriber = snapshot.byId.get(target.userId);
        return subscriber === undefined ? undefined : { kind: "user", user: present(subscriber) };
      },
      toggleDoNotDisturb: (userId) => {
        const dnd = !personal.of(userId).dnd;
        personal.change(userId, { dnd });
        return dnd;
      },
      parkingLots: (wanted) => lotsOf(wanted).map(presentLot),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

async function readSnapshot(store: DirectoryStore, realm: string): Promise<Snapshot> {
  // The revision first: a change between the two reads makes the next poll read again.
  const revision = await store.revision();
  const { numbers, subscribers } = await store.snapshot(realm);
  return {
    revision,
    numbers: createDialDirectory(numbers),
    byUsername: new Map(subscribers.map((one) => [one.username, one])),
    byId: new Map(subscribers.map((one) => [one.userId, one])),
  };
}

function presentUser(subscriber: Subscriber, { dnd }: PersonalState): DirectoryUser {
  return {
    id: subscriber.userId,
    sipUsername: subscriber.username,
    extension: subscriber.extension,
    displayName: subscriber.displayName,
    mayUseSoftphone: subscriber.mayUseSoftphone,
    mayRecord: subscriber.mayRecord,
    mayListen: subscriber.mayListen,
    doNotDisturb: dnd,
    callWaiting: true,
  };
}

/** A lot goes by its number. */
function presentLot({ number, name, firstSlot, lastSlot, timeoutSeconds }: Lot): ParkingLot {
  return { id: number, name, extension: number, firstSlot, lastSlot, timeoutSeconds };
}

function changesBetween(before: Snapshot, after: Snapshot): readonly DirectoryChange[] {
  const changes: DirectoryChange[] = [];
  for (const [sipUsername, old] of before.byUsername) {
    const now = after.byUsername.get(sipUsername);
    const { realm } = old;
    if (now !== undefined && (now.ha1Md5 !== old.ha1Md5 || now.ha1Sha256 !== old.ha1Sha256))
      changes.push({ kind: "credential", realm, sipUsername });
    const same =
      now !== undefined &&
      now.userId === old.userId &&
      now.extension === old.extension &&
      now.displayName === old.displayName &&
      now.mayUseSoftphone === old.mayUseSoftphone;
    if (!same) changes.push({ kind: "user", realm, sipUsername });
  }
  return changes;
}
