import type { StoredVideoRoom } from "./video-room.store.ts";

type People = Pick<StoredVideoRoom, "owner" | "users" | "admins" | "wholeCompany">;
const has = (people: People["users"], userId: number): boolean => people.some(({ id }) => id === userId);

/** VIDEO-2: one's own rooms, those one is named in, and those for the whole company. */
export const entersVideoRoom = ({ owner, users, admins, wholeCompany }: People, userId: number): boolean =>
  owner?.id === userId || has(users, userId) || has(admins, userId) || wholeCompany;

/** VIDEO-3: who created the room, and its admins. Without any of them: everybody who may enter. */
export const leadsVideoRoom = (room: People, userId: number): boolean =>
  room.owner?.id === userId ||
  has(room.admins, userId) ||
  (room.owner === undefined && room.admins.length === 0 && entersVideoRoom(room, userId));
