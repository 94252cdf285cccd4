/**
 * The dial plan: what a number means for a caller. Every kind of target (a dialled number, a forward, a transfer) is
 * resolved by `resolve`, so that the same rules apply to all. Rules: docs/spec/dialplan.md.
 */
import {
  looksOutside,
  matchFeatureCode,
  parseNumber,
  type Directory,
  type DirectoryEntry,
  type DirectoryUser,
  type FeatureCode,
  type Party,
} from "@callpanel/phone-port";

interface Place {
  readonly id: string;
  readonly name: string;
}

interface RoomPlace extends Place {
  /** Made on the spot for a three-way call. */
  readonly passing: boolean;
}

interface QueuePlace extends Place {
  /** Of those who call this number. */
  readonly priority: number;
}

/** `number` is without separators in all of them. */
export type Destination =
  | { readonly kind: "user"; readonly number: string; readonly user: DirectoryUser }
  | { readonly kind: "feature"; readonly number: string; readonly feature: FeatureCode; readonly target: string }
  | { readonly kind: "queue"; readonly number: string; readonly place: QueuePlace }
  | { readonly kind: "room"; readonly number: string; readonly place: RoomPlace }
  | { readonly kind: "lot"; readonly number: string; readonly place: Place }
  | { readonly kind: "slot"; readonly number: string; readonly place: Place }
  | { readonly kind: "box"; readonly number: string; readonly place: Place }
  | { readonly kind: "announcement"; readonly number: string; readonly place: Place }
  /** The number at which callers say by its own number which video room they mean. */
  | { readonly kind: "videoRooms"; readonly number: string; readonly place: Place }
  | { readonly kind: "outside"; readonly number: string }
  | { readonly kind: "emergency"; readonly number: string }
  | { readonly kind: "nothing"; readonly number: string; readonly why: "invalid" | "unknown" | "unknownFeature" };

/** How a destination is shown to the party that is connected to it. */
export function destinationParty(destination: Destination): Party {
  const { number } = destination;
  switch (destination.kind) {
    case "user": {
      const { id, extension, displayName } = destination.user;
      return { number: extension, name: displayName, userId: id };
    }
    case "feature":
    case "outside":
    case "emergency":
    case "nothing":
      return { number, name: "" };
    case "room":
    case "queue":
    case "announcement":
      return { number, name: destination.place.name, kind: destination.kind };
    case "videoRooms":
      return { number, name: destination.place.name, kind: "videoRoom" };
    case "box":
      return { number, name: destination.place.name, kind: "mailbox" };
    case "lot":
    case "slot":
      return { number, name: destination.place.name, kind: "parking" };
  }
}

export interface DialPlan {
  /**
   * `dialled` is unchanged input: the user part of a Request-URI, a tel number, a typed text, or a SIP username of the
   * realm.
   */
  resolve(dialled: string, caller: DirectoryUser): Promise<Destination>;
  /** Whether it leads to an emergency service, for any caller. */
  isEmergency(dialled: string): Promise<boolean>;
}

/** Spec 2 §9: the prefix and eight digits. */
const THREE_WAY_ROOM = /^3WC-[0-9]{8}$/;

/** FEATURE-8: the echo test, with or without a code for it. */
const ECHO_TEST = "ECHO-TEST";
const ECHO_FEATURE: FeatureCode = { name: "echo", code: ECHO_TEST, target: "none" };

function threeWayRoom(number: string): Destination {
  return { kind: "room", number, place: { id: number, name: "Three-way conference", passing: true } };
}

/** Spec 2 §9: the code and the owner's extension; the code alone is the caller's own. */
function personalRoom(number: string): Destination {
  return { kind: "room", number, place: { id: number, name: "", passing: false } };
}

export function createDialPlan(deps: {
  readonly directory: Directory;
  readonly realm: string;
  readonly featureCodes: () => readonly FeatureCode[];
}): DialPlan {
  const { directory, realm, featureCodes } = deps;

  const isEmergency = async (dialled: string): Promise<boolean> =>
    (await directory.emergencyNumbers?.(realm))?.includes(parseNumber(dialled) ?? "") ?? false;

  const lookUp = async (number: string): Promise<Destination> => {
    if (directory.emergencyNumbers !== undefined && (await isEmergency(number))) return { kind: "emergency", number };
    return placeOf(number, await directory.lookup(realm, number)) ?? elsewhere(number);
  };

  /** Everything that a call from outside may reach. */
  const fromOutside = async (dialled: string): Promise<Destination> => {
    const number = parseNumber(dialled);
    const place = number === undefined ? undefined : placeOf(number, await directory.directNumber?.(realm, number));
    return place ?? { kind: "nothing", number: number ?? "", why: "unknown" };
  };

  const placeOf = (number: string, entry: DirectoryEntry | undefined): Destination | undefined => {
    if (entry?.kind === "user") return { kind: "user", number, user: entry.user };
    if (entry?.kind === "room") {
      const { id, name } = entry;
      return { kind: "room", number, place: { id, name, passing: false } };
    }
    if (entry?.kind === "queue") {
      const { id, name, priority = 0 } = entry;
      return { kind: "queue", number, place: { id, name, priority } };
    }
    return entry && { kind: entry.kind, number, place: { id: entry.id, name: entry.name } };
  };

  const elsewhere = (number: string): Destination =>
    looksOutside(number) ? { kind: "outside", number } : { kind: "nothing", number, why: "unknown" };

  const byName = async (name: string): Promise<Destination> => {
    const user = await directory.userBySipUsername(realm, name);
    // An outside line has a SIP username too. A call to it would bypass the checks for outside calls.
    if (user !== undefined && user.trunk !== true) return { kind: "user", number: user.extension, user };
    return { kind: "nothing", number: "", why: "invalid" };
  };

  return {
    isEmergency,
    resolve: async (dialled, caller) => {
      if (caller.trunk === true) return fromOutside(dialled);
      if (THREE_WAY_ROOM.test(dialled)) return threeWayRoom(dialled);
      if (dialled === ECHO_TEST) return { kind: "feature", number: ECHO_TEST, feature: ECHO_FEATURE, target: "" };
      const number = parseNumber(dialled);
      if (number === undefined) return byName(dialled);
      if (!/^[*#]/.test(number)) return lookUp(number);
      const match = matchFeatureCode(number, featureCodes());
      if (match?.feature.name === "personalconf")
        return personalRoom(match.feature.code + (match.target || caller.extension));
      if (match !== undefined) return { kind: "feature", number, feature: match.feature, target: match.target };
      return { kind: "nothing", number, why: "unknownFeature" };
    },
  };
}
