/** Events of the phone system: the feed of the event gateway, and the snapshot that it begins with. */
import type { ListeningMode } from "./commands.ts";
import type { RecordedSound } from "@callpanel/media";
import type { CallRecord, Party } from "./ports.ts";
import type { QueueChange, QueueView } from "./queue.port.ts";
import type { QueueLogRow } from "./queue-log.ts";

export interface Registration {
  readonly realm: string;
  readonly userId: number;
  readonly sipUsername: string;
  readonly extension: string;
  /** It is the registration of an outside line. */
  readonly trunk?: true;
  /** Of its owner's registrations this one: the same when it is refreshed, also with another contact. */
  readonly key: string;
  /** The contact's URI as the phone wrote it. */
  readonly contact: string;
  readonly userAgent: string;
  readonly remoteAddress: string;
  /** The secret with which the phone has proved itself, by its id. */
  readonly credentialId: string;
  readonly registeredAt: number;
  readonly expiresAt: number;
}

/**
 * How a call came here: `by` transferred it, forwarded it, invited, or was the original callee; for parking `by` is the
 * slot. For `calledBack` it is the queue that calls its caller back.
 */
export interface Came {
  readonly how: "transferred" | "forwarded" | "returned" | "retrieved" | "pickedUp" | "invited" | "calledBack";
  readonly by: Party;
}

/** The party or service that a leg is connected to (rules CALL-90 to CALL-97). */
export interface FarEnd {
  readonly party: Party;
  readonly came?: Came | undefined;
  /**
   * `ringing`: the leg was sent there and waits for an answer; `away`: the far end has left and may come back;
   * `holding`: the far end has put the leg on hold; `asking`: the system waits until the leg takes the call with 1 (REACH-26).
   */
  readonly doing?: "ringing" | "away" | "holding" | "asking" | undefined;
  /** No media path: of the leg's own phone (`near`), or of the far end's (CALL-98). */
  readonly silence?: "near" | "far" | undefined;
}

export interface LegView {
  readonly id: string;
  /** `caller` placed the call; `callee` was rung for it. */
  readonly side: "caller" | "callee";
  readonly party: Party;
  /** Undefined before the far end is known. */
  readonly far?: FarEnd;
  /** Call-ID of the leg's own dialog, by which its phone identifies it. */
  readonly sipCallId: string;
  readonly state: "calling" | "ringing" | "answered" | "ended";
  /** True while this party has put the other on hold. */
  readonly held: boolean;
  /** Whether this party's audio is recorded. */
  readonly recording: "off" | "on" | "paused";
  /** The recording that is running. */
  readonly recordingId?: string;
  /** True while the leg's socket is lost and the grace time runs. */
  readonly detached: boolean;
}

export interface CallView {
  readonly id: string;
  readonly realm: string;
  readonly state: "ringing" | "answered";
  readonly startedAt: number;
  readonly answeredAt?: number;
  readonly caller: Party;
  readonly callee: Party;
  readonly dialledNumber: string;
  readonly direction: CallRecord["direction"];
  /** The people who forwarded it, in order. */
  readonly forwardedBy?: readonly Party[];
  readonly legs: readonly LegView[];
}

export interface RecordingView {
  readonly id: string;
  /** SIP username of the person who asked for it. */
  readonly by: string;
  /** The side that is recorded. */
  readonly of: Party;
  readonly startedAt: number;
  /** CONF-35: it began in the call of a person who may not hear it. */
  readonly closed?: true | undefined;
}

/** A caller who is parked in a slot of a parking lot. */
export interface ParkedCall {
  readonly callId: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly slot: string;
  readonly parkee: Party;
  readonly parker: Party;
  readonly parkedAt: number;
  /** When the call returns to the parker. */
  readonly timeoutAt: number;
}

/** Names a room. */
export interface RoomPlace {
  /** As it is dialled. */
  readonly number: string;
  readonly name: string;
  /** The person whose room it is. */
  readonly ownerId?: number | undefined;
}

/** A room that has members. */
export interface RoomView extends RoomPlace {
  readonly realm: string;
  readonly state: RoomState;
  readonly members: readonly RoomMemberView[];
  /** Members and guests of a room made on the spot. */
  readonly people: readonly RoomPersonView[];
}

/** The state of an invitation to a room: it rings, or has failed. */
export type GuestState = "ringing" | "declined" | "busy" | "noAnswer" | "failed";

/** A member or guest of a room made on the spot (rule ROOM-14). */
export interface RoomPersonView {
  /** The id of the leg; for a guest the id of the call that rings them. */
  readonly id: string;
  /** As the others may see them. */
  readonly party: Party;
  /** Set for people of the company, even if they are shown as anonymous. */
  readonly userId?: number | undefined;
  readonly state: GuestState | "in";
  readonly talking: boolean;
  /** As their phone reports it. */
  readonly muted: boolean;
  /** They have put the room on hold. */
  readonly held: boolean;
  /** They are the host of the room. */
  readonly isHost: boolean;
  readonly invitedBy?: Party;
}

export interface RoomState {
  /** Only admins and invited people may join. */
  readonly locked: boolean;
  readonly recording: boolean;
}

/** A member of a room (docs/spec/conferences.md). */
export interface RoomMemberView {
  readonly legId: string;
  readonly party: Party;
  readonly joinedAt: number;
  /** Heard by the others right now: false while muted, waiting or on hold. */
  readonly talking: boolean;
  /** By a person, by the room, or on their own phone. */
  readonly muted: boolean;
  /** Their phone reports that its microphone is off. */
  readonly microphoneOff: boolean;
  /** Not heard because the room lets only admins speak. */
  readonly mutedByRoom: boolean;
  readonly admin: boolean;
  /** Hears music until an admin comes, or lets them in. */
  readonly waiting: boolean;
  /** Rung for the room by somebody. */
  readonly invited: boolean;
}

export type UnregisterReason = "client" | "displaced" | "expired" | "connectionLost" | "revoked" | "shutdown";

/** `at` is milliseconds since the epoch. Events of one call come in order; `callEnded` is its last. */
export type PhoneEvent =
  | {
      readonly kind: "registered";
      readonly at: number;
      readonly registration: Registration;
      readonly refreshed: boolean;
    }
  | {
      readonly kind: "unregistered";
      readonly at: number;
      readonly registration: Registration;
      readonly reason: UnregisterReason;
      /** Number of contacts that the user still has. */
      readonly remainingCount: number;
    }
  | { readonly kind: "callStarted"; readonly at: number; readonly call: CallView }
  | { readonly kind: "callRinging"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "callAnswered"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "callHeld"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "callResumed"; readonly at: number; readonly call: CallView; readonly legId: string }
  /** A leg moves to another call (a transfer is in progress), for which `callStarted` follows; the other leg waits. */
  | { readonly kind: "legLeft"; readonly at: number; readonly call: CallView; readonly legId: string }
  /** The leg is back: the transfer failed. */
  | { readonly kind: "legReturned"; readonly at: number; readonly call: CallView; readonly legId: string }
  /** The far end of a leg has changed. */
  | { readonly kind: "farEndChanged"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "legDetached"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "legReattached"; readonly at: number; readonly call: CallView; readonly legId: string }
  | {
      readonly kind: "digit";
      readonly at: number;
      readonly callId: string;
      readonly legId: string;
      readonly digit: string;
    }
  /** `recordingStopped` is also sent when it ended by itself; `recordingEnded` follows when its file is closed. */
  | {
      readonly kind: "recordingStarted" | "recordingPaused" | "recordingResumed" | "recordingStopped";
      readonly at: number;
      readonly call: CallView;
      readonly legId: string;
      readonly recording: RecordingView;
    }
  /** It may come after the end of the call. */
  | {
      readonly kind: "recordingEnded";
      readonly at: number;
      readonly realm: string;
      readonly recording: RecordingView;
      readonly sound: RecordedSound;
    }
  | { readonly kind: "callEnded"; readonly at: number; readonly call: CallView; readonly record: CallRecord }
  | {
      /** `unparked` by the person who dialled the slot; `parkingGaveUp` by the parked caller. */
      readonly kind: "parked" | "unparked" | "parkingGaveUp" | "parkingTimedOut";
      readonly at: number;
      readonly call: CallView;
      readonly parked: ParkedCall;
    }
  | {
      /** A person moved it from one slot to another. */
      readonly kind: "parkingSwapped";
      readonly at: number;
      readonly call: CallView;
      readonly parked: ParkedCall;
      readonly before: ParkedCall;
    }
  | {
      /** A person begins to listen to a leg's call, changes who hears them, or stops listening. */
      readonly kind: "listeningStarted" | "listeningChanged" | "listeningEnded";
      readonly at: number;
      readonly realm: string;
      /** The listener's own leg. */
      readonly legId: string;
      readonly listener: Party;
      readonly watched: Party;
      readonly watchedLegId: string;
      readonly watchedSide: LegView["side"];
      readonly mode: ListeningMode;
    }
  | {
      /** `roomTalking`: began or stopped talking; `roomMember`: another state has changed. */
      readonly kind: "roomJoined" | "roomLeft" | "roomTalking" | "roomMember";
      readonly at: number;
      readonly realm: string;
      readonly room: RoomPlace;
      readonly member: RoomMemberView;
    }
  | {
      readonly kind: "roomChanged";
      readonly at: number;
      readonly realm: string;
      readonly room: RoomPlace;
      readonly state: RoomState;
    }
  | {
      /** Members and guests of a room made on the spot, after a change; a failed invitation is in it once. */
      readonly kind: "roomPeople";
      readonly at: number;
      readonly realm: string;
      readonly room: RoomPlace;
      readonly people: readonly RoomPersonView[];
    }
  /** A change of a queue; the rows that belong to it are durable. */
  | { readonly kind: "queueChanged"; readonly at: number; readonly realm: string; readonly change: QueueChange }
  /** A row of the queue log, which is durable. */
  | { readonly kind: "queueLogged"; readonly at: number; readonly realm: string; readonly row: QueueLogRow }
  | {
      /** A person called an emergency service, or its test number; not `reached` if there was no outside line. */
      readonly kind: "emergencyDialled";
      readonly at: number;
      readonly realm: string;
      readonly callId: string;
      readonly number: string;
      readonly by: Party;
      readonly callbackNumber: string;
      /** "" if no location is known. */
      readonly location: string;
      readonly reached: boolean;
    }
  | {
      /** A PUBLISH (RFC 3903) of the user's own state; `body` is as it was sent, at most 64 KiB, and empty for a refresh. */
      readonly kind: "published";
      readonly at: number;
      readonly realm: string;
      readonly userId: number;
      /** The same when the publication is refreshed, changed and withdrawn. */
      readonly publication: string;
      readonly eventPackage: string;
      readonly contentType: string;
      readonly body: string;
      /** 0 withdraws the publication. */
      readonly expiresSeconds: number;
    };

export interface PhoneSnapshot {
  readonly registrations: readonly Registration[];
  readonly calls: readonly CallView[];
  readonly parked: readonly ParkedCall[];
  readonly rooms: readonly RoomView[];
  /** Every queue; absent: the phone system has no queues. */
  readonly queues?: readonly QueueView[] | undefined;
  /** Counts for metrics and leak tests; all return to zero when nothing is in progress. */
  readonly counts: {
    readonly connections: number;
    readonly registrations: number;
    readonly calls: number;
    readonly legs: number;
    readonly dialogs: number;
    readonly transactions: number;
    readonly mediaPorts: number;
  };
}
