import type { Directory, DirectoryChange, DirectoryEntry, DirectoryUser, ParkingLot } from "@callpanel/phone-port";
import { createListeners } from "../../../kernel/bus/listeners.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import { toE164 } from "../../../kernel/text/phone-number.ts";
import type { DialTarget, Lot, Subscriber } from "../../../modules/directory/index.ts";
import type { PeopleChange, PhonePeople } from "../../../modules/telephony/index.ts";
import { presentTrunk, trunkHa1 } from "./outside-lines.ts";
import { createPhoneSecrets, type PhoneSecretsDeps } from "./phone-secrets.ts";

export interface PhoneDirectoryDeps {
  readonly people: PhonePeople;
  readonly sipCredentials: PhoneSecretsDeps["store"];
  readonly revisions: PhoneSecretsDeps["revisions"];
  readonly clock: Clock;
  readonly log: Log;
}

export interface PhoneDirectory {
  readonly directory: Directory;
  stop(): void;
}

/** An id that no account has: people's ids are above it, those of outside lines below. */
const NOT_A_PERSON = 0;

/** An outside line has one secret. */
const lineSecretId = (name: string): string => `line ${name}`;

/** People and numbers in the types of the phone system, with the secrets of their telephones. */
export function createPhoneDirectory({
  people,
  sipCredentials,
  revisions,
  clock,
  log,
}: PhoneDirectoryDeps): PhoneDirectory {
  const { realm } = people;
  const changes = createListeners<[DirectoryChange]>();
  const stopPeople = people.subscribe((change) => changes.tell(presentChange(realm, change)));
  const secrets = createPhoneSecrets({
    store: sipCredentials,
    revisions,
    clock,
    log,
    ended: (of) => changes.tell({ kind: "credential", ...of }),
  });

  const personNamed = (wanted: string, username: string): Subscriber | undefined =>
    wanted === realm ? people.personNamed(username) : undefined;
  const trunkNamed = (wanted: string, username: string) =>
    wanted === realm ? people.trunks().find(({ name }) => name === username) : undefined;
  const present = (person: Subscriber): DirectoryUser => ({
    id: person.userId,
    sipUsername: person.username,
    extension: person.extension,
    displayName: person.displayName,
    ...people.settingsOf(person),
  });
  /** VPHONE-1: a number that means something else keeps its meaning. */
  const videoRooms = (number: string, of: "number" | "outsideNumber"): DirectoryEntry | undefined => {
    const { video } = people.companySettings();
    const own = video[of];
    const isIt = own !== null && (own === number || (of === "outsideNumber" && toE164(own) === toE164(number)));
    return video.telephony && video.enabled && isIt ? { kind: "videoRooms", id: own, name: "Video rooms" } : undefined;
  };
  const entryOf = (target: DialTarget | undefined): DirectoryEntry | undefined => {
    if (target?.kind !== "user") return target;
    const person = people.subscriber(target.userId);
    return person === undefined ? undefined : { kind: "user", user: present(person) };
  };
  return {
    stop: () => {
      stopPeople();
      secrets.stop();
    },
    directory: {
      userBySipUsername: (wanted, username) => {
        const person = personNamed(wanted, username);
        if (person !== undefined) return present(person);
        const trunk = trunkNamed(wanted, username);
        return trunk === undefined ? undefined : presentTrunk(trunk);
      },
      credentials: (wanted, username, algorithm) => {
        const person = personNamed(wanted, username);
        const trunk = person === undefined ? trunkNamed(wanted, username) : undefined;
        if (trunk !== undefined) return [{ id: lineSecretId(username), ha1: trunkHa1(trunk, algorithm) }];
        // The store is queried for an unknown name too, so that the response takes the same time.
        return secrets.of(person?.userId ?? NOT_A_PERSON, algorithm);
      },
      knownCredential: (wanted, { sipUsername, credentialId, algorithm }) => {
        const person = personNamed(wanted, sipUsername);
        return person && secrets.known(credentialId, { userId: person.userId, algorithm });
      },
      credentialUsed: (use) => {
        if (use.credentialId !== lineSecretId(use.sipUsername)) secrets.used(use);
      },
      lookup: (wanted, number) => {
        if (wanted !== realm) return entryOf(people.find(wanted, number));
        return (
          entryOf(people.find(wanted, number)) ?? videoRooms(number, "number") ?? videoRooms(number, "outsideNumber")
        );
      },
      directNumber: (wanted, number) =>
        wanted === realm ? (entryOf(people.findDirect(number)) ?? videoRooms(number, "outsideNumber")) : undefined,
      popPage: (wanted, number) => (wanted === realm ? people.popPage(number) : undefined),
      trunks: (wanted) => (wanted === realm ? people.trunks().map(presentTrunk) : []),
      callerName: ({ id }, number) => people.callerName(id, number),
      isBlocked: ({ id }, callerNumber) => people.isBlocked(id, callerNumber),
      outsideCall: ({ id }, number) => people.outsideRight(id, number),
      emergencyNumbers: (wanted) => (wanted === realm ? people.emergencyNumbers() : []),
      ...people.switches,
      notifies: (of) => people.companySettings().notifies[of],
      mayDo: ({ id }, act) => people.mayDo(id, act),
      published: people.published,
      parkingLots: (wanted) => people.parkingLots(wanted).map(presentLot),
      subscribe: changes.subscribe,
    },
  };
}

/** The id of a lot is its number. */
function presentLot({ number, name, firstSlot, lastSlot, timeoutSeconds }: Lot): ParkingLot {
  return { id: number, name, extension: number, firstSlot, lastSlot, timeoutSeconds };
}

function presentChange(realm: string, change: PeopleChange): DirectoryChange {
  if (change.kind === "person") return { kind: "user", realm, sipUsername: change.username };
  const of = { realm, sipUsername: change.name };
  return change.kind === "trunkRemoved"
    ? { kind: "user", ...of }
    : { kind: "credential", ...of, credentialId: lineSecretId(change.name) };
}
