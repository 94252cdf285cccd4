import { commandFrameSchema } from "@callpanel/contract";
import type { CommandFrame, ServerFrame } from "@callpanel/contract";
import { createFakeSockets } from "./fakeSockets.ts";

type Snapshot = Extract<ServerFrame, { type: "snapshot" }>;

/** The far end of the panel's realtime connection: every WebSocket the page opens from now on ends here. It greets at once, and never asks whether the page is there. */
export interface FakeEvents {
  /** Sends the newest connection the current snapshot. */
  join(buddies?: Snapshot["buddies"], parked?: Snapshot["parked"], queues?: Snapshot["queues"]): void;
  say(frame: ServerFrame): void;
  /** With a close code; by default the connection is lost. */
  cut(code?: number): void;
  readonly count: () => number;
  /** The commands that the panel sent. */
  readonly commands: () => readonly CommandFrame[];
}

/** The page gives up on a far end that is silent for two heartbeats, or says nothing for ten seconds at the start: a busy machine takes that long for a test. */
const HOUR_MS = 3_600_000;

export function createFakeEvents(window: Window & typeof globalThis): FakeEvents {
  const commands: CommandFrame[] = [];
  const take = (sent: unknown) => {
    const frame = commandFrameSchema.safeParse(sent);
    if (frame.success) commands.push(frame.data);
  };
  const sockets = createFakeSockets(window, take, {
    path: "/events",
    frame: () => ({ type: "hello", sequence: 0, heartbeatMs: HOUR_MS, at: Date.now() }),
  });
  const say = (frame: ServerFrame) => sockets.say(frame);
  return {
    join(buddies = [], parked = [], queues = []) {
      say({ type: "snapshot", sequence: 0, buddies, parked, queues });
    },
    say,
    cut: sockets.cut,
    count: sockets.count,
    commands: () => commands,
  };
}
