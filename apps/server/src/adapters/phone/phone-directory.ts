import { mayDo, mergePermissions, stripNumber, type FeatureCode } from "@callpanel/contract";
import {
  ANONYMOUS_NUMBER,
  type Directory,
  type DirectoryChange,
  type DirectoryEntry,
  type DirectoryUser,
  type OutsideRight,
  type ParkingLot,
} from "@callpanel/phone-port";
import { createListeners } from "../../kernel/bus/listeners.ts";
import type { Revisions } from "../../kernel/bus/revisions.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { toE164 } from "../../kernel/text/phone-number.ts";
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
import { outsideRight } from "../../modules/outside-calls/index.ts";
import { isAllowedPopUrl, type CompanySettings, type RealmSettings } from "../../modules/realm-settings/index.ts";
import type { SipCredentialStore } from "../../modules/sip-credentials/index.ts";
import type { Toggles } from "../../modules/toggles/index.ts";
import { createCallerNames } from "./caller-names.ts";
import { createFeatureSwitches } from "./feature-switches.ts";
import { createOutsideLines, isOneOf, outgoingIdentity, ownNumbers, type OutsideLines } from "./outside-lines.ts";
import { createPhoneSecrets, type PhoneSecretsDeps } from "./phone-secrets.ts";
import { phoneSettings } from "./phone-settings.ts";
import { createPublishedSettings } from "./published-settings.ts";

export interface PhoneDirectoryDeps {
  readonly store: DirectoryStore;
  readonly sipCredentials: PhoneSecretsDeps["store"] & Pick<SipCredentialStore, "endOfSessions">;
  readonly handlings: Pick<CallHandlings, "of" | "change">;
  readonly toggles: Pick<Toggles, "activeOf" | "flip">;
  /** Names of contacts by number. */
  readonly contacts: Pick<ContactStore, "namesOf">;
  readonly featureCodes: readonly FeatureCode[];
  readonly realm: string;
  readonly revisions: Pick<Revisions, "follow">;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PhoneDirectory {
  readonly directory: Directory;
  /** Sorted by number; empty for a realm of another phone system. */
  parkingLots(realm: string): readonly Lot[];
  /** Resolves a number of the realm; undefined for a realm of another phone system. */
  find(realm: string, number: string): DialTarget | undefined;
  isEmergency(number: string): boolean;
  /** TOLL-3; a removed user may call no outside number. */
  outsideRight(userId: number, number: string): OutsideRight;
  /** Settings of this phone system's realm. */
  companySettings(): CompanySettings;
  /** TOLL-11: whether a number may be a person's caller id. */
  isOwnNumber(userId: number, number: string): boolean;
  /** Undefined for a removed user. */
  subscriber(userId: number): Subscriber | undefined;
  personOf(userId: number): { readonly realm: string; readonly exten: string } | undefined;
  stop(): void;
}

/** The id with which the phone system asks for the company itself. */
const COMPANY = 0;
const NO_RIGHTS = mergePermissions();

/** An id that no account has: people's ids are above it, those of outside lines below. */
const NOT_A_PERSON = 0;

/** An outside line has one secret. */
const lineSecretId = (name: string): string => `line ${name}`;

interface Snapshot {
  readonly realm: string;
  readonly numbers: DialDirectory;
  readonly settings: RealmSettings;
  readonly lines: OutsideLines;
  readonly ownNumbersOf: (extension: string) => readonly string[];
  readonly byUsername: ReadonlyMap<string, Subscriber>;
  readonly byId: ReadonlyMap<number, Subscriber>;
  readonly realmId: number | undefined;
}

/**
 * The phone system's view of people and numbers. It is in memory, so that it returns immediately, and is read again when the
 * store's revision has changed. Resolves when the first view is read.
 */
export async function createPhoneDirectory(deps: PhoneDirectoryDeps): Promise<PhoneDirectory> {
  const { store, handlings, toggles, realm, clock, log } = deps;
  const activeOf = (toggle: string) => toggles.activeOf(realm, toggle);
  const read = () => readSnapshot(store, realm, activeOf);
  const changes = createListeners<[DirectoryChange]>();
  let snapshot = await read();

  const refresh = async (): Promise<void> => {
    const before = snapshot;
    snapshot = await read();
    for (const change of changesBetween(before, snapshot)) changes.tell(change);
    for (const { userId } of withoutSoftphone(before, snapshot)) await deps.sipCredentials.endOfSessions(userId);
  };
  const stopFollowing = deps.revisions.follow("company", refresh);
  const secrets = createPhoneSecrets({
    store: deps.sipCredentials,
    clock,
    log,
    ended: (of) => changes.tell({ kind: "credential", ...of }),
  });

  const subscriberOf = (wanted: string, username: string): Subscriber | undefined =>
    wanted === realm ? snapshot.byUsername.get(username) : undefined;
  const lotsOf = (wanted: string): readonly Lot[] => (wanted === realm ? snapshot.numbers.lots : []);
  const present = (subscriber: Subscriber): DirectoryUser =>
    presentUser(subscriber, handlings.of(subscriber.userId), snapshot);
  const find = (wanted: string, number: string): DialTarget | undefined =>
    wanted === realm ? snapshot.numbers.find(number) : undefined;
  const isEmergency = (number: string): boolean => snapshot.settings.emergency.numbers.includes(number);
  const rightOutside = (userId: number, number: string): OutsideRight =>
    outsideRight(
      userId === COMPANY ? "company" : (snapshot.byId.get(userId)?.rights ?? NO_RIGHTS),
      number,
      snapshot.settings.company,
    );
  const subscriber = (userId: number): Subscriber | undefined => snapshot.byId.get(userId);
  const entryOf = (target: DialTarget | undefined): DirectoryEntry | undefined => {
    if (target?.kind !== "user") return target;
    const person = subscriber(target.userId);
    return person === undefined ? undefined : { kind: "user", user: present(person) };
  };
  return {
    stop: () => {
      stopFollowing();
      secrets.stop();
    },
    parkingLots: lotsOf,
    find,
    isEmergency,
    outsideRight: rightOutside,
    companySettings: () => snapshot.settings.company,
    isOwnNumber: (userId, number) => {
      const extension = snapshot.byId.get(userId)?.extension;
      return extension !== undefined && isOneOf(snapshot.ownNumbersOf(extension), number);
    },
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
      credentials: (wanted, username, algorithm) => {
        const person = subscriberOf(wanted, username);
        const line =
          person === undefined && wanted === realm ? snapshot.lines.credential(username, algorithm) : undefined;
        if (line !== undefined) return [{ id: lineSecretId(username), ha1: line }];
        // The store is queried for an unknown name too, so that the response takes the same time.
        return secrets.of(person?.userId ?? NOT_A_PERSON, algorithm);
      },
      credentialUsed: (use) => {
        if (use.credentialId !== lineSecretId(use.sipUsername)) secrets.used(use);
      },
      lookup: (wanted, number) => entryOf(find(wanted, number)),
      directNumber: (wanted, number) => entryOf(wanted === realm ? snapshot.numbers.findDirect(number) : undefined),
      popPage: (wanted, number) => {
        const page = wanted === realm ? snapshot.numbers.popPage(number) : undefined;
        const { screenPopOrigins } = snapshot.settings.company;
        return page !== undefined && isAllowedPopUrl(page.url, screenPopOrigins) ? page : undefined;
      },
      trunks: (wanted) => (wanted === realm ? snapshot.lines.all : []),
      callerName: createCallerNames({ contacts: deps.contacts, realmId: () => snapshot.realmId, subscriber, log }),
      isBlocked: ({ id }, callerNumber) => isBlocked(handlings.of(id), callerNumber),
      outsideCall: ({ id }, number) => rightOutside(id, number),
      emergencyNumbers: (wanted) => (wanted === realm ? snapshot.settings.emergency.numbers : []),
      ...createFeatureSwitches({
        realm,
        handlings,
        toggles,
        subscriber,
        find,
        isEmergency,
        outsideRight: rightOutside,
        isToggle: (number) => snapshot.numbers.isToggle(number),
      }),
      notifies: (of) => snapshot.settings.company.notifies[of],
      // A trunk has no rights.
      mayDo: ({ id }, act) => mayDo(subscriber(id)?.rights ?? NO_RIGHTS, act),
      published: createPublishedSettings({ handlings, featureCodes: deps.featureCodes, subscriber }),
      parkingLots: (wanted) => lotsOf(wanted).map(presentLot),
      subscribe: changes.subscribe,
    },
  };
}

async function readSnapshot(
  store: DirectoryStore,
  realm: string,
  activeOf: (toggle: string) => "A" | "B",
): Promise<Snapshot> {
  const { realmId, numbers, subscribers, settings } = await store.snapshot(realm);
  return {
    realm,
    realmId,
    settings,
    lines: createOutsideLines(settings.trunks),
    ownNumbersOf: ownNumbers(numbers, settings),
    numbers: createDialDirectory(numbers, activeOf),
    byUsername: new Map(subscribers.map((one) => [one.username, one])),
    byId: new Map(subscribers.map((one) => [one.userId, one])),
  };
}

function presentUser(
  subscriber: Subscriber,
  handling: CallHandling,
  { settings, ownNumbersOf }: Snapshot,
): DirectoryUser {
  const own = ownNumbersOf(subscriber.extension);
  const outgoing = outgoingIdentity(own);
  return {
    id: subscriber.userId,
    sipUsername: subscriber.username,
    extension: subscriber.extension,
    displayName: subscriber.displayName,
    mayUseSoftphone: subscriber.mayUseSoftphone,
    ...(outgoing === undefined ? {} : { outgoing }),
    ...phoneSettings(handling, settings, own),
  };
}

/**
 * BLACKLIST-3: a caller's number proves nothing. Emergency services always get through while they may call back
 * (EMERG-6).
 */
function isBlocked({ blacklist }: CallHandling, callerNumber: string): boolean {
  if (blacklist.length === 0 || callerNumber === ANONYMOUS_NUMBER) return false;
  const match = toE164(callerNumber) ?? stripNumber(callerNumber);
  return blacklist.some((entry) => entry.match === match);
}

/** The id of a lot is its number. */
function presentLot({ number, name, firstSlot, lastSlot, timeoutSeconds }: Lot): ParkingLot {
  return { id: number, name, extension: number, firstSlot, lastSlot, timeoutSeconds };
}

/** People who lost the right to the softphone: the secrets of their sessions end too. */
const withoutSoftphone = (before: Snapshot, after: Snapshot): readonly Subscriber[] =>
  [...before.byId.values()].filter(
    ({ userId, mayUseSoftphone }) => mayUseSoftphone && after.byId.get(userId)?.mayUseSoftphone === false,
  );

function changesBetween(before: Snapshot, after: Snapshot): readonly DirectoryChange[] {
  const changes: DirectoryChange[] = [];
  for (const [sipUsername, old] of before.byUsername) {
    const now = after.byUsername.get(sipUsername);
    const { realm } = old;
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
    else if (now.ha1Md5 !== old.ha1Md5)
      changes.push({ kind: "credential", ...of, credentialId: lineSecretId(old.name) });
  }
  return changes;
}
