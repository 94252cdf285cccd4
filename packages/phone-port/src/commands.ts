/** Commands of the server for calls in progress, in the name of a person whose right was already checked. */
import type { OutsideClass } from "./handling.port.ts";
import type { VideoCallRoom } from "./video.port.ts";

/**
 * Why a command was refused: no such leg, or it has ended; an unknown number; no registered phone; a limit of calls;
 * the leg is not in a state for it (no far end, a full lot); no such service here; a private room of other people; no
 * right to call such a number outside.
 */
export type CommandRefusal =
  | "unknownLeg"
  | "unknownNumber"
  | "notRegistered"
  | "limit"
  | "wrongState"
  | "unavailable"
  | "forbidden"
  | `outside.${OutsideClass}`;

/**
 * Where a command would lead. `isOpen`: a private room that has no members, or of which the person is a member or a
 * guest.
 */
export type CommandGoal =
  | { readonly kind: "user"; readonly userId: number }
  | { readonly kind: "privateRoom"; readonly isOpen: boolean }
  /** As it is dialled. */
  | { readonly kind: "room"; readonly number: string }
  | { readonly kind: "parking" | "queue" | "service" | "outside" | "nowhere" };

/** The people who hear a listener: nobody, only the watched party, everyone in the call. */
export type ListeningMode = "monitor" | "whisper" | "fullbarge";

export type CommandOutcome<Value = undefined> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: CommandRefusal };

/**
 * `by` is the SIP username of the person who gives the command: numbers are resolved as if that person dialled them.
 *
 * A remote phone system answers later, so every command returns a promise. It resolves in limited time, to `unavailable`
 * when the phone system cannot be reached. A refused command has changed nothing. Commands about different legs may take
 * effect in any order; a caller who needs an order waits for the first outcome.
 */
export interface PhoneCommands {
  /** Rings the person's own phones and connects the one that answers to `to`. Resolves when they ring. */
  originate(command: {
    readonly by: string;
    readonly to: string;
  }): Promise<CommandOutcome<{ readonly callId: string }>>;
  /**
   * Rings `to`, inside or outside, who is in the room when they answer. `room` as it is dialled: `800`, `3WC-12345678`.
   * `isTrusted`: no PIN and no lock keeps them out.
   */
  invite(command: {
    readonly by: string;
    readonly room: string;
    readonly to: string;
    readonly isTrusted?: boolean;
  }): Promise<CommandOutcome<{ readonly callId: string }>>;
  /** Hangs up a member of a room, or stops ringing a guest. `id` is `RoomMemberView.legId` or `RoomPersonView.id`. */
  removeFromRoom(command: { readonly room: string; readonly id: string }): Promise<CommandOutcome>;
  /**
   * Mutes a member of a room, or unmutes them; a listener who is unmuted may speak from then on. `bySelf`: the member
   * does it, and a listener may not speak.
   */
  muteMember(command: {
    readonly room: string;
    readonly legId: string;
    readonly muted: boolean;
    readonly bySelf?: boolean;
  }): Promise<CommandOutcome>;
  /** Lets in a member who waits for an admin. */
  letIn(command: { readonly room: string; readonly legId: string }): Promise<CommandOutcome>;
  /** From now on only admins and invited people may join, or everybody again. The lock ends with the last member. */
  lockRoom(command: { readonly room: string; readonly locked: boolean }): Promise<CommandOutcome>;
  /** Records a room in one file until it is stopped or empty; its members hear so. Idempotent. */
  recordRoom(command: {
    readonly by: string;
    readonly room: string;
    readonly recorded: boolean;
  }): Promise<CommandOutcome>;
  /** The state of a phone's own microphone, shown to the others in its room; the audio itself is not changed. */
  setMuted(command: { readonly legId: string; readonly muted: boolean }): Promise<CommandOutcome>;
  /**
   * Merges two calls into one, in a room made on the spot. `kept` and `left` are the person's legs in these calls: the
   * first one stays in the call, the second one is hung up. Either all of it is done or nothing.
   */
  merge(command: {
    readonly by: string;
    readonly kept: string;
    readonly left: string;
    readonly room: string;
  }): Promise<CommandOutcome>;
  /**
   * Sends legs (`LegView.id`) to a number: an extension, a room, a lot, a free slot. Their far ends are hung up unless
   * they are among the legs. If the call reaches no one, a single leg that had a far end returns to it. In a ringing
   * call either leg stands for the call, which then rings at the number. With `waitingIn` nothing is done unless the
   * only leg still waits in the line of that queue, and no agent has picked up for it. Resolves when it has started.
   */
  redirect(command: {
    readonly by: string;
    readonly legIds: readonly string[];
    readonly to: string;
    /** Id of a queue. */
    readonly waitingIn?: string | undefined;
    /** Only while nobody has answered the leg: a phone rings for it, or it waits in a slot or in the line of a queue. */
    readonly whileUnanswered?: boolean | undefined;
  }): Promise<CommandOutcome>;
  /** Where a number leads for the person, so that the server can decide whether they may. */
  goalOf(command: { readonly by: string; readonly to: string }): Promise<CommandGoal>;
  /** The bridge of a leg, and the far end's leg if there is exactly one. */
  bridgeOf(
    legId: string,
  ): Promise<CommandOutcome<{ readonly bridgeId: string; readonly peerLegId: string | undefined }>>;
  /** Records what the leg says and hears. Idempotent. */
  startRecording(command: { readonly by: string; readonly legId: string }): Promise<CommandOutcome>;
  /** A pause leaves silence and a mark. */
  pauseRecording(command: { readonly legId: string; readonly paused: boolean }): Promise<CommandOutcome>;
  stopRecording(command: { readonly legId: string }): Promise<CommandOutcome>;
  /** The people who hear the listener's own leg: nobody, the watched party, both. */
  setListening(command: { readonly legId: string; readonly mode: ListeningMode }): Promise<CommandOutcome>;
  /**
   * Rings `to`, inside or outside, who is in the video room when they answer: `VideoDoors.enter` gets the invitation. A call
   * that fails is reported to `VideoDoors.missed`.
   */
  callToVideo(command: {
    readonly by: string;
    readonly to: string;
    readonly room: VideoCallRoom;
    readonly invitation: string;
  }): Promise<CommandOutcome<{ readonly number: string; readonly name: string }>>;
  /** Stops ringing it. */
  cancelVideoCall(command: { readonly invitation: string }): Promise<CommandOutcome>;
  /** Kept with the call and sent to the next phone that is rung for it, in X-Screen-Pop-Vars. */
  setVariable(command: {
    readonly legId: string;
    readonly name: string;
    readonly value: string;
  }): Promise<CommandOutcome>;
}
