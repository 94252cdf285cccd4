import type { CommandFrame, RealtimeEvent, ServerFrame } from "@callpanel/contract";
import type { Readable } from "../store.ts";

/** `heardAt`: when the server last sent something, in ms since the epoch; null if never. */
export type EventsState =
  | { readonly phase: "connecting" }
  | { readonly phase: "open" }
  | { readonly phase: "closed"; readonly heardAt: number | null };

type Boards = Omit<Extract<ServerFrame, { readonly type: "snapshot" }>, "sequence">;

/** The state of every board that this person may see. */
export type EventsSnapshot = { readonly [Board in keyof Boards]: Readonly<Boards[Board]> } & {
  /** Add this to the server's times to get times of this computer. */
  readonly clockOffsetMs: number;
};

/** The messages of the stream, in order: a snapshot replaces everything before it. */
export type EventsMessage = EventsSnapshot | { readonly type: "event"; readonly event: RealtimeEvent };

type WithoutId<Frame> = Frame extends unknown ? Omit<Frame, "type" | "id"> : never;
export type Command = WithoutId<CommandFrame>;

/** The panel's one realtime connection. */
export interface LiveEvents extends Readable<EventsState> {
  /** @returns a stop function */
  listen(listener: (message: EventsMessage) => void): () => void;
  /** Resolves with the result. Rejects with `ApiError`: refused, or no connection within five tries (spec 2 §9). */
  command(command: Command): Promise<unknown>;
}
