/** Telephones that are called into meetings, in the name of a person who is in it (VPHONE-30, VPHONE-31). */
import { AppError } from "@callpanel/contract";
import type { PhoneCommands } from "@callpanel/phone-port";
import { carriedOut } from "../../commands/index.ts";
import type { UserStore } from "../../users/index.ts";
import type { MeetingPhones } from "../meeting/live-meeting.ts";
import type { VideoRoomStore } from "../video-room.store.ts";
import type { VideoRooms } from "../video-rooms.ts";

export interface MeetingPhonesDeps {
  readonly store: Pick<VideoRoomStore, "byId">;
  readonly users: Pick<UserStore, "byId">;
  readonly rooms: Pick<VideoRooms, "dialIn" | "hasTelephones" | "languageOf">;
  readonly calls: Pick<PhoneCommands, "callToVideo" | "cancelVideoCall">;
}

export function createMeetingPhones({ store, users, rooms, calls }: MeetingPhonesDeps): MeetingPhones {
  return {
    call: async ({ roomId, userId, to, invitation }) => {
      if (!rooms.hasTelephones()) throw new AppError("video.noTelephones");
      const [room, user] = await Promise.all([store.byId(roomId), users.byId(userId)]);
      if (room === undefined || user === undefined) throw new AppError("video.unknown");
      const { number = null, outsideNumber = null } = rooms.dialIn() ?? {};
      const { callerIdName, callerIdNumber } = room.settings;
      const outcome = await calls.callToVideo({
        by: user.username,
        to,
        room: {
          id: roomId,
          name: room.name,
          language: rooms.languageOf(room),
          number: number ?? outsideNumber ?? "",
          callerId: { name: callerIdName, number: callerIdNumber },
        },
        invitation,
      });
      return carriedOut(outcome, to);
    },
    isAllowed: rooms.hasTelephones,
    cancel: async (invitation) => void (await calls.cancelVideoCall({ invitation })),
  };
}
