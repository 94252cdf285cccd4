import type {
  ErrorCode,
  MeetingEnd,
  MeetingOrder,
  MeetingRole,
  MeetingServerFrame,
  SentKind,
} from "@callpanel/contract";

/** What can be turned off. */
export type Sent = "microphone" | "camera" | "screen";
export type Sending = Readonly<Record<Sent, boolean>>;

/** Somebody at the door. */
export interface Entrant {
  /** Of this participant in this meeting. */
  readonly id: string;
  /** Clean, not yet told apart from others. */
  readonly name: string;
  readonly role: MeetingRole;
  /** Null: came by a link, or by telephone. */
  readonly userId: number | null;
  readonly telephone?: CallerInMeeting | undefined;
}

/** Of somebody who takes part by telephone. */
export interface CallerInMeeting {
  /** Who is removed is known by it when they call again. */
  readonly number: string;
  /** Need not wait to be let in: invited from the meeting, or on a telephone of their own that may enter the room. */
  readonly isTrusted: boolean;
}

export type MeetingCommand =
  | { readonly do: "enter"; readonly entrant: Entrant }
  /** The connection is interrupted, and is there again. */
  | { readonly do: "cut"; readonly id: string }
  | { readonly do: "back"; readonly id: string }
  | { readonly do: "leave"; readonly id: string }
  | { readonly do: "sending"; readonly id: string; readonly sending: Sending }
  | { readonly do: "order"; readonly id: string; readonly request: string; readonly order: MeetingOrder }
  | { readonly do: "talking"; readonly id: string; readonly talking: boolean }
  /** Time has passed. */
  | { readonly do: "beat" }
  /** The room, its links or somebody's rights have changed. */
  | { readonly do: "putOut"; readonly id: string; readonly reason: MeetingEnd }
  | { readonly do: "cast"; readonly id: string; readonly role: MeetingRole }
  | { readonly do: "screens"; readonly allowed: boolean }
  | { readonly do: "end"; readonly reason: MeetingEnd };

export type MeetingEffect =
  | {
      readonly kind: "tell";
      /** One id, everybody who is in, or the admins of them. */
      readonly to: { readonly one: string } | "everybody" | "admins";
      readonly except?: string | undefined;
      readonly frame: MeetingServerFrame;
    }
  /** One is in: the state of the meeting is sent. */
  | { readonly kind: "joined"; readonly id: string }
  | { readonly kind: "lobby"; readonly id: string }
  /** One may not come in. */
  | { readonly kind: "refused"; readonly id: string; readonly code: ErrorCode; readonly limit?: number }
  /** It is over for one. */
  | { readonly kind: "out"; readonly id: string; readonly reason: MeetingEnd }
  /** All that is dropped of what one sends, from now on. */
  | { readonly kind: "block"; readonly id: string; readonly kinds: readonly SentKind[] };

export const SENT: readonly Sent[] = ["microphone", "camera", "screen"];
export const KINDS_OF: Readonly<Record<Sent, readonly SentKind[]>> = {
  microphone: ["voice"],
  camera: ["camera"],
  screen: ["screen", "screen-sound"],
};
export const NOTHING_SENT: Sending = { microphone: false, camera: false, screen: false };
/** A telephone speaks from the first moment, as in any call. */
export const SOUND_SENT: Sending = { ...NOTHING_SENT, microphone: true };
/** What is dropped of somebody who sends this. */
export const blockedOf = (sending: Sending): readonly SentKind[] =>
  SENT.filter((what) => !sending[what]).flatMap((what) => KINDS_OF[what]);
