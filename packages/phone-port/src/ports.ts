/** What the phone system needs from outside: time, people, a place for call records, a log, sockets. */
import type {
  EmergencyIdentity,
  FollowMePlan,
  OutgoingIdentity,
  OutsideRight,
  PhoneKind,
  PopPage,
  SwitchOutcome,
} from "./handling.port.ts";
import type { RecordingMark } from "@callpanel/media";

/** A port may answer at once or later; at once is faster, since nothing then waits for a turn of the event loop. */
export type Answer<T> = T | Promise<T>;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `ms`; the answer cancels. */
  setTimeout(run: () => void, ms: number): () => void;
}

export interface Log {
  debug(message: string, facts?: Readonly<Record<string, unknown>>): void;
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

/** Digest algorithms of RFC 8760 that the registrar offers. */
export type DigestAlgorithm = "MD5" | "SHA-256";

export interface DirectoryUser {
  readonly id: number;
  /** User part of the address of record, and the username of the digest, e.g. `alice` in `sip:alice@demo`. */
  readonly sipUsername: string;
  readonly extension: string;
  /** What a callee reads; hostile text is allowed here, call control cleans it before it enters a header. */
  readonly displayName: string;
  /** False refuses every SIP request of the user with 403, and calls to the user with 480. */
  readonly mayUseSoftphone: boolean;
  readonly doNotDisturb: boolean;
  /** False makes the user busy while on another call. */
  readonly callWaiting: boolean;
  /** Which kinds of phones answer an intercom call by themselves; the others ring. Undefined: all of them. */
  readonly allowsIntercom?: Readonly<Record<PhoneKind, boolean>>;
  /** Where every call for the person goes instead: any number that they might dial. */
  readonly forward?: string;
  readonly followMe?: FollowMePlan;
  /** Undefined: whoever is outside is shown no number. */
  readonly outgoing?: OutgoingIdentity;
  readonly emergency?: EmergencyIdentity;
  /** An outside line: the account of a gateway, which brings calls from outside and takes those that go there. */
  readonly trunk?: true;
  /** Simultaneous calls; undefined takes `settings.callsPerUser`. */
  readonly callLimit?: number;
}

/** What somebody does by a telephone to a person's call, or to their telephone; ids are those of people. */
export type PhoneAct =
  /** Listening in (`spy`), taking what rings (`pickup`), opening a microphone without being heard (`silenticom`). */
  | { readonly kind: "listen" | "pickUp" | "hearIntercom"; readonly userId: number }
  /** Recording the leg of these people (`ondemandrecording`). */
  | { readonly kind: "record"; readonly owners: readonly number[] }
  /** Talking to whoever waits in a slot; `isParty`: they parked them, or wait there themselves. */
  | { readonly kind: "retrieve"; readonly isParty: boolean };

/** What stands behind a number of the realm. */
export type DirectoryEntry =
  | { readonly kind: "user"; readonly user: DirectoryUser }
  /** `locked` rooms ask for a PIN. */
  | { readonly kind: "room"; readonly id: string; readonly name: string; readonly locked?: boolean }
  | {
      readonly kind: "queue" | "lot" | "slot" | "box" | "announcement";
      readonly id: string;
      readonly name: string;
    };

/**
 * `user`: somebody's flags, name or permission changed; an unknown or refused user's registrations are dropped.
 * `credential`: one of the user's secrets ended: what signed in by it is dropped, what signed in by another stays.
 */
export type DirectoryChange =
  | { readonly kind: "user"; readonly realm: string; readonly sipUsername: string }
  | {
      readonly kind: "credential";
      readonly realm: string;
      readonly sipUsername: string;
      readonly credentialId: string;
    };

/** One of the secrets by which a user's phones prove who they are: each phone or browser may have its own. */
export interface SipCredential {
  /** Names the secret, and is none. */
  readonly id: string;
  /** HA1 of RFC 7616 §3.4.2 in lower-case hex: 32 characters for MD5, 64 for SHA-256. */
  readonly ha1: string;
}

/** A request was proved by a credential. */
export interface CredentialUse {
  readonly credentialId: string;
  readonly realm: string;
  readonly sipUsername: string;
  /** Empty when the phone does not say. */
  readonly userAgent: string;
  readonly remoteAddress: string;
}

/** A place to park calls: `extension` is what a call is sent to, the slots are what is dialled to have it back. */
export interface ParkingLot {
  /** As `lookup` gives it for the extension and the slots. */
  readonly id: string;
  readonly name: string;
  readonly extension: string;
  readonly firstSlot: number;
  readonly lastSlot: number;
  /** After this the call returns to whoever parked it. */
  readonly timeoutSeconds: number;
}

/** The number of a caller who withholds it. */
export const ANONYMOUS_NUMBER = "anonymous";

/** What a person's telephone says of them by PUBLISH (RFC 3903); `expiresSeconds` 0 withdraws what was said before. */
export interface Publication {
  readonly userId: number;
  readonly eventPackage: string;
  readonly body: string;
  readonly expiresSeconds: number;
}

/**
 * What becomes of a publication. `known`: it says how a setting stands here already, and is told to nobody; `foreign`: it
 * speaks of somebody else, and is refused.
 */
export type PublishOutcome = "taken" | "known" | "foreign";

/** People and numbers. Answers are read afresh for every request; nothing is cached past it, so the adapter may cache. */
export interface Directory {
  userBySipUsername(realm: string, sipUsername: string): Answer<DirectoryUser | undefined>;
  /** The secrets that hold now, at most some dozens; empty when the user or the algorithm is unknown. */
  credentials(realm: string, sipUsername: string, algorithm: DigestAlgorithm): Answer<readonly SipCredential[]>;
  /** Hears of every request that is proved by a credential: when and by whom it was last used. */
  credentialUsed?(use: CredentialUse): void;
  /**
   * What a number of the realm leads to: an extension, a direct number (DID) or a service. `number` is stripped to digits,
   * star, hash and an optional leading plus (spec 1 §5); national spellings of a DID are the directory's to match.
   */
  lookup(realm: string, number: string): Answer<DirectoryEntry | undefined>;
  /** A directory without it has no parking. */
  parkingLots?(realm: string): Answer<readonly ParkingLot[]>;
  /** Whether somebody's blacklist has a caller; `ANONYMOUS_NUMBER` stands for one whose number is not known. */
  isBlocked?(user: DirectoryUser, callerNumber: string): Answer<boolean>;
  /** What a person's contacts call a number from outside, or one that they call outside. */
  callerName?(user: DirectoryUser, number: string): Answer<string | undefined>;
  /** What a direct number (DID) leads to, in any spelling: all that a call from outside may reach. */
  directNumber?(realm: string, number: string): Answer<DirectoryEntry | undefined>;
  /** The page that opens with calls to a direct number. */
  popPage?(realm: string, number: string): Answer<PopPage | undefined>;
  /** The outside lines, in the order in which they are tried; each has `trunk`. A directory without any has no outside. */
  trunks?(realm: string): Answer<readonly DirectoryUser[]>;
  /**
   * Whether a person may bring a call to a number outside, as it was dialled. It is asked for whoever is responsible; id 0 is the
   * company itself, whose announcements send callers on.
   */
  outsideCall(user: DirectoryUser, number: string): Answer<OutsideRight>;
  /** Numbers of emergency services and their test numbers, as they are dialled: 911, 933. */
  emergencyNumbers?(realm: string): Answer<readonly string[]>;
  /** Switches a user's do-not-disturb over, and answers how it stands then. A directory without it has no such code. */
  toggleDoNotDisturb?(userId: number): Answer<boolean>;
  /** Keeps what a telephone publishes; it is answered when that is done, and 500 when it fails. */
  published?(publication: Publication): Answer<PublishOutcome>;
  /** Forwards a user's calls to a number from now on. As with the other switches, a directory without it has no such code. */
  setForward?(userId: number, number: string): Answer<SwitchOutcome>;
  /** Switches a user's forward off, or on again with its last number. */
  toggleForward?(userId: number): Answer<SwitchOutcome>;
  toggleFollowMe?(userId: number): Answer<SwitchOutcome>;
  /** Turns a toggle destination over, as a user may. */
  flipToggleDestination?(userId: number, toggleId: number): Answer<SwitchOutcome>;
  /**
   * Whether people are told by a beep that somebody listens to them, or has sent them into a room without being in their call.
   * A directory without it tells nobody.
   */
  notifies?(of: "listened" | "moved"): boolean;
  /** Whether somebody may do that, asked at the moment it is done. A directory without it allows none of it. */
  mayDo?(by: DirectoryUser, act: PhoneAct): boolean;
  subscribe(listener: (change: DirectoryChange) => void): () => void;
}

/** Counts guesses at secrets together with those of the other ways in, before they are checked. */
export interface GuessGuard {
  begin(attempt: { readonly name: string; readonly address: string }): GuessAdmission;
}

/** Somebody keys in a PIN. */
export interface PinAttempt {
  readonly pin: string;
  /** Whose telephone it is: the same text for the same caller. */
  readonly caller: string;
}

/** A try that was admitted counts as wrong unless it is said to be right, or to have been none. */
export type GuessAdmission =
  | { readonly admitted: false; readonly seconds: number }
  | { readonly admitted: true; succeeded(): void; withdrawn(): void };

/** Takes the record of every call once, when it ends. A failure is logged and never disturbs a call. */
export interface CallLedger {
  callEnded(record: CallRecord): Answer<void>;
}

/** An outside call that a person is responsible for, or the company itself (id 0). */
export interface BegunOutside {
  readonly userId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Keeps which outside calls began, so that a restart gives nobody a new hour (TOLL-7). */
export interface OutsideCallBook {
  /** Those of the hour before this start. */
  readonly begun: readonly BegunOutside[];
  /** One begins now. A failure to keep it is the book's to log, and stops no call. */
  begin(call: BegunOutside): void;
}

/** Where recordings go. The media workers write there themselves. */
export interface RecordingFolder {
  /** The path of a new file, absolute; `id` is lower-case letters and digits. */
  pathOf(id: string): string;
}

/** The server's side of one WebSocket of `/sip`. */
export interface SipSocket {
  send(frame: string): void;
  /** RFC 6455 close codes; 1009 for an oversized frame, 1008 for abuse, 1001 on shutdown. */
  close(code: number, reason: string): void;
  /** The client's address, as the locks on wrong passwords count it (behind a proxy: the forwarded one). */
  readonly remoteAddress: string;
  /** As what connections are counted; default: the address. */
  readonly network?: string;
  /** Bytes accepted by `send` and not yet on the wire; a connection past `settings.sendBufferBytes` is closed. */
  readonly bufferedAmount?: number;
}

/** What the server calls as the WebSocket lives. */
export interface SipSocketHandlers {
  receive(frame: string | Uint8Array): void;
  closed(): void;
}

/** What a party is that is neither a person of the realm nor somebody outside. */
export type ServiceKind =
  /** A caller leaves a message there; the name is the owner's. */
  | "mailbox"
  /** Somebody listens to messages. */
  | "messages"
  | "room"
  /** A slot of a parking lot, whose name it has. */
  | "parking"
  | "announcement"
  /** Somebody listens in on a person. */
  | "listening"
  /** Echo, music and other codes. */
  | "service";

/** A party as it appears in events and records; ids only for people of the realm. */
export interface Party {
  readonly number: string;
  readonly name: string;
  readonly userId?: number;
  /** Absent for people, inside and outside. */
  readonly kind?: ServiceKind;
}

/** Averages over the time in which a phone received sound, as the phone says them. */
export interface PhoneQuality {
  /** 1 to 4.5 by the E-model (ITU-T G.107). */
  readonly mos: number;
  readonly jitterMs: number;
  readonly lossPercent: number;
  /** What was measured. */
  readonly seconds: number;
  /** Missing when the phone does not know it. */
  readonly roundTripMs?: number;
}

/** What this system counted, and beside it what the phone says. */
export interface LegQuality {
  readonly phone?: PhoneQuality;
  readonly codec: string | undefined;
  readonly packetsReceived: number;
  readonly packetsSent: number;
  readonly packetsLost: number;
  readonly jitterMs: number;
}

/**
 * How a call ended, as one word: `answered` spoke (whoever hung up); `cancelled` by the caller before an answer; `busy` 486
 * (busy, do not disturb, limit); `rejected` 603; `noAnswer` rang out; `unavailable` nobody registered, or 480; `notFound`
 * no such number; `failed` all else.
 */
export type Disposition =
  | "answered"
  | "cancelled"
  | "busy"
  | "rejected"
  | "noAnswer"
  | "unavailable"
  | "notFound"
  | "failed";

export interface CallRecord {
  readonly id: string;
  readonly realm: string;
  /** Milliseconds since the epoch; `answeredAt` is missing when nobody answered. */
  readonly startedAt: number;
  readonly answeredAt?: number;
  readonly endedAt: number;
  readonly from: Party;
  readonly to: Party;
  /** What was dialled, stripped. */
  readonly dialledNumber: string;
  /** Who has forwarded it on its way to `to`, in order. */
  readonly forwardedBy?: readonly Party[];
  /** Who sent the caller there, by a transfer or an order: somebody other than the caller. */
  readonly sentBy?: Party;
  /** People whose phones it did not ring, because of what they have set. */
  readonly divertedFrom?: readonly DivertedFrom[];
  /** `internal` between people or services of the realm; the others by an outside line. */
  readonly direction: "internal" | "inbound" | "outbound";
  readonly disposition: Disposition;
  /** True for every disposition but `answered` and `cancelled`. */
  readonly failed: boolean;
  readonly endedBy: "caller" | "callee" | "system";
  /** A short reason for people who read logs, e.g. `hangup`, `no answer`, `connection lost`. */
  readonly endReason: string;
  /** The last SIP status the caller was given. */
  readonly sipStatus: number;
  /** Only for answered calls; a side is missing when its media could not be asked. */
  readonly quality: { readonly caller?: LegQuality; readonly callee?: LegQuality };
  /** Of the legs that were in it; one that is moved keeps its id, and so tells which calls belong together. */
  readonly legIds: readonly string[];
  /** In the order in which they began; a recording that went with its leg to another call is in the records of both. */
  readonly recordings: readonly CallRecording[];
}

/** Somebody whose own setting kept a call from their phones (docs/spec/diverted-calls.md). */
export interface DivertedFrom {
  readonly party: Party;
  readonly why: "doNotDisturb" | "forward";
  /** Where a forward sent it, as it is set; empty for do not disturb. */
  readonly to: string;
  /** As the person may know them. */
  readonly caller: Party;
}

/** The part of a recording that belongs to one call. */
export interface CallRecording {
  /** Of the file. */
  readonly id: string;
  /** SIP username of whoever asked for it. */
  readonly by: string;
  /** Whose side was recorded: left is what they said. */
  readonly of: Party;
  /** When the part begins, ms since the epoch, and where in the file. */
  readonly startedAt: number;
  readonly offsetMs: number;
  readonly durationMs: number;
  /** Pauses that touch the part; their offsets are the file's. */
  readonly marks: readonly RecordingMark[];
}

export type FarKind = NonNullable<Party["kind"]> | "person" | "outside";

/** What a party is, as X-Far-End has it. */
export function farKindOf({ kind, userId }: Party): FarKind {
  return kind ?? (userId === undefined ? "outside" : "person");
}
