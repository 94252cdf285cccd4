import { stripNumber, type FeatureCode } from "@callpanel/contract";
import {
  ANONYMOUS_NUMBER,
  type Directory,
  type DirectoryChange,
  type DirectoryEntry,
  type DirectoryUser,
  type OutgoingIdentity,
  type ParkingLot,
} from "@callpanel/pbx";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { toE164 } from "../../kernel/phone-number.ts";
import type { CallHandling, CallHandlings } from "../../modules/call-handling/index.ts";
import type { ContactStore } from "../../modules/contacts/index.ts";
import {
  createDialDirectory,
  type DialDirectory,
  type DialTarget,
  type DirectoryStore,
  type Lot,
  type Subscriber,
} from "../../modules/directory/index.ts";
import type { RealmSettings } from "../../modules/realm-settings/index.ts";
import type { Toggles } from "../../modules/toggles/index.ts";
import { createCallerNames } from "./caller-names.ts";
import { createFeatureSwitches } from "./feature-switches.ts";
import { createOutsideLines, outgoingIdentities, type OutsideLines } from "./outside-lines.ts";
import { phoneSettings } from "./phone-settings.ts";
import { createPublishedSettings } from "./published-settings.ts";

export interface PhoneDirectoryDeps {
  readonly store: DirectoryStore;
  readonly handlings: Pick<CallHandlings, "of" | "change">;
  readonly toggles: Pick<Toggles, "activeOf" | "flip">;
  /** What contacts call their numbers. */
  readonly contacts: Pick<ContactStore, "namesOf">;
  readonly featureCodes: readonly FeatureCode[];
  readonly realm: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PhoneDirectory {
  readonly directory: Directory;
  /** By number; none of a realm that is not this phone system's. */
  parkingLots(realm: string): readonly Lot[];
  /** What a number of the realm leads to; nothing of a realm that is not this phone system's. */
  find(realm: string, number: string): DialTarget | undefined;
  isEmergency(number: string): boolean;
  /** Undefined for somebody who is no longer there. */
  subscriber(userId: number): Subscriber | undefined;
  personOf(userId: number): { readonly realm: string; readonly exten: string } | undefined;
  stop(): void;
}

/** How soon a change made by another process (the command line) is seen. */
export const DIRECTORY_POLL_MS = 500;

interface Snapshot {
  readonly realm: string;
  readonly revision: number;
  readonly numbers: DialDirectory;
  readonly settings: RealmSettings;
  readonly lines: OutsideLines;
  readonly outgoingOf: (extension: string) => OutgoingIdentity | undefined;
  readonly byUsername: ReadonlyMap<string, Subscriber>;
  readonly byId: ReadonlyMap<number, Subscriber>;
  readonly realmId: number | undefined;
}

/**
 * The phone system's view of people and numbers: held in memory so that it answers at once, read again when the store's
 * revision has grown. Resolves when the first view is there.
 */
export async function createPhoneDirectory(deps: PhoneDirectoryDeps): Promise<PhoneDirectory> {
  const { store, handlings, toggles, realm, clock, log } = deps;
  const activeOf = (toggle: string) => toggles.activeOf(realm, toggle);
  const read = () => readSnapshot(store, realm, activeOf);
  const listeners = new Set<(change: DirectoryChange) => void>();
  let snapshot = await read();
  let reading = false;

  const refresh = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      if ((await store.revision()) === snapshot.revision) return;
      const before = snapshot;
      snapshot = await read();
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
  const present = (subscriber: Subscriber): DirectoryUser =>
    presentUser(subscriber, handlings.of(subscriber.userId), snapshot);
  const find = (wanted: string, number: string): DialTarget | undefined =>
    wanted === realm ? snapshot.numbers.find(number) : undefined;
  const isEmergency = (number: string): boolean => snapshot.settings.emergency.numbers.includes(number);
  const subscriber = (userId: number): Subscriber | undefined => snapshot.byId.get(userId);
  const entryOf = (target: DialTarget | undefined): DirectoryEntry | undefined => {
    if (target?.kind !== "user") return target;
    const person = subscriber(target.userId);
    return person === undefined ? undefined : { kind: "user", user: present(person) };
  };
  return {
    stop,
    parkingLots: lotsOf,
    find,
    isEmergency,
    subscriber,
    personOf: (userId) => {
      const person = subscriber(userId);
      return person === undefined ? undefined : { realm, exten: person.extension };
    },
    directory: {
      userBySipUsername: (wanted, username) => {
        const person = subscriberOf(wanted, username);
        if (person !== undefined) return present(person);
        return wanted === realm ? snapshot.lines.find(username) : undefined;
      },
      credential: (wanted, username, algorithm) => {
        const person = subscriberOf(wanted, username);
        if (person === undefined && wanted === realm) return snapshot.lines.credential(username, algorithm);
        return algorithm === "MD5" ? person?.ha1Md5 : person?.ha1Sha256;
      },
      lookup: (wanted, number) => entryOf(find(wanted, number)),
      directNumber: (wanted, number) => entryOf(wanted === realm ? snapshot.numbers.findDirect(number) : undefined),
      trunks: (wanted) => (wanted === realm ? snapshot.lines.all : []),
      callerName: createCallerNames({ contacts: deps.contacts, realmId: () => snapshot.realmId, subscriber, log }),
      isBlocked: ({ id }, callerNumber) => isBlocked(handlings.of(id), callerNumber, isEmergency),
      emergencyNumbers: (wanted) => (wanted === realm ? snapshot.settings.emergency.numbers : []),
      ...createFeatureSwitches({
        realm,
        handlings,
        toggles,
        subscriber,
        find,
        isEmergency,
        isToggle: (number) => snapshot.numbers.isToggle(number),
      }),
      published: createPublishedSettings({ handlings, featureCodes: deps.featureCodes, subscriber }),
      parkingLots: (wanted) => lotsOf(wanted).map(presentLot),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

async function readSnapshot(
  store: DirectoryStore,
  realm: string,
  activeOf: (toggle: string) => "A" | "B",
): Promise<Snapshot> {
  // The revision first: a change between the two reads makes the next poll read again.
  const revision = await store.revision();
  const { realmId, numbers, subscribers, settings } = await store.snapshot(realm);
  return {
    realm,
    revision,
    realmId,
    settings,
    lines: createOutsideLines(settings.trunks),
    outgoingOf: outgoingIdentities(numbers, settings),
    numbers: createDialDirectory(numbers, activeOf),
    byUsername: new Map(subscribers.map((one) => [one.username, one])),
    byId: new Map(subscribers.map((one) => [one.userId, one])),
  };
}

function presentUser(
  subscriber: Subscriber,
  handling: CallHandling,
  { settings, outgoingOf }: Snapshot,
): DirectoryUser {
  const outgoing = outgoingOf(subscriber.extension);
  return {
    id: subscriber.userId,
    sipUsername: subscriber.username,
    extension: subscriber.extension,
    displayName: subscriber.displayName,
    mayUseSoftphone: subscriber.mayUseSoftphone,
    mayRecord: subscriber.mayRecord,
    mayListen: subscriber.mayListen,
    ...(outgoing === undefined ? {} : { outgoing }),
    ...phoneSettings(handling, settings),
  };
}

/** BLACKLIST-3: emergency services always get through. */
function isBlocked(
  { blacklist }: CallHandling,
  callerNumber: string,
  isEmergency: (number: string) => boolean,
): boolean {
  if (blacklist.length === 0 || callerNumber === ANONYMOUS_NUMBER) return false;
  const stripped = stripNumber(callerNumber);
  if (isEmergency(stripped)) return false;
  const match = toE164(callerNumber) ?? stripped;
  return blacklist.some((entry) => entry.match === match);
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
  for (const old of before.settings.trunks) {
    const now = after.settings.trunks.find(({ name }) => name === old.name);
    const of = { realm: before.realm, sipUsername: old.name };
    if (now === undefined) changes.push({ kind: "user", ...of });
    else if (now.ha1Md5 !== old.ha1Md5) changes.push({ kind: "credential", ...of });
  }
  return changes;
}
