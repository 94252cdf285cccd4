import { AppError, canRead, VIDEO_PEOPLE_MAX } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import { createRates } from "../../kernel/guard/rates.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { KernelServices } from "../../kernel/server-module.ts";
import { displayName, rightsOf, type User, type UserStore } from "../users/index.ts";
import type { StoredVideoRoom, VideoRoomStore } from "./video-room.store.ts";
import { entersVideoRoom, leadsVideoRoom } from "./video-rooms.policy.ts";
import type { VideoRooms } from "./video-rooms.ts";

export interface VideoInvitationsDeps {
  readonly rooms: Pick<VideoRooms, "entered" | "checkOpen">;
  readonly store: Pick<VideoRoomStore, "change">;
  /** The people of a room are not as they were. */
  readonly changed: (roomId: number) => void;
  readonly users: Pick<UserStore, "byId" | "byExtension" | "permissionsOf">;
  readonly ownEvents: KernelServices["ownEvents"];
  readonly clock: Pick<Clock, "now">;
}

/** Notifies colleagues that a person waits for them in a room. @returns the extensions of those who may come */
export type InviteToVideoRoom = (
  caller: Caller,
  roomId: number,
  extensions: readonly string[],
) => Promise<readonly string[]>;

const idsOf = (people: StoredVideoRoom["users"]): readonly number[] => people.map(({ id }) => id);

/** VCALL-2: requests of one person. */
const OF_PERSON = { perSecond: 0.5, burst: 10 };

export function createVideoInvitations(deps: VideoInvitationsDeps): InviteToVideoRoom {
  const { rooms, store, users, ownEvents, clock, changed } = deps;
  const mayAsk = createRates(clock);
  const inTurn = createKeyedQueue<number>();
  /** Lets people enter a room that was made for one meeting; of another one they must be able to already. */
  const letEnter = async (caller: Caller, roomId: number, userIds: readonly number[]): Promise<StoredVideoRoom> => {
    const room = await rooms.entered(caller, roomId);
    const missing = userIds.filter((userId) => !entersVideoRoom(room, userId));
    if (missing.length === 0) return room;
    if (!room.dynamic || !leadsVideoRoom(room, caller.userId)) throw new AppError("video.notInvited");
    if (room.users.length + missing.length > VIDEO_PEOPLE_MAX)
      throw new AppError("video.people", { limit: VIDEO_PEOPLE_MAX });
    const change = { ...room, userIds: [...idsOf(room.users), ...missing], adminIds: idsOf(room.admins) };
    const now = await store.change(roomId, change, { by: caller.userId, at: clock.now() });
    if (now === undefined) throw new AppError("video.unknown");
    changed(roomId);
    return now;
  };
  const mayUseVideo = async (user: User): Promise<boolean> => {
    return user.mayUsePanel && canRead(await rightsOf(users, user.id), "video_conferences");
  };
  return async (caller, roomId, extensions) => {
    mayAsk(String(caller.userId), OF_PERSON);
    rooms.checkOpen(await rooms.entered(caller, roomId));
    const own = await users.byId(caller.userId);
    const found = await Promise.all(
      [...new Set(extensions)].map(async (extension) => ({
        extension,
        user: await users.byExtension(caller.realm.id, extension),
      })),
    );
    const people = found.map(({ extension, user }) => {
      if (user === undefined) throw new AppError("video.person");
      return { extension, user };
    });
    const others = people.filter(({ user }) => user.id !== caller.userId);
    const able = await Promise.all(others.map(async (one) => ((await mayUseVideo(one.user)) ? [one] : [])));
    const invited = able.flat();
    const userIds = invited.map(({ user }) => user.id);
    // One after the other: two invitations at the same moment both count.
    const room = await inTurn(roomId, () => letEnter(caller, roomId, userIds));
    const from = { exten: own?.extension ?? "", name: own === undefined ? "" : displayName(own) };
    for (const { user } of invited)
      ownEvents.tell(user.id, { action: "VIDEO_INVITE", room: { id: room.id, name: room.name }, from });
    return invited.map(({ extension }) => extension);
  };
}
