/** A room without pictures and sound: no browser can connect to it, and it records who is attached and what is dropped. */
import { MediaError, type VideoRoomEvent, type VideoRoomPort } from "@callpanel/media";

export interface FakeVideoRoom extends VideoRoomPort {
  /** Ids of the voices by participant; undefined: without a voice. */
  readonly attached: ReadonlyMap<string, string | undefined>;
  /** What is dropped of participants, as it was said last. */
  readonly blocked: ReadonlyMap<string, readonly string[]>;
  readonly closed: boolean;
  emit(event: VideoRoomEvent): void;
}

export function createFakeVideoRoom(): FakeVideoRoom {
  const attached = new Map<string, string | undefined>();
  const blocked = new Map<string, readonly string[]>();
  const listeners = new Set<(event: VideoRoomEvent) => void>();
  let isClosed = false;
  return {
    attached,
    blocked,
    get closed() {
      return isClosed;
    },
    join: () => Promise.reject(new MediaError("worker-lost", "no media worker is running")),
    show: () => undefined,
    attach: (participant, voice) => void attached.set(participant, voice?.id),
    block: (participant, kinds) => void blocked.set(participant, kinds),
    leave: (participant) => {
      attached.delete(participant);
      blocked.delete(participant);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    close: () => {
      isClosed = true;
      attached.clear();
    },
  };
}
