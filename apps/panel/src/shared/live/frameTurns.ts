import type { NextFrame } from "./frames.ts";

/** Does one small part of what is due. @returns whether there is more */
export type Turn = () => boolean;

/** Work of many places that the frames share, so that no frame takes long (QDASH-2, QDASH-9). */
export interface FrameTurns {
  /** From the next frame on it gets its turns, until it says that there is no more. Who is waiting already is not added again. */
  ask(turn: Turn): void;
  drop(turn: Turn): void;
}

/** A slow computer renders what these have changed for four times as long. */
const SHARE_MS = 4;

export interface FrameTurnsDeps {
  readonly nextFrame: NextFrame;
  /** Ms, of any origin. */
  readonly now: () => number;
  /** Renders what `run` changes before it returns, so that its time is counted, and nothing is left for after the frame. */
  readonly render: (run: () => void) => void;
}

/** Everybody has a turn after the other; a frame has one, and more as long as there is time. */
export function createFrameTurns({ nextFrame, now, render }: FrameTurnsDeps): FrameTurns {
  /** The first one is next. */
  const waiting = new Set<Turn>();
  let cancel: (() => void) | null = null;
  const giveTurn = () => {
    const [turn] = waiting;
    if (turn === undefined) return;
    const hasMore = turn();
    // To the end, unless it was withdrawn meanwhile.
    if (waiting.delete(turn) && hasMore) waiting.add(turn);
  };
  const run = () => {
    cancel = null;
    const until = now() + SHARE_MS;
    do render(giveTurn);
    while (waiting.size > 0 && now() < until);
    if (waiting.size > 0) cancel ??= nextFrame(run);
  };
  return {
    ask(turn) {
      waiting.add(turn);
      cancel ??= nextFrame(run);
    },
    drop(turn) {
      if (!waiting.delete(turn) || waiting.size > 0) return;
      cancel?.();
      cancel = null;
    },
  };
}
