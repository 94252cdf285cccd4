import { commandFrameSchema } from "@callpanel/contract";
import type { CommandFrame, ServerFrame } from "@callpanel/contract";
import { createFakeSockets } from "./fakeSockets.ts";

type Snapshot = Extract<ServerFrame, { type: "snapshot" }>;

/** The far end of the panel's realtime connection: every WebSocket the page opens from now on ends here. */
export interface FakeEvents {
  /** Accepts the newest connection and sends it the current snapshot. */
  join(buddies?: Snapshot["buddies"], parked?: Snapshot["parked"], queues?: Snapshot["queues"]): void;
  say(frame: ServerFrame): void;
  cut(): void;
  readonly count: () => number;
  /** The commands that the panel sent. */
  readonly commands: () => readonly CommandFrame[];
}

export function createFakeEvents(window: Window & typeof globalThis): FakeEvents {
  const commands: CommandFrame[] = [];
  const sockets = createFakeSockets(window, (sent) => {
    const frame = commandFrameSchema.safeParse(sent);
    if (frame.success) commands.push(frame.data);
  });
  const say = (frame: ServerFrame) => sockets.say(frame);
  return {
    join(buddies = [], parked = [], queues = []) {
      sockets.open();
      say({ type: "hello", sequence: 0, heartbeatMs: 15_000, at: Date.now() });
      say({ type: "snapshot", sequence: 0, buddies, parked, queues });
    },
    say,
    cut: sockets.cut,
    count: sockets.count,
    commands: () => commands,
  };
}
