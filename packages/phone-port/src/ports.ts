/** Dependencies of the phone system: time, people, a store for call records, a log, sockets. */
import type {
  EmergencyIdentity,
  FollowMePlan,
  LineClass,
  OutgoingIdentity,
  OutsideRight,
  PhoneKind,
  PopPage,
  SwitchOutcome,
} from "./handling.port.ts";
import type { RecordingMark } from "@callpanel/media";

/** A port may return a value or a promise. A value is faster, since no turn of the event loop passes. */
export type MaybePromise<T> = T | Promise<T>;

/** Languages that the phone system speaks to callers. */
export type SpokenLanguage = "en" | "fr";

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `ms`; returns a function that cancels. */
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
  /** The name that a callee sees; it may be hostile text, which call control cleans before it enters a header. */
  readonly displayName: string;
  /** False: every SIP request of the user gets 403, and calls to the user get 480. */
  readonly mayUseSoftphone: boolean;
  readonly doNotDisturb: boolean;
  /** False makes the user busy while on another call. */
  readonly callWaiting: boolean;
  /** Which kinds of phones answer an intercom call automatically; the others ring. Undefined: all of them. */
  readonly allowsIntercom?: Readonly<Record<PhoneKind, boolean>>;
  /** Where every call for the person goes instead: any number that they may dial. */
  readonly forward?: string;
  readonly followMe?: FollowMePlan;
  /** Undefined: outside parties see no number. */
  readonly outgoing?: OutgoingIdentity;
  readonly emergency?: EmergencyIdentity;
  /** An outside line: the account of a gateway, which brings calls from outside and takes calls to outside. */
  readonly trunk?: true;
  /** Simultaneous calls; undefined takes `settings.callsPerUser`. */
  readonly callLimit?: number;
  /** Calls that an outside line takes; undefined: all. */
  readonly lineClasses?: readonly LineClass[];
}

/** Actions of a person, by telephone, on another person's call or telephone; ids are user ids. */
export type PhoneAct =
  /** Listening in (`spy`), taking a ringing call (`pickup`), opening a microphone without being heard (`silenticom`). */
  | { readonly kind: "listen" | "pickUp" | "hearIntercom"; readonly userId: number }
  /** Recording the leg of these people (`ondemandrecording`). */
  | { readonly kind: "record"; readonly owners: readonly number[] }
  /** Joining a queue that does not list them, and leaving it (`adhoc`, `unadhoc`). */
  | { readonly kind: "joinQueue"; readonly queueId: string }
  /** Talking to a parked caller; `isParty`: the person parked them, or is the parked caller. */
  | { readonly kind: "retrieve"; readonly isParty: boolean };

/** The destination of a number of the realm. */
export type DirectoryEntry =
  | { readonly kind: "user"; readonly user: DirectoryUser }
  /** Callers of this number are served before those with a lower priority; default 0. */
  | { readonly kind: "queue"; readonly id: string; readonly name: string; readonly priority?: number }
  | {
      readonly kind: "lot" | "slot" | "box" | "announcement" | "room" | "videoRooms";
      readonly id: string;
      readonly name: string;
    };

/**
 * `user`: a user's flags, name or permission changed; the registrations of an unknown or refused user are dropped.
 * `credential`: one of the user's secrets ended: what authenticated with it is dropped, what authenticated with another
 * one stays.
 */
export type DirectoryChange =
  | { readonly kind: "user"; readonly realm: string; readonly sipUsername: string }
  | {
      readonly kind: "credential";
      readonly realm: string;
      readonly sipUsername: string;
      readonly credentialId: string;
    };

/** One of the secrets with which a user's phones authenticate: each phone or browser may have its own. */
export interface SipCredential {
  /** Identifies the secret, and is not secret itself. */
  readonly id: string;
  /** HA1 of RFC 7616 §3.4.2 in lower-case hex: 32 characters for MD5, 64 for SHA-256. */
  readonly ha1: string;
}

/** A request was authenticated with a credential. */
export interface CredentialUse {
  readonly credentialId: string;
  readonly realm: string;
  readonly sipUsername: string;
  /** Empty when the phone does not say. */
  readonly userAgent: string;
  readonly remoteAddress: string;
}

/** A place to park calls: a call is sent to `extension`, and retrieved by dialling its slot. */
export interface ParkingLot {
  /** As `lookup` returns it for the extension and the slots. */
  readonly id: string;
  readonly name: string;
  readonly extension: string;
  readonly firstSlot: number;
  readonly lastSlot: number;
  /** After this time the call returns to its parker. */
  readonly timeoutSeconds: number;
}

/** The number of a caller who withholds it. */
export const ANONYMOUS_NUMBER = "anonymous";

/**
 * A person's state, published by their telephone with PUBLISH (RFC 3903); `expiresSeconds` 0 withdraws the earlier
 * state.
 */
export interface Publication {
  readonly userId: number;
  readonly eventPackage: string;
  readonly body: string;
  readonly expiresSeconds: number;
}

/**
 * The result of a publication. `known`: the setting already has this state, and nothing is reported; `foreign`: it is
 * about another person, and is refused.
 */
export type PublishOutcome = "taken" | "known" | "foreign";

/** People and numbers. The phone system reads values for every request and caches none of them, so the adapter may cache. */
export interface Directory {
  userBySipUsername(realm: string, sipUsername: string): MaybePromise<DirectoryUser | undefined>;
  /** The valid secrets, at most some dozens; empty when the user or the algorithm is unknown. */
  credentials(realm: string, sipUsername: string, algorithm: DigestAlgorithm): MaybePromise<readonly SipCredential[]>;
  /**
   * A credential of the user that was used before, as far as it is known without asking anyone: it may have ended up to
   * half a second ago, and then the change to say so is on its way.
   */
  knownCredential?(
    realm: string,
    of: { readonly sipUsername: string; readonly credentialId: string; readonly algorithm: DigestAlgorithm },
  ): SipCredential | undefined;
  /** Called for every request that was authenticated with a credential: when it was last used, and by which phone. */
  credentialUsed?(use: CredentialUse): void;
  /**
   * What a number of the realm leads to: an extension, a direct number (DID) or a service. `number` has only digits,
   * star, hash and an optional leading plus (spec 1 §5); the directory matches national spellings of a DID.
   */
  lookup(realm: string, number: string): MaybePromise<DirectoryEntry | undefined>;
  /** Without it there is no parking. */
  parkingLots?(realm: string): MaybePromise<readonly ParkingLot[]>;
  /** Whether a caller is on a person's blacklist; `ANONYMOUS_NUMBER` for a caller without a known number. */
  isBlocked?(user: DirectoryUser, callerNumber: string): MaybePromise<boolean>;
  /** The name that a person's contacts have for an outside caller or an outside callee. */
  callerName?(user: DirectoryUser, number: string): MaybePromise<string | undefined>;
  /** What a direct number (DID) leads to, in any spelling: calls from outside can reach only these. */
  directNumber?(realm: string, number: string): MaybePromise<DirectoryEntry | undefined>;
  /** The page that opens with calls to a direct number. */
  popPage?(realm: string, number: string): MaybePromise<PopPage | undefined>;
  /** The outside lines, in the order in which they are tried; each has `trunk`. Without them there are no outside calls. */
  trunks?(realm: string): MaybePromise<readonly DirectoryUser[]>;
  /**
   * Whether a person may call an outside number, as it was dialled. It is called for the responsible person; id 0 is
   * the company itself, with whose rights announcements send callers on.
   */
  outsideCall(user: DirectoryUser, number: string): MaybePromise<OutsideRight>;
  /** Numbers of emergency services and their test numbers, as they are dialled: 911, 933. */
  emergencyNumbers?(realm: string): MaybePromise<readonly string[]>;
  /** Toggles a user's do not disturb and returns the new state. Without it the feature code does not exist. */
  toggleDoNotDisturb?(userId: number): MaybePromise<boolean>;
  /** Stores what a telephone publishes. The response is sent when that is done, and is 500 when it fails. */
  published?(publication: Publication): MaybePromise<PublishOutcome>;
  /**
   * From now on forwards a user's calls to a number. As with the other settings, without it the feature code does not
   * exist.
   */
  setForward?(userId: number, number: string): MaybePromise<SwitchOutcome>;
  /** Turns a user's forward off, or on again with its last number. */
  toggleForward?(userId: number): MaybePromise<SwitchOutcome>;
  toggleFollowMe?(userId: number): MaybePromise<SwitchOutcome>;
  /** Toggles a toggle destination, if the user may. */
  flipToggleDestination?(userId: number, toggleId: number): MaybePromise<SwitchOutcome>;
  /**
   * Whether people hear a beep when another person listens to them, or has sent them into a room without being in their
   * call. Without it they do not.
   */
  notifies?(of: "listened" | "moved"): boolean;
  /** Whether a person may do an action, checked at the moment of the action. Without it nothing is allowed. */
  mayDo?(by: DirectoryUser, act: PhoneAct): boolean;
  subscribe(listener: (change: DirectoryChange) => void): () => void;
}

/** Counts guesses of secrets, together with those of the other sign-in ways, before they are checked. */
export interface GuessGuard {
  begin(attempt: { readonly name: string; readonly address: string }): MaybePromise<GuessAdmission>;
}

/** An attempt to enter a PIN. */
export interface PinAttempt {
  readonly pin: string;
  /** The telephone of the attempt: the same text for the same caller. */
  readonly caller: string;
}

/** An admitted attempt counts as wrong unless it is reported as right, or as not an attempt. */
export type GuessAdmission =
  | { readonly admitted: false; readonly seconds: number }
  | { readonly admitted: true; succeeded(): MaybePromise<void>; withdrawn(): MaybePromise<void> };

/** Stores the record of every call once, when it ends. A failure is logged and does not affect a call. */
export interface CallLedger {
  callEnded(record: CallRecord): MaybePromise<void>;
}

/** An outside call for which a person, or the company itself (id 0), is responsible. */
export interface BegunOutside {
  readonly userId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Stores which outside calls began, so that a restart does not reset the hour (TOLL-7). */
export interface OutsideCallBook {
  /** The calls of the hour before this start. */
  readonly begun: readonly BegunOutside[];
  /** A call begins now. The book logs a failure to store it; the call is not affected. */
  begin(call: BegunOutside): void;
}

/** Where recordings are stored. The media workers write the files themselves. */
export interface RecordingFolder {
  /** The path of a new file, absolute; `id` is lower-case letters and digits. */
  pathOf(id: string): string;
}

/** The server's side of one WebSocket of `/sip`. */
export interface SipSocket {
  send(frame: string): void;
  /** RFC 6455 close codes; 1009 for an oversized frame, 1008 for abuse, 1001 on shutdown. */
  close(code: number, reason: string): void;
  /** The client's address, as the locks on wrong passwords count it (behind a proxy: the forwarded address). */
  readonly remoteAddress: string;
  /** The name under which connections are counted; default: the address. */
  readonly network?: string;
  /** Bytes accepted by `send` and not sent so far; a connection above `settings.sendBufferBytes` is closed. */
  readonly bufferedAmount?: number;
}

/** The server calls these during the life of the WebSocket. */
export interface SipSocketHandlers {
  receive(frame: string | Uint8Array): void;
  closed(): void;
}

/** Kinds of parties besides people of the realm and outside parties. */
export type ServiceKind =
  /** A caller leaves a message there; the name is the owner's. */
  | "mailbox"
  /** A person listens to messages. */
  | "messages"
  | "room"
  /** A slot of a parking lot; the name is that of the lot. */
  | "parking"
  | "announcement"
  /** Rooms with pictures, by the number that is dialled for all of them. */
  | "videoRoom"
  /** A caller waits there, or was there before an agent answered. */
  | "queue"
  /** A person listens in on another person. */
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

/** Averages over the time in which a phone received audio, as the phone reports them. */
export interface PhoneQuality {
  /** 1 to 4.5 by the E-model (ITU-T G.107). */
  readonly mos: number;
  readonly jitterMs: number;
  readonly lossPercent: number;
  /** Length of the measured time. */
  readonly seconds: number;
  /** Missing when the phone does not know it. */
  readonly roundTripMs?: number;
}

/** Our own counts, and the phone's report. */
export interface LegQuality {
  readonly phone?: PhoneQuality;
  readonly codec: string | undefined;
  readonly packetsReceived: number;
  readonly packetsSent: number;
  readonly packetsLost: number;
  readonly jitterMs: number;
}

/**
 * How a call ended, as one word: `answered` (no matter who hung up); `cancelled` by the caller before an answer;
 * `transferred`: given up before an answer, because the caller sent somebody else to the same number (XFER-11); `busy`
 * 486 (busy, do not disturb, limit); `rejected` 603; `noAnswer` not answered in time; `unavailable` no registered
 * phone, or 480; `notFound` no such number; `failed` all others.
 */
export type Disposition =
  | "answered"
  | "cancelled"
  | "transferred"
  | "busy"
  | "rejected"
  | "noAnswer"
  | "unavailable"
  | "notFound"
  | "failed";

export interface CallRecord {
  readonly id: string;
  readonly realm: string;
  /** Milliseconds since the epoch; `answeredAt` is missing when the call was not answered. */
  readonly startedAt: number;
  readonly answeredAt?: number;
  readonly endedAt: number;
  readonly from: Party;
  readonly to: Party;
  /** The agent who answered a call of a queue, which is `to`. */
  readonly answeredBy?: Party;
  /** The dialled number, without separators. */
  readonly dialledNumber: string;
  /** The people who forwarded it on its way to `to`, in order. */
  readonly forwardedBy?: readonly Party[];
  /** The person other than the caller who sent the caller there, by a transfer or a command. */
  readonly sentBy?: Party;
  /** People whose phones did not ring because of their settings. */
  readonly divertedFrom?: readonly DivertedFrom[];
  /** `internal`: between people or services of the realm; the others: over an outside line. */
  readonly direction: "internal" | "inbound" | "outbound";
  readonly disposition: Disposition;
  /** True for every disposition but `answered`, `cancelled` and `transferred`. */
  readonly failed: boolean;
  readonly endedBy: "caller" | "callee" | "system";
  /** A short reason for people who read logs, e.g. `hangup`, `no answer`, `connection lost`. */
  readonly endReason: string;
  /** The last SIP status sent to the caller. */
  readonly sipStatus: number;
  /** Only for answered calls; a side is missing when its media counts could not be read. */
  readonly quality: { readonly caller?: LegQuality; readonly callee?: LegQuality };
  /** The legs that were in it. A moved leg keeps its id, which shows which calls belong together. */
  readonly legIds: readonly string[];
  /** In the order of their start; a recording that moved with its leg to another call is in the records of both. */
  readonly recordings: readonly CallRecording[];
}

/** A person whose own setting kept a call from their phones (docs/spec/diverted-calls.md). */
export interface DivertedFrom {
  readonly party: Party;
  readonly why: "doNotDisturb" | "forward";
  /** The target of the forward, as it is set; empty for do not disturb. */
  readonly to: string;
  /** As the person may see them. */
  readonly caller: Party;
}

/** The part of a recording that belongs to one call. */
export interface CallRecording {
  /** The id of the file. */
  readonly id: string;
  /** SIP username of the person who asked for it. */
  readonly by: string;
  /** The recorded side: the left channel is what they said. */
  readonly of: Party;
  /** When the part begins, ms since the epoch, and its offset in the file. */
  readonly startedAt: number;
  readonly offsetMs: number;
  readonly durationMs: number;
  /** Pauses that overlap with the part; their offsets are those of the file. */
  readonly marks: readonly RecordingMark[];
}

export type FarKind = NonNullable<Party["kind"]> | "person" | "outside";

/** The kind of a party, as in X-Far-End. */
export function farKindOf({ kind, userId }: Party): FarKind {
  return kind ?? (userId === undefined ? "outside" : "person");
}
