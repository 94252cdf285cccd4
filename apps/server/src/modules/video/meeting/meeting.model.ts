import { MEETING_LIMITS, MEETING_REACTIONS } from "@callpanel/contract";
import type {
  ErrorCode,
  ErrorDetails,
  MeetingEnd,
  MeetingMessage,
  MeetingMiss,
  MeetingOrder,
  MeetingRole,
  MeetingServerFrame,
  Participant,
  SentKind,
} from "@callpanel/contract";

/** What can be turned off. */
export type Sent = "microphone" | "camera" | "screen";
export type Sending = Readonly<Record<Sent, boolean>>;

/** Somebody at the door. */
export interface Entrant {
  /** Of this participant in this meeting. */
  readonly id: string;
  /** Clean, but not yet different from other names. */
  readonly name: string;
  readonly role: MeetingRole;
  /** Null: came by a link, or by telephone. */
  readonly userId: number | null;
  readonly telephone?: CallerInMeeting | undefined;
}

/** Of somebody who takes part by telephone. */
export interface CallerInMeeting {
  /** Identifies a removed person when they call again. */
  readonly number: string;
  /** The name shown is the number. */
  readonly isNameless: boolean;
  /** They were called by somebody in the meeting: they need not wait, and a lock does not keep them out. */
  readonly isCalled: boolean;
}

/** Actions that are done at once; for a called telephone the phone system is asked first. */
export type QuickOrder = Exclude<MeetingOrder, { order: "call" }>;

export type MeetingCommand =
  | { readonly do: "enter"; readonly entrant: Entrant }
  /** The connection is interrupted, and is there again. */
  | { readonly do: "cut"; readonly id: string }
  | { readonly do: "back"; readonly id: string }
  | { readonly do: "leave"; readonly id: string }
  | { readonly do: "sending"; readonly id: string; readonly sending: Sending }
  | { readonly do: "order"; readonly id: string; readonly request: string; readonly order: QuickOrder }
  | { readonly do: "talking"; readonly id: string; readonly talking: boolean }
  /** A telephone is called for the meeting; again with a better name. */
  | { readonly do: "ring"; readonly id: string; readonly name: string }
  /** It does not come; `why` undefined: somebody knows that already. */
  | { readonly do: "rung"; readonly id: string; readonly why?: MeetingMiss | undefined }
  /** Time has passed. */
  | { readonly do: "beat" }
  /** The room, its links or somebody's rights have changed. */
  | { readonly do: "putOut"; readonly id: string; readonly reason: MeetingEnd }
  | { readonly do: "cast"; readonly id: string; readonly role: MeetingRole }
  | { readonly do: "screens"; readonly allowed: boolean }
  | { readonly do: "recordings"; readonly allowed: boolean }
  /** It could not begin, or ended without a stop. */
  | { readonly do: "recordingLost" }
  | { readonly do: "end"; readonly reason: MeetingEnd };

export type MeetingEffect =
  | {
      readonly kind: "tell";
      /** One id, everybody who is in, or the admins of them. */
      readonly to: { readonly one: string } | "everybody" | "admins";
      readonly except?: string | undefined;
      readonly frame: MeetingServerFrame;
      /** What guests of a link get instead. */
      readonly forGuests?: MeetingServerFrame | undefined;
    }
  /** The participant is in: the state of the meeting is sent. */
  | { readonly kind: "joined"; readonly id: string }
  | { readonly kind: "lobby"; readonly id: string }
  /** The participant may not come in. */
  | { readonly kind: "refused"; readonly id: string; readonly code: ErrorCode; readonly details?: ErrorDetails }
  /** It is over for one. */
  | { readonly kind: "out"; readonly id: string; readonly reason: MeetingEnd }
  /** A telephone need not ring any more. */
  | { readonly kind: "hangUp"; readonly id: string }
  /** `by`: the person who began it. */
  | { readonly kind: "record"; readonly by: string | null }
  /** All of this participant's media that is dropped, from now on. */
  | { readonly kind: "block"; readonly id: string; readonly kinds: readonly SentKind[] };

export const REACTIONS: ReadonlySet<string> = new Set(MEETING_REACTIONS);
export const SENT: readonly Sent[] = ["microphone", "camera", "screen"];
export const KINDS_OF: Readonly<Record<Sent, readonly SentKind[]>> = {
  microphone: ["voice"],
  camera: ["camera"],
  screen: ["screen", "screen-sound"],
};
export const NOTHING_SENT: Sending = { microphone: false, camera: false, screen: false };
/** A telephone speaks from the first moment, as in any call. */
export const SOUND_SENT: Sending = { ...NOTHING_SENT, microphone: true };
/** The kinds of media that are dropped from this sender. */
export const blockedOf = (sending: Sending): readonly SentKind[] =>
  SENT.filter((what) => !sending[what]).flatMap((what) => KINDS_OF[what]);

/** Details of a refusal, in addition to its code. */
export function detailsOf(refusal: ErrorCode): { readonly details?: ErrorDetails } {
  if (refusal === "video.message") return { details: { limit: MEETING_LIMITS.messageLength } };
  return refusal === "video.full" ? { details: { limit: MEETING_LIMITS.participants } } : {};
}

/** Actions that only admins may do. */
const OF_ADMINS: ReadonlySet<QuickOrder["order"]> = new Set([
  "admit",
  "deny",
  "mute",
  "remove",
  "lock",
  "end",
  "cancelCall",
  "record",
]);

/** `by`: the person who gives it. Others lower a hand only as admins. */
export const isOfAdmins = (order: QuickOrder, by: string): boolean =>
  OF_ADMINS.has(order.order) || (order.order === "hand" && order.participant !== undefined && order.participant !== by);

export interface MeetingState {
  readonly locked: boolean;
  readonly recording: boolean;
  /** The room and the company allow it. */
  readonly mayRecord: boolean;
  readonly sharedScreen: boolean;
  readonly participants: readonly Participant[];
  /** The same, as guests of a link see them (VPHONE-15). */
  readonly shownToGuests: readonly Participant[];
  readonly waiting: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly messages: readonly MeetingMessage[];
}
