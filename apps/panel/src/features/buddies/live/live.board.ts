import { createKeyedBoard } from "../../../shared/live/keyedBoard.ts";
import type { FramedDeps } from "../../../shared/live/frames.ts";
import type { KeyedBoard } from "../../../shared/live/keyedBoard.ts";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import { ABSENT, fromSnapshot, isBuddyEvent, stepLiveBuddy } from "./live.model.ts";

/** The live state of all people by extension (BUDDIES-6, BUDDIES-7). */
export const createLiveBuddies = (deps: FramedDeps): KeyedBoard<LiveBuddy> =>
  createKeyedBoard(deps, {
    absent: ABSENT,
    fromSnapshot: ({ buddies, clockOffsetMs }) =>
      buddies.map((state) => [state.exten, fromSnapshot(state, clockOffsetMs)]),
    isAbout: isBuddyEvent,
    keyOf: ({ exten }) => exten,
    step: stepLiveBuddy,
  });
