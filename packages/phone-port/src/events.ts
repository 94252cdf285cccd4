/** What the phone system tells: the feed of the event gateway, and the snapshot it begins with. */
import type { ListeningMode } from "./commands.ts";
import type { RecordedSound } from "@callpanel/media";
import type { CallRecord, Party } from "./ports.ts";

export interface Registration {
  readonly realm: string;
  readonly userId: number;
  readonly sipUsername: string;
  readonly extension: string;
  /** It is an outside line's. */
  readonly trunk?: true;
  /** The contact's URI as the phone wrote it. */
  readonly contact: string;
  readonly userAgent: string;
  readonly remoteAddress: string;
  readonly registeredAt: number;
  readonly expiresAt: number;
}

/** How a call came to where it is: `by` sent it on, forwarded it, invited, or was meant first; of parking it is the slot. */
export interface Came {
  readonly how: "transferred" | "forwarded" | "returned" | "retrieved" | "pickedUp" | "invited";
  readonly by: Party;
}

/** Whom or what a leg is connected to (rules CALL-90 to CALL-97). */
export interface FarEnd {
  readonly party: Party;
  readonly came?: Came | undefined;
  /** `ringing`: the leg was sent there and waits for an answer; `away`: it may come back; `holding`: it has put the leg on hold. */
  readonly doing?: "ringing" | "away" | "holding" | undefined;
  /** No sound has found its way from the leg's own phone (`near`), or from the far end's (CALL-98). */
  readonly silence?: "near" | "far" | undefined;
}

export interface LegView {
  readonly id: string;
  /** `caller` placed the call; `callee` was rung for it. */
  readonly side: "caller" | "callee";
  readonly party: Party;
  /** Undefined before anything is known of it. */
  readonly far?: FarEnd;
  /** Call-ID of the leg's own dialog, by which the phone that holds it knows it. */
  readonly sipCallId: string;
  readonly state: "calling" | "ringing" | "answered" | "ended";
  /** True while this party has put the other on hold. */
  readonly held: boolean;
  /** Of what this party says and hears. */
  readonly recording: "off" | "on" | "paused";
  /** The recording under way. */
  readonly recordingId?: string;
  /** True while the leg's socket is gone and the grace time runs. */
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
  /** Who has forwarded it, in order. */
  readonly forwardedBy?: readonly Party[];
  readonly legs: readonly LegView[];
}

export interface RecordingView {
  readonly id: string;
  /** SIP username of whoever asked for it. */
  readonly by: string;
  /** Whose side is recorded. */
  readonly of: Party;
  readonly startedAt: number;
}

/** Somebody who waits in a slot of a parking lot. */
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

/** A room that somebody is in. */
export interface RoomView {
  readonly realm: string;
  /** As it is dialled. */
  readonly number: string;
  readonly name: string;
  readonly members: readonly RoomMemberView[];
  /** Of a room made on the spot: who is there or invited. */
  readonly people: readonly RoomPersonView[];
}

/** How an invitation to a room stands: it rings, or came to nothing. */
export type GuestState = "ringing" | "declined" | "busy" | "noAnswer" | "failed";

/** Somebody in a room made on the spot, or invited there (rule ROOM-14). */
export interface RoomPersonView {
  /** The leg; of somebody who is invited the call that rings them. */
  readonly id: string;
  /** As the others may know them. */
  readonly party: Party;
  /** Of the company's people, whatever is shown of them. */
  readonly userId?: number | undefined;
  readonly state: GuestState | "in";
  readonly talking: boolean;
  /** As their phone says. */
  readonly muted: boolean;
  /** They have put the room on hold. */
  readonly held: boolean;
  /** It is their room. */
  readonly isHost: boolean;
  readonly invitedBy?: Party;
}

export interface RoomMemberView {
  readonly legId: string;
  readonly party: Party;
  readonly joinedAt: number;
  readonly talking: boolean;
  readonly muted: boolean;
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
      /** Contacts the user still has. */
      readonly remainingCount: number;
    }
  | { readonly kind: "callStarted"; readonly at: number; readonly call: CallView }
  | { readonly kind: "callRinging"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "callAnswered"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "callHeld"; readonly at: number; readonly call: CallView; readonly legId: string }
  | { readonly kind: "callResumed"; readonly at: number; readonly call: CallView; readonly legId: string }
  /** A leg goes to another call (a transfer is under way), whose `callStarted` follows; the other one waits. */
  | { readonly kind: "legLeft"; readonly at: number; readonly call: CallView; readonly legId: string }
  /** It is back: the transfer came to nothing. */
  | { readonly kind: "legReturned"; readonly at: number; readonly call: CallView; readonly legId: string }
  /** Somebody else is at the far end of a leg than before. */
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
  /** `recordingStopped` also where it ended by itself; `recordingEnded` follows when its file is closed. */
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
      /** `unparked` by whoever dialled the slot; `parkingGaveUp` by the one who waited. */
      readonly kind: "parked" | "unparked" | "parkingGaveUp" | "parkingTimedOut";
      readonly at: number;
      readonly call: CallView;
      readonly parked: ParkedCall;
    }
  | {
      /** Moved from one slot to another by somebody. */
      readonly kind: "parkingSwapped";
      readonly at: number;
      readonly call: CallView;
      readonly parked: ParkedCall;
      readonly before: ParkedCall;
    }
  | {
      /** Somebody listens to a leg's call, speaks to other people in it than before, or no longer listens. */
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
      readonly kind: "roomJoined" | "roomLeft" | "roomTalking";
      readonly at: number;
      readonly realm: string;
      readonly room: { readonly number: string; readonly name: string };
      readonly member: RoomMemberView;
    }
  | {
      /** Who is in a room made on the spot or invited there, after a change; an invitation that came to nothing is in it once. */
      readonly kind: "roomPeople";
      readonly at: number;
      readonly realm: string;
      readonly room: { readonly number: string; readonly name: string };
      readonly people: readonly RoomPersonView[];
    }
  | {
      /** Somebody has called an emergency service, or its test number; not `reached` where no outside line was there. */
      readonly kind: "emergencyDialled";
      readonly at: number;
      readonly realm: string;
      readonly callId: string;
      readonly number: string;
      readonly by: Party;
      readonly callbackNumber: string;
      /** "" where none is known. */
      readonly location: string;
      readonly reached: boolean;
    }
  | {
      /** A PUBLISH (RFC 3903) of the user's own state; `body` is as it was sent, at most 64 KiB. */
      readonly kind: "published";
      readonly at: number;
      readonly realm: string;
      readonly userId: number;
      readonly eventPackage: string;
      readonly contentType: string;
      readonly body: string;
      /** 0 withdraws. */
      readonly expiresSeconds: number;
    };

export interface PhoneSnapshot {
  readonly registrations: readonly Registration[];
  readonly calls: readonly CallView[];
  readonly parked: readonly ParkedCall[];
  readonly rooms: readonly RoomView[];
  /** Counts for metrics and leak tests; all fall back to zero when nothing is going on. */
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
