import { MediaError } from "../../media.port.ts";
import type { JoinRequest, VideoOrder } from "../../media.protocol.ts";
import type { VideoRoomEvent } from "../../video.port.ts";
import { createVideoSession } from "./video-session.ts";
import type { VideoSession, VideoSessionOptions } from "./video-session.ts";

/** The video rooms of a worker, by their ids. */
export interface VideoRooms {
  take(room: string, order: VideoOrder): void;
  /** Returns the answer. Rejects with a `MediaError`. */
  join(room: string, request: JoinRequest): Promise<string>;
  close(): void;
}

export function createVideoRooms({ emit, ...options }: VideoRoomsOptions): VideoRooms {
  const rooms = new Map<string, VideoSession>();
  return {
    take: (id, order) => {
      const room = rooms.get(id);
      switch (order.kind) {
        case "open":
          return void rooms.set(id, createVideoSession({ ...options, id, emit: (event) => emit(id, event) }));
        case "show":
          return room?.show(order.participant, order.tiles);
        case "block":
          return room?.block(order.participant, order.kinds);
        case "attach":
          return room?.attach(order.participant, order.voice);
        case "leave":
          return room?.leave(order.participant);
        case "close":
          rooms.delete(id);
          room?.close();
      }
    },
    join: async (id, { participant, offer, sends }) => {
      const room = rooms.get(id);
      if (room === undefined) throw new MediaError("closed", "the video room is closed");
      return await room.join(participant, offer, sends);
    },
    close: () => {
      for (const room of rooms.values()) room.close();
      rooms.clear();
    },
  };
}

export interface VideoRoomsOptions extends Omit<VideoSessionOptions, "emit" | "id"> {
  readonly emit: (room: string, event: VideoRoomEvent) => void;
}
