import type { Clock } from "../kernel/clock.ts";
import { createConferenceBoard, createThreeWayBoard } from "../modules/conferences/index.ts";
import { createListeningBoard } from "../modules/listening/index.ts";
import { createParkedBoard } from "../modules/parking/index.ts";
import { createPresenceBoard } from "../modules/presence/index.ts";
import { createQueueBoard } from "../modules/queues/index.ts";

export type Boards = ReturnType<typeof createBoards>;

/** Every board; each is also a source of events for the realtime connections. */
export const createBoards = ({ clock }: { readonly clock: Clock }) => ({
  presenceBoard: createPresenceBoard({ clock }),
  parked: createParkedBoard(),
  queues: createQueueBoard({ clock }),
  conferences: createConferenceBoard(),
  threeWay: createThreeWayBoard(),
  listening: createListeningBoard(),
});
