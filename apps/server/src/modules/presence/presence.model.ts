import type { BuddyCall, BuddyMeeting, Presence } from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import { NO_PERSONAL_STATE, type PersonalState } from "../call-handling/index.ts";

/** A call as one of its sides sees it; while it is recorded, with the id of the recording. */
export type PersonCall = BuddyCall & { readonly monitorFile?: string };

/** What a person has published by PUBLISH (spec 1 §4, presence XML); undefined: nothing. */
export interface Published {
  readonly presence: "online" | "busy" | "away" | "onlunch" | "offline";
  readonly note?: string | undefined;
}

/** The complete state of a person's telephones. Without any event it is `strangerAt`. */
export interface Person {
  readonly realm: string;
  readonly userId: number;
  readonly exten: string;
  /** Undefined while no telephone is registered. */
  readonly registered: { readonly userAgent: string; readonly expiresSeconds: number } | undefined;
  readonly published: Published | undefined;
  /** Settings that are switched on; they apply without a telephone too. */
  readonly features: PersonalState;
  readonly mailbox: Mailbox;
  readonly calls: readonly PersonCall[];
  /** The video meeting that the person is in. */
  readonly meeting: BuddyMeeting | undefined;
  /** How the last call ended; sent with its end, then not used any more. */
  readonly lastEnd: CallEnd | undefined;
}

/** The contents of a person's voicemail box. */
export interface Mailbox {
  readonly newCount: number;
  readonly oldCount: number;
}

const EMPTY_MAILBOX: Mailbox = { newCount: 0, oldCount: 0 };

export interface CallEnd {
  readonly callid: string;
  readonly how: "TERMINATED" | "CANCELED" | "SIPERROR";
  /** The last SIP status, for a call that failed. */
  readonly cause?: number | undefined;
}

export type PersonAction =
  | { readonly type: "registered"; readonly userAgent: string; readonly expiresSeconds: number }
  | { readonly type: "unregistered" }
  | { readonly type: "published"; readonly published: Published | undefined }
  | { readonly type: "switched"; readonly features: PersonalState }
  | { readonly type: "counted"; readonly mailbox: Mailbox }
  | { readonly type: "met"; readonly meeting: BuddyMeeting | undefined }
  | { readonly type: "called"; readonly call: PersonCall }
  | { readonly type: "ended"; readonly end: CallEnd };

export const strangerAt = (at: Pick<Person, "realm" | "userId" | "exten">): Person => ({
  ...at,
  registered: undefined,
  published: undefined,
  features: NO_PERSONAL_STATE,
  mailbox: EMPTY_MAILBOX,
  calls: [],
  meeting: undefined,
  lastEnd: undefined,
});

/** Whether there is no state left to keep. */
export const isForgettable = ({ registered, published, features, mailbox, calls, meeting }: Person): boolean =>
  registered === undefined &&
  published === undefined &&
  calls.length === 0 &&
  meeting === undefined &&
  isDeepStrictEqual(mailbox, EMPTY_MAILBOX) &&
  isDeepStrictEqual(features, NO_PERSONAL_STATE);

/** RT-1: the presence machine. Returns the same object when an action changes nothing. */
export function stepPerson(person: Person, action: PersonAction): Person {
  switch (action.type) {
    case "registered": {
      const { userAgent, expiresSeconds } = action;
      // RT-2: a refresh changes nothing.
      if (person.registered?.userAgent === userAgent) return person;
      return { ...person, registered: { userAgent, expiresSeconds } };
    }
    case "unregistered":
      return person.registered === undefined ? person : { ...person, registered: undefined };
    case "published":
      return samePublished(person.published, action.published) ? person : { ...person, published: action.published };
    case "switched":
      return isDeepStrictEqual(person.features, action.features) ? person : { ...person, features: action.features };
    case "counted":
      return isDeepStrictEqual(person.mailbox, action.mailbox) ? person : { ...person, mailbox: action.mailbox };
    case "met":
      return person.meeting?.room === action.meeting?.room ? person : { ...person, meeting: action.meeting };
    case "called":
      return withCall(person, action.call);
    case "ended": {
      const calls = person.calls.filter(({ callid }) => callid !== action.end.callid);
      return calls.length === person.calls.length ? person : { ...person, calls, lastEnd: action.end };
    }
  }
}

function withCall(person: Person, call: PersonCall): Person {
  const before = person.calls.find(({ callid }) => callid === call.callid);
  if (before === undefined) return { ...person, calls: [...person.calls, call] };
  if (sameCall(before, call)) return person;
  return { ...person, calls: person.calls.map((one) => (one === before ? call : one)) };
}

/**
 * RT-1: a call takes precedence, and the earlier presence returns after it. Without a call: offline without a telephone,
 * busy with do not disturb, and otherwise what the person has published.
 */
export function presenceOf({ registered, published, features, calls }: Person, showsCalls: boolean): Presence {
  if (showsCalls && calls.some(({ state }) => state === "answered")) return "oncall";
  if (showsCalls && calls.length > 0) return "ringing";
  if (registered === undefined) return "offline";
  if (features.dnd) return "busy";
  return published?.presence ?? "online";
}

export function sameCall(one: PersonCall, other: PersonCall): boolean {
  return (
    one.callid === other.callid &&
    one.legCallid === other.legCallid &&
    one.user === other.user &&
    one.name === other.name &&
    one.kind === other.kind &&
    one.doing === other.doing &&
    one.state === other.state &&
    one.direction === other.direction &&
    one.channel === other.channel &&
    one.peerChannel === other.peerChannel &&
    one.peerOwners?.join() === other.peerOwners?.join() &&
    one.recording === other.recording &&
    one.monitorFile === other.monitorFile &&
    one.held === other.held &&
    one.startedAt === other.startedAt &&
    one.answeredAt === other.answeredAt
  );
}

function samePublished(one: Published | undefined, other: Published | undefined): boolean {
  return one?.presence === other?.presence && one?.note === other?.note;
}
