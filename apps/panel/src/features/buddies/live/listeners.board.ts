import type { Listening, RealtimeEvent } from "@callpanel/contract";
import type { FramedDeps } from "../../../shared/live/frames.ts";
import { createKeyedBoard } from "../../../shared/live/keyedBoard.ts";
import type { KeyedBoard } from "../../../shared/live/keyedBoard.ts";

type SpyEvent = Extract<RealtimeEvent, { readonly action: "CHANSPY" }>;
const NOBODY: readonly Listening[] = [];

/** BUDDIES-39: the people who listen to each person. */
export const createLiveListeners = (deps: FramedDeps): KeyedBoard<readonly Listening[]> =>
  createKeyedBoard(deps, {
    absent: NOBODY,
    fromSnapshot: ({ listening = [] }) =>
      [...new Set(listening.map(({ num }) => num))].map((watched) => [
        watched,
        listening.filter(({ num }) => num === watched),
      ]),
    isAbout: (event): event is SpyEvent => event.action === "CHANSPY",
    keyOf: ({ num }) => num,
    step: stepListeners,
  });

function stepListeners(before: readonly Listening[], event: SpyEvent): readonly Listening[] {
  const { action: _, active, ...listener } = event;
  const others = before.filter(({ exten }) => exten !== listener.exten);
  if (active) return [...others, listener];
  return others.length === before.length ? before : others;
}
