/** A participant's view of a meeting: a pure machine over the frames of the socket `/video` (docs/spec/video-client.md). */
import { MEETING_LIMITS } from "@callpanel/contract";
import type {
  MeetingEnd,
  MeetingMessage,
  MeetingMiss,
  MeetingRole,
  MeetingServerFrame,
  Participant,
  SentKind,
} from "@callpanel/contract";

/** The picture or voice in a slot of the user's connection. */
export interface MeetingSlot {
  readonly mid: string;
  readonly participant: string;
  readonly kind: SentKind;
}

export interface Reaction {
  /** Counts up in this page. */
  readonly id: number;
  readonly participant: string;
  readonly emoji: string;
}

export interface Quality {
  readonly level: 1 | 2 | 3;
  readonly cause: "up" | "down" | null;
}

export interface MissedTelephone {
  readonly n: number;
  readonly name: string;
  readonly why: MeetingMiss;
}

export interface JoinedMeeting {
  readonly phase: "joined";
  readonly room: string;
  /** The user's own id. */
  readonly self: string;
  readonly role: MeetingRole;
  /** Enters again after a lost connection, for `resumeMs`. */
  readonly resume: string;
  readonly resumeMs: number;
  /** False: the socket is lost, and it is tried again. */
  readonly online: boolean;
  readonly locked: boolean;
  readonly recording: boolean;
  readonly sharesScreens: boolean;
  /** In the order in which they came, with the user. */
  readonly participants: readonly Participant[];
  readonly messages: readonly MeetingMessage[];
  /** To admins: the people in the lobby. */
  readonly waiting: readonly { readonly id: string; readonly name: string }[];
  /** As an admin the user may call telephones. */
  readonly mayCall: boolean;
  /** As an admin the user may record. */
  readonly mayRecord: boolean;
  /** To admins: telephones that ring. */
  readonly calling: readonly { readonly id: string; readonly name: string }[];
  /** The last telephone that did not answer; `n` counts up in this page. */
  readonly missed: MissedTelephone | null;
  readonly talking: ReadonlySet<string>;
  readonly slots: readonly MeetingSlot[];
  readonly quality: Quality;
  /** Those of the last seconds; the view that shows them removes them (`faded`). */
  readonly reactions: readonly Reaction[];
}

export type MeetingState =
  | { readonly phase: "connecting" }
  /** The user waits until an admin admits them. */
  | { readonly phase: "lobby"; readonly room: string }
  | JoinedMeeting
  | { readonly phase: "over"; readonly reason: MeetingEnd }
  /** The user cannot enter; the code is one of the contract's. */
  | { readonly phase: "refused"; readonly code: string };

export type MeetingEvent =
  | { readonly type: "frame"; readonly frame: MeetingServerFrame }
  /** The socket was lost. */
  | { readonly type: "cut" }
  /** The connection was lost for too long, or the user hung up. */
  | { readonly type: "ended"; readonly reason: MeetingEnd }
  | { readonly type: "faded"; readonly id: number };

export const CONNECTING: MeetingState = { phase: "connecting" };
const GOOD: Quality = { level: 3, cause: null };
/** Reactions that are kept at a time. */
const MOST_REACTIONS = 20;

/** VCLIENT-1: one step. A frame after the end changes nothing. */
export function stepMeeting(state: MeetingState, event: MeetingEvent): MeetingState {
  if (state.phase === "over" || state.phase === "refused") return state;
  switch (event.type) {
    case "frame":
      return stepFrame(state, event.frame);
    case "cut":
      return state.phase === "joined" ? { ...state, online: false, talking: new Set() } : state;
    case "ended":
      return { phase: "over", reason: event.reason };
    case "faded":
      return state.phase === "joined"
        ? { ...state, reactions: state.reactions.filter(({ id }) => id !== event.id) }
        : state;
  }
}

function stepFrame(state: MeetingState, frame: MeetingServerFrame): MeetingState {
  switch (frame.type) {
    case "lobby":
      return { phase: "lobby", room: frame.room };
    case "joined":
      return joined(frame, state);
    case "over":
      return { phase: "over", reason: frame.reason };
    case "refused":
      // With a request it answers an order; without, it is about the whole connection.
      return frame.request === undefined && (state.phase !== "joined" || !state.online)
        ? state.phase === "joined"
          ? { phase: "over", reason: "lost" }
          : { phase: "refused", code: frame.code }
        : state;
    default:
      return state.phase === "joined" ? stepJoined(state, frame) : state;
  }
}

type Joined = Extract<MeetingServerFrame, { type: "joined" }>;

/** VCLIENT-2: also the answer to `resume`: what is not in it is gone. */
function joined(frame: Joined, before: MeetingState): JoinedMeeting {
  const { self, room, role, resume, locked, recording, participants, messages } = frame;
  const known = before.phase === "joined" && before.self === self ? before : undefined;
  return {
    phase: "joined",
    room,
    self,
    role,
    resume,
    resumeMs: frame.resume_ms,
    online: true,
    locked,
    recording,
    sharesScreens: frame.shared_screen,
    participants,
    messages,
    waiting: [],
    mayCall: frame.may_call,
    mayRecord: frame.may_record,
    calling: [],
    missed: null,
    talking: new Set(),
    slots: known?.slots ?? [],
    quality: known?.quality ?? GOOD,
    reactions: known?.reactions ?? [],
  };
}

function stepJoined(state: JoinedMeeting, frame: MeetingServerFrame): JoinedMeeting {
  switch (frame.type) {
    case "participant":
      return { ...state, participants: withParticipant(state.participants, frame.participant) };
    case "gone":
      return withoutParticipant(state, frame.participant);
    case "waiting":
      return { ...state, waiting: frame.people };
    case "calling":
      return { ...state, calling: frame.people };
    case "missed":
      return { ...state, missed: { n: (state.missed?.n ?? 0) + 1, name: frame.name, why: frame.why } };
    case "slots":
      return { ...state, slots: frame.slots };
    case "talking":
      return { ...state, talking: withTalking(state.talking, frame.participant, frame.talking) };
    case "quality":
      return { ...state, quality: { level: frame.level, cause: frame.cause } };
    case "reaction": {
      const id = (state.reactions.at(-1)?.id ?? 0) + 1;
      const next: Reaction = { id, participant: frame.participant, emoji: frame.emoji };
      return { ...state, reactions: [...state.reactions, next].slice(-MOST_REACTIONS) };
    }
    case "message":
      return withMessage(state, frame.message);
    case "meeting":
      return { ...state, locked: frame.locked, recording: frame.recording };
    default:
      return state;
  }
}

function withParticipant(all: readonly Participant[], one: Participant): readonly Participant[] {
  return all.some(({ id }) => id === one.id) ? all.map((other) => (other.id === one.id ? one : other)) : [...all, one];
}

function withoutParticipant(state: JoinedMeeting, gone: string): JoinedMeeting {
  return {
    ...state,
    participants: state.participants.filter(({ id }) => id !== gone),
    talking: withTalking(state.talking, gone, false),
    slots: state.slots.filter(({ participant }) => participant !== gone),
  };
}

function withTalking(before: ReadonlySet<string>, participant: string, talking: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (talking) next.add(participant);
  else next.delete(participant);
  return next;
}

/** A message that came twice, around a resume, is there once. */
function withMessage(state: JoinedMeeting, message: MeetingMessage): JoinedMeeting {
  if (state.messages.some(({ n }) => n === message.n)) return state;
  return { ...state, messages: [...state.messages, message].slice(-MEETING_LIMITS.messages) };
}
