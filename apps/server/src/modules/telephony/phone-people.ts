import {
  canWrite,
  featureCodesWith,
  mayDo,
  mergePermissions,
  type FeatureCode,
  type Rights,
} from "@callpanel/contract";
import type {
  DirectoryUser,
  OutsideRight,
  PhoneAct,
  PopPage,
  Publication,
  PublishOutcome,
} from "@callpanel/phone-port";
import { createListeners } from "../../kernel/bus/listeners.ts";
import type { Revisions } from "../../kernel/bus/revisions.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { CallHandlings } from "../call-handling/index.ts";
import type { ContactStore } from "../contacts/index.ts";
import {
  createDialDirectory,
  type ChangedPeople,
  type DialDirectory,
  type DialTarget,
  type DirectoryStore,
  type Lot,
  type NumberEntry,
  type Subscriber,
} from "../directory/index.ts";
import { outsideRight } from "../outside-calls/index.ts";
import {
  holdsAt,
  isAllowedPopUrl,
  type CompanySettings,
  type RealmSettings,
  type Trunk,
} from "../realm-settings/index.ts";
import type { SipCredentialStore } from "../sip-credentials/index.ts";
import type { Toggles } from "../toggles/index.ts";
import { createCallerNames } from "./caller-names.ts";
import { createFeatureSwitches, type FeatureSwitches } from "./settings/feature-switches.ts";
import { isOneOf, outgoingIdentity, ownNumbers } from "./settings/own-numbers.ts";
import { phoneSettings, withLiveForward, type PhoneSettings } from "./settings/phone-settings.ts";
import { createPublishedSettings } from "./settings/published-settings.ts";
import { isBlocked, mayUseSoftphone } from "./telephony.policy.ts";

export interface PhonePeopleDeps {
  readonly store: DirectoryStore;
  readonly sipCredentials: Pick<SipCredentialStore, "endOfSessions">;
  readonly handlings: Pick<CallHandlings, "of" | "change" | "subscribe">;
  readonly toggles: Pick<Toggles, "activeOf" | "flip">;
  /** Names of contacts by number. */
  readonly contacts: Pick<ContactStore, "namesOf">;
  /** The codes that have an effect on this server, with their defaults. */
  readonly featureCodes: readonly FeatureCode[];
  readonly realm: string;
  readonly clock: Pick<Clock, "now">;
  readonly revisions: Pick<Revisions, "follow">;
  readonly log: Log;
}

/** A change that may end registrations, or decides whether a person's phones ring. */
export type PeopleChange =
  | { readonly kind: "person"; readonly username: string }
  | { readonly kind: "trunkRemoved" | "trunkSecret"; readonly name: string };

/** What telephones may do and reach; numbers and people of one realm. */
export interface PhonePeople {
  readonly realm: string;
  /** Sorted by number; empty for a realm of another phone system. */
  parkingLots(realm: string): readonly Lot[];
  /** Resolves a number of the realm; undefined for a realm of another phone system. */
  find(realm: string, number: string): DialTarget | undefined;
  /** The target of a direct number, in any notation; undefined for any other number. */
  findDirect(number: string): DialTarget | undefined;
  /** The page that opens with calls to a direct number, if the company allows it. */
  popPage(number: string): PopPage | undefined;
  /** FEATURE-5: the codes that telephones can dial now. */
  featureCodes(): readonly FeatureCode[];
  isEmergency(number: string): boolean;
  emergencyNumbers(): readonly string[];
  /** TOLL-3; a removed or suspended user may call no outside number. */
  outsideRight(userId: number, number: string): OutsideRight;
  /** Settings of this phone system's realm. */
  companySettings(): CompanySettings;
  /** TOLL-11: whether a number may be a person's caller id. */
  isOwnNumber(userId: number, number: string): boolean;
  /** Undefined for a removed user. */
  subscriber(userId: number): Subscriber | undefined;
  personNamed(username: string): Subscriber | undefined;
  personOf(userId: number): { readonly realm: string; readonly exten: string } | undefined;
  /** How calls from and to a person are handled. */
  settingsOf(person: Subscriber): PhoneSettings & Pick<DirectoryUser, "mayUseSoftphone" | "outgoing">;
  /** RT-19; a trunk has no rights. */
  mayDo(userId: number, act: PhoneAct): boolean;
  isBlocked(userId: number, callerNumber: string): boolean;
  /** The name that a callee's contacts give a caller. */
  callerName(userId: number, number: string): Promise<string | undefined>;
  readonly switches: FeatureSwitches;
  published(publication: Publication): Promise<PublishOutcome>;
  trunks(): readonly Trunk[];
  subscribe(listener: (change: PeopleChange) => void): () => void;
  /** Calls the listener when people, their rights or the company's settings were read again. Returns unsubscribe. */
  onRead(listener: () => void): () => void;
  stop(): void;
}

/** The id with which a phone system asks for the company itself. */
const COMPANY = 0;
const NO_RIGHTS = mergePermissions();

interface Snapshot {
  readonly revision: number;
  readonly entries: readonly NumberEntry[];
  readonly numbers: DialDirectory;
  readonly settings: RealmSettings;
  readonly featureCodes: readonly FeatureCode[];
  readonly ownNumbersOf: (extension: string) => readonly string[];
  readonly byUsername: ReadonlyMap<string, Subscriber>;
  readonly byId: ReadonlyMap<number, Subscriber>;
  readonly realmId: number | undefined;
}

/**
 * People and numbers are in memory, so that phone systems get them immediately. When the store's revision has changed, the
 * people who were changed are read again; everything, if more was changed. Resolves when they are first read.
 */
export async function createPhonePeople(deps: PhonePeopleDeps): Promise<PhonePeople> {
  const { store, handlings, toggles, realm, log } = deps;
  const activeOf = (toggle: string) => toggles.activeOf(realm, toggle);
  const live = { activeOf, now: deps.clock.now, featureCodes: deps.featureCodes };
  const read = async () => snapshotOf(await store.snapshot(realm), live);
  const changes = createListeners<[PeopleChange]>();
  const reads = createListeners<[]>();
  let snapshot = await read();

  const refresh = async (): Promise<void> => {
    const before = snapshot;
    const changed = await store.changesSince(realm, before.revision);
    snapshot = changed === undefined ? await read() : snapshotOf(withChanged(before, changed), live);
    for (const change of changesBetween(before, snapshot)) changes.tell(change);
    reads.tell();
    for (const { userId } of withoutSoftphone(before, snapshot)) await deps.sipCredentials.endOfSessions(userId);
  };

  const subscriber = (userId: number): Subscriber | undefined => snapshot.byId.get(userId);
  /** QUE-88: queues keep in mind who can be rung. */
  const stopSettings = handlings.subscribe((userId, after, before) => {
    const person = subscriber(userId);
    if (person !== undefined && after.doNotDisturb !== before.doNotDisturb)
      changes.tell({ kind: "person", username: person.username });
  });
  const stopReading = deps.revisions.follow("company", refresh);
  const find = (wanted: string, number: string): DialTarget | undefined =>
    wanted === realm ? snapshot.numbers.find(number) : undefined;
  const isEmergency = (number: string): boolean => snapshot.settings.emergency.numbers.includes(number);
  const outsideRightsOf = (person: Subscriber | undefined): Rights =>
    person === undefined || person.suspended ? NO_RIGHTS : person.rights;
  const rightOutside = (userId: number, number: string): OutsideRight =>
    outsideRight(
      userId === COMPANY ? "company" : outsideRightsOf(subscriber(userId)),
      number,
      snapshot.settings.company,
    );
  return {
    realm,
    stop: () => {
      stopSettings();
      stopReading();
    },
    parkingLots: (wanted) => (wanted === realm ? snapshot.numbers.lots : []),
    find,
    findDirect: (number) => snapshot.numbers.findDirect(number),
    popPage: (number) => {
      const page = snapshot.numbers.popPage(number);
      return page !== undefined && isAllowedPopUrl(page.url, snapshot.settings.company.screenPopOrigins)
        ? page
        : undefined;
    },
    featureCodes: () => snapshot.featureCodes,
    isEmergency,
    emergencyNumbers: () => snapshot.settings.emergency.numbers,
    outsideRight: rightOutside,
    companySettings: () => snapshot.settings.company,
    isOwnNumber: (userId, number) => {
      const extension = subscriber(userId)?.extension;
      return extension !== undefined && isOneOf(snapshot.ownNumbersOf(extension), number);
    },
    subscriber,
    personNamed: (username) => snapshot.byUsername.get(username),
    personOf: (userId) => {
      const person = subscriber(userId);
      return person === undefined ? undefined : { realm, exten: person.extension };
    },
    settingsOf: (person) => {
      const own = snapshot.ownNumbersOf(person.extension);
      const outgoing = outgoingIdentity(own);
      return {
        mayUseSoftphone: mayUseSoftphone(person),
        ...(outgoing === undefined ? {} : { outgoing }),
        ...withLiveForward(phoneSettings(handlings.of(person.userId), snapshot.settings, own), {
          suspended: person.suspended,
          isThere: (number) =>
            (find(realm, number) ?? snapshot.numbers.findDirect(number)) !== undefined || isEmergency(number),
        }),
      };
    },
    mayDo: (userId, act) => {
      const rights = subscriber(userId)?.rights ?? NO_RIGHTS;
      // QUE-92: to join a queue that does not list one.
      return act.kind === "joinQueue" ? canWrite(rights, "queues", act.queueId) : mayDo(rights, act);
    },
    isBlocked: (userId, callerNumber) => isBlocked(handlings.of(userId), callerNumber),
    callerName: createCallerNames({ contacts: deps.contacts, realmId: () => snapshot.realmId, subscriber, log }),
    switches: createFeatureSwitches({
      realm,
      handlings,
      toggles,
      subscriber,
      find,
      isEmergency,
      featureCodes: () => snapshot.featureCodes,
      outsideRight: rightOutside,
      isToggle: (number) => snapshot.numbers.isToggle(number),
    }),
    published: createPublishedSettings({ handlings, featureCodes: () => snapshot.featureCodes, subscriber }),
    trunks: () => snapshot.settings.trunks,
    subscribe: changes.subscribe,
    onRead: reads.subscribe,
  };
}

interface SnapshotDeps extends Pick<PhonePeopleDeps, "featureCodes"> {
  readonly activeOf: (toggle: string) => "A" | "B";
  readonly now: () => number;
}

type Stored = Awaited<ReturnType<DirectoryStore["snapshot"]>>;

function snapshotOf(
  { revision, realmId, numbers, subscribers, settings }: Stored,
  { activeOf, now, featureCodes }: SnapshotDeps,
): Snapshot {
  const conditions = new Map(settings.timeConditions.map((one) => [one.name, one]));
  const isOpen = (name: string): boolean => {
    const condition = conditions.get(name);
    return condition === undefined || holdsAt(condition, now());
  };
  return {
    revision,
    entries: numbers,
    realmId,
    settings,
    featureCodes: featureCodesWith(settings.company.featureChanges, featureCodes),
    ownNumbersOf: ownNumbers(numbers, settings),
    numbers: createDialDirectory(numbers, { activeOf, isOpen }),
    byUsername: new Map(subscribers.map((one) => [one.username, one])),
    byId: new Map(subscribers.map((one) => [one.userId, one])),
  };
}

function withChanged({ realmId, settings, entries, byId }: Snapshot, changed: ChangedPeople): Stored {
  const { revision, ids } = changed;
  const stays = (entry: NumberEntry): boolean => entry.kind !== "user" || !ids.has(entry.userId);
  return {
    revision,
    realmId,
    settings,
    numbers: [...entries.filter(stays), ...changed.numbers],
    subscribers: [...[...byId.values()].filter(({ userId }) => !ids.has(userId)), ...changed.subscribers],
  };
}

/** People who lost the right to the softphone: the secrets of their sessions end too. */
function withoutSoftphone(before: Snapshot, after: Snapshot): readonly Subscriber[] {
  return [...before.byId.values()].filter((person) => {
    const now = after.byId.get(person.userId);
    return now !== undefined && now !== person && mayUseSoftphone(person) && !mayUseSoftphone(now);
  });
}

function changesBetween(before: Snapshot, after: Snapshot): readonly PeopleChange[] {
  const changes: PeopleChange[] = [];
  for (const [username, old] of before.byUsername) {
    const now = after.byUsername.get(username);
    if (now === old) continue;
    const same =
      now !== undefined &&
      now.userId === old.userId &&
      now.extension === old.extension &&
      now.displayName === old.displayName &&
      mayUseSoftphone(now) === mayUseSoftphone(old);
    if (!same) changes.push({ kind: "person", username });
  }
  for (const { name, ha1Md5 } of before.settings.trunks) {
    const now = after.settings.trunks.find((one) => one.name === name);
    if (now === undefined) changes.push({ kind: "trunkRemoved", name });
    else if (now.ha1Md5 !== ha1Md5) changes.push({ kind: "trunkSecret", name });
  }
  return changes;
}
