import type { BuddyState, CommandFrame, ParkedCall, RealtimeEvent, ThreeWayEvent } from "@callpanel/contract";
import type { Readable } from "../store.ts";

/** `heardAt`: when the server last sent something, in ms since the epoch; null if never. */
export type EventsState =
  | { readonly phase: "connecting" }
  | { readonly phase: "open" }
  | { readonly phase: "closed"; readonly heardAt: number | null };

/** The messages of the stream, in order: a snapshot replaces everything before it. */
export type EventsMessage =
  | {
      readonly type: "snapshot";
      readonly buddies: readonly BuddyState[];
      readonly parked: readonly ParkedCall[];
      /** The three-way calls that this person is in. */
      readonly threeWay?: readonly Pick<ThreeWayEvent, "confno" | "people">[];
      /** Add this to the server's times to get times of this computer. */
      readonly clockOffsetMs: number;
    }
  | { readonly type: "event"; readonly event: RealtimeEvent };

type WithoutId<Frame> = Frame extends unknown ? Omit<Frame, "type" | "id"> : never;
export type Command = WithoutId<CommandFrame>;

/** The panel's one realtime connection. */
export interface LiveEvents extends Readable<EventsState> {
  /** @returns a stop function */
  listen(listener: (message: EventsMessage) => void): () => void;
  /** Resolves with the result. Rejects with `ApiError`: refused, or no connection within five tries (spec 2 §9). */
  command(command: Command): Promise<unknown>;
}
