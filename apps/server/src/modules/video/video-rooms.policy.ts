import type { StoredVideoRoom } from "./video-room.store.ts";

type People = Pick<StoredVideoRoom, "owner" | "users" | "admins" | "wholeCompany">;
const has = (people: People["users"], userId: number): boolean => people.some(({ id }) => id === userId);

/** VIDEO-2: the user's own rooms, those in which they are named, and those for the whole company. */
export const entersVideoRoom = ({ owner, users, admins, wholeCompany }: People, userId: number): boolean =>
  owner?.id === userId || has(users, userId) || has(admins, userId) || wholeCompany;

/** VIDEO-3: the person who created the room, and its admins. Without any of them: everybody who may enter. */
export const leadsVideoRoom = (room: People, userId: number): boolean =>
  room.owner?.id === userId ||
  has(room.admins, userId) ||
  (room.owner === undefined && room.admins.length === 0 && entersVideoRoom(room, userId));
