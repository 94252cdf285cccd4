import type { Clock } from "../kernel/clock.ts";
import { createConferenceBoard, createOwnConferences, createThreeWayBoard } from "../modules/conferences/index.ts";
import { createListeningBoard } from "../modules/listening/index.ts";
import { createParkedBoard } from "../modules/parking/index.ts";
import { createPresenceBoard } from "../modules/presence/index.ts";
import { createQueueBoard } from "../modules/queues/index.ts";

export type Boards = ReturnType<typeof createBoards>;

/** Every board, and what is derived from one; each is also a source of events for the realtime connections. */
export function createBoards({ clock }: { readonly clock: Clock }) {
  const conferences = createConferenceBoard();
  return {
    presenceBoard: createPresenceBoard({ clock }),
    parked: createParkedBoard(),
    queues: createQueueBoard({ clock }),
    conferences,
    ownConferences: createOwnConferences(conferences),
    threeWay: createThreeWayBoard(),
    listening: createListeningBoard(),
  };
}
