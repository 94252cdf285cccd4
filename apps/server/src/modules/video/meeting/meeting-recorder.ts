/** The owner of a meeting's recording, and its name in the history. */
import type { MeetingRecordings } from "../../recordings/index.ts";
import { displayName, type UserStore } from "../../users/index.ts";
import type { VideoRoomStore } from "../video-room.store.ts";
import type { VideoRooms } from "../video-rooms.ts";
import type { MeetingRecorder } from "./live-meeting.ts";

export interface MeetingRecorderDeps {
  readonly store: Pick<VideoRoomStore, "byId">;
  readonly users: Pick<UserStore, "byId">;
  readonly rooms: Pick<VideoRooms, "dialIn">;
  readonly recordings: MeetingRecordings;
  readonly realmNameOf: (realmId: number) => Promise<string | undefined>;
}

export function createMeetingRecorder({
  store,
  users,
  rooms,
  recordings,
  realmNameOf,
}: MeetingRecorderDeps): MeetingRecorder {
  return {
    begin: async ({ roomId, userId, lost }) => {
      const [room, user] = await Promise.all([store.byId(roomId), users.byId(userId)]);
      const realm = room && (await realmNameOf(room.realmId));
      if (room === undefined || user === undefined || realm === undefined) return undefined;
      const { number = null, outsideNumber = null } = rooms.dialIn() ?? {};
      return recordings.begin({
        realm,
        room: { number: number ?? outsideNumber ?? "", name: room.name },
        by: { number: user.extension, name: displayName(user), userId },
        username: user.username,
        lost,
      });
    },
  };
}
