import { MediaError } from "../media.port.ts";
import type { VideoRoomEvent, VideoRoomPort } from "../video.port.ts";
import type { WorkerThread } from "./worker-thread.ts";

/** A video room inside the engine: the caller's interface, and the input for its events. */
export interface EngineRoom {
  readonly port: VideoRoomPort;
  readonly thread: WorkerThread;
  /** How much of a worker it takes: that of so many calls. */
  readonly load: number;
  take(event: VideoRoomEvent): void;
}

export interface EngineRoomOptions {
  readonly id: string;
  readonly thread: WorkerThread;
  /** Called once, when the room is closed or lost. */
  readonly onClosed: () => void;
  /** The thread of an open port. */
  readonly threadOf: (port: string) => WorkerThread | undefined;
}

/** A room's participant has ten times the packets of a leg of a call. */
const LOAD_OF_PARTICIPANT = 10;

export function createEngineRoom({ id, thread, onClosed, threadOf }: EngineRoomOptions): EngineRoom {
  const listeners = new Set<(event: VideoRoomEvent) => void>();
  const participants = new Set<string>();
  let open = true;

  const end = (): void => {
    open = false;
    onClosed();
  };

  thread.post({ kind: "video", room: id, order: { kind: "open" } });

  const port: VideoRoomPort = {
    join: async (participant, { offer, sends }) => {
      if (!open) throw new MediaError("closed", "the video room is closed");
      participants.add(participant);
      const reply = await thread.request(id, { kind: "join", participant, offer, sends });
      if (reply.kind === "join") return { answer: reply.answer };
      if (reply.kind === "refused") throw new MediaError(reply.reason, reply.message);
      throw new MediaError("worker-lost", `the media worker answered join with ${reply.kind}`);
    },
    show: (participant, tiles) => {
      if (open) thread.post({ kind: "video", room: id, order: { kind: "show", participant, tiles } });
    },
    block: (participant, kinds) => {
      if (open) thread.post({ kind: "video", room: id, order: { kind: "block", participant, kinds } });
    },
    attach: (participant, voice) => {
      if (!open) return;
      const party = voice && { id: voice.id, worker: (threadOf(voice.id) ?? thread).index };
      thread.post({ kind: "video", room: id, order: { kind: "attach", participant, voice: party } });
    },
    leave: (participant) => {
      participants.delete(participant);
      if (open) thread.post({ kind: "video", room: id, order: { kind: "leave", participant } });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      if (!open) return;
      end();
      listeners.clear();
      thread.post({ kind: "video", room: id, order: { kind: "close" } });
    },
  };

  return {
    port,
    thread,
    get load() {
      return 1 + LOAD_OF_PARTICIPANT * participants.size;
    },
    take: (event) => {
      if (!open) return;
      if (event.kind === "failed") participants.delete(event.participant);
      if (event.kind === "lost") end();
      for (const listener of listeners) listener(event);
      if (event.kind === "lost") listeners.clear();
    },
  };
}
