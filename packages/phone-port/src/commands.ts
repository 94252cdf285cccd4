/** What the server orders of calls in progress, on behalf of a person whose right to it has been checked already. */
import type { OutsideClass } from "./handling.port.ts";

/**
 * Why an order was not carried out: no such leg, or it has ended; the number leads nowhere; nobody's phone is registered;
 * a limit of calls; the leg is not in a state for it (nobody at the far end, a full lot); no such service here; a private room
 * of others; no right of whoever orders it to call such a number outside.
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

/** Where an order would lead. `isOpen`: a private room that nobody is in, or that the one who orders is in or invited to. */
export type OrderGoal =
  | { readonly kind: "user"; readonly userId: number }
  | { readonly kind: "privateRoom"; readonly isOpen: boolean }
  | { readonly kind: "room" | "parking" | "queue" | "service" | "outside" | "nowhere" };

/** Who hears whoever listens in: nobody, the watched party alone, everybody in the call. */
export type ListeningMode = "monitor" | "whisper" | "fullbarge";

export type CommandOutcome<Value = undefined> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: CommandRefusal };

/** `by` is the SIP username of whoever gives the order: numbers are resolved as that person might dial them. */
export interface PhoneCommands {
  /** Rings the person's own phones; the one that answers is put through to `to`. Resolves when they ring. */
  originate(order: { readonly by: string; readonly to: string }): Promise<CommandOutcome<{ readonly callId: string }>>;
  /** Rings `to`, inside or outside, who finds themselves in the room when they answer. `room` as it is dialled: `800`, `3WC-12345678`. */
  invite(order: {
    readonly by: string;
    readonly room: string;
    readonly to: string;
  }): Promise<CommandOutcome<{ readonly callId: string }>>;
  /** Who is rung, or is in it, goes out of a room made on the spot. `id` as `RoomPersonView` has it. */
  removeFromRoom(order: { readonly room: string; readonly id: string }): CommandOutcome;
  /** What a phone says of its own microphone, for the others in its room; what is heard stays as it is. */
  setMuted(order: { readonly legId: string; readonly muted: boolean }): CommandOutcome;
  /**
   * Makes one call of two, in a room made on the spot. `kept` and `left` are the orderer's legs of them: the first stays in the
   * call, the second is hung up. Either all of it is done or nothing.
   */
  merge(order: {
    readonly by: string;
    readonly kept: string;
    readonly left: string;
    readonly room: string;
  }): Promise<CommandOutcome>;
  /**
   * Sends legs (`LegView.id`) to a number: an extension, a room, a lot, a free slot. Whoever they talked to is hung up
   * unless among them. Where nobody is reached, a single leg that had a far end comes back to it. Of a call
   * that rings either leg stands for the call: it rings there instead. Resolves when it is under way.
   */
  redirect(order: {
    readonly by: string;
    readonly legIds: readonly string[];
    readonly to: string;
  }): Promise<CommandOutcome>;
  /** Where a number leads the person who orders, for who decides whether they may. */
  goalOf(order: { readonly by: string; readonly to: string }): Promise<OrderGoal>;
  /** The bridge that a leg is in, and the far end's leg where there is exactly one. */
  bridgeOf(legId: string): CommandOutcome<{ readonly bridgeId: string; readonly peerLegId: string | undefined }>;
  /** Records what the leg says and hears. Starting twice is starting once. */
  startRecording(order: { readonly by: string; readonly legId: string }): CommandOutcome;
  /** A pause leaves silence and a mark. */
  pauseRecording(order: { readonly legId: string; readonly paused: boolean }): CommandOutcome;
  stopRecording(order: { readonly legId: string }): CommandOutcome;
  /** What the listener's own leg may be heard by: nobody, the watched party, both. */
  setListening(order: { readonly legId: string; readonly mode: ListeningMode }): CommandOutcome;
  /** Kept with the call and given to the next phone that is rung for it in X-Screen-Pop-Vars. */
  setVariable(order: { readonly legId: string; readonly name: string; readonly value: string }): CommandOutcome;
}
