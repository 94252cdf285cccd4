import { commandFrameSchema } from "@callpanel/contract";
import type { CommandFrame, ServerFrame } from "@callpanel/contract";

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
  const sockets: FakeSocket[] = [];
  const commands: CommandFrame[] = [];
  class FakeSocket extends EventTarget {
    static readonly OPEN = 1;
    readonly readyState = 1;
    constructor() {
      super();
      sockets.push(this);
    }
    send(data: string): void {
      const frame = commandFrameSchema.safeParse(JSON.parse(data));
      if (frame.success) commands.push(frame.data);
    }
    close(): void {}
  }
  Object.defineProperty(window, "WebSocket", { value: FakeSocket, configurable: true, writable: true });
  const newest = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error("the panel opened no socket");
    return socket;
  };
  const say = (frame: ServerFrame) =>
    newest().dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  return {
    join(buddies = [], parked = [], queues = []) {
      newest().dispatchEvent(new Event("open"));
      say({ type: "hello", sequence: 0, heartbeatMs: 15_000, at: Date.now() });
      say({ type: "snapshot", sequence: 0, buddies, parked, queues });
    },
    say,
    cut: () => newest().dispatchEvent(Object.assign(new Event("close"), { code: 1006 })),
    count: () => sockets.length,
    commands: () => commands,
  };
}
