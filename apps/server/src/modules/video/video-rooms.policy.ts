import type { StoredVideoRoom } from "./video-room.store.ts";

type People = Pick<StoredVideoRoom, "owner" | "users" | "admins" | "leaders" | "wholeCompany">;
const has = (people: People["users"], userId: number): boolean => people.some(({ id }) => id === userId);

/** VIDEO-2: the user's own rooms, those in which they are named, and those for the whole company. */
export const entersVideoRoom = ({ owner, users, admins, wholeCompany }: People, userId: number): boolean =>
  owner?.id === userId || has(users, userId) || has(admins, userId) || wholeCompany;

/** VIDEO-3: the person who created the room, and its admins. If none of them is active: everybody who may enter. */
export const leadsVideoRoom = (room: People, userId: number): boolean =>
  room.leaders.includes(userId) || (room.leaders.length === 0 && entersVideoRoom(room, userId));

/** VIDEO-13: somebody who led the room does not lead it any more. */
export function losesLeader(before: People, after: People): boolean {
  const isForAll = ({ leaders, wholeCompany }: People) => leaders.length === 0 && wholeCompany;
  if (isForAll(before)) return !isForAll(after);
  const led = before.leaders.length > 0 ? before.leaders : before.users.map(({ id }) => id);
  return led.some((userId) => !leadsVideoRoom(after, userId));
}
