import type { roomMessages } from "./room.messages.ts";

type RoomText = keyof typeof roomMessages;

/** Codes of the contract that have a text of their own here; a frame has no text. */
const KNOWN = new Map<string, RoomText>([
  ["video.adminsOnly", "room.refused.adminsOnly"],
  ["video.gone", "room.refused.gone"],
  ["video.tooFast", "room.refused.tooFast"],
  ["video.ticket", "room.refused.ticket"],
  ["video.full", "room.refused.full"],
  ["video.locked", "room.refused.locked"],
  ["video.expired", "room.refused.expired"],
  ["meeting.cut", "room.refused.cut"],
]);

export const refusalText = (t: (id: RoomText) => string, code: string): string => t(KNOWN.get(code) ?? "room.refused");
