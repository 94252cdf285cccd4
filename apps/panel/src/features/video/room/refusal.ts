import type { roomMessages } from "./room.messages.ts";

type RoomText = keyof typeof roomMessages;

/** Codes of the contract that have a text of their own here; a frame has no text. */
const KNOWN = new Map<string, RoomText>([
  ["video.adminsOnly", "room.refused.adminsOnly"],
  ["video.recorder", "room.refused.recorder"],
  ["video.noRecording", "room.refused.noRecording"],
  ["video.callers", "room.refused.callers"],
  ["video.calling", "room.refused.calling"],
  ["video.noTelephones", "room.refused.noTelephones"],
  ["sipua.error.destination", "room.refused.number"],
  ["command.notRegistered", "room.refused.notRegistered"],
  ["command.limit", "room.refused.busyLines"],
  ["call.outside.inland", "room.refused.noRight"],
  ["call.outside.abroad", "room.refused.noRight"],
  ["call.outside.premium", "room.refused.noRight"],
  ["call.outside.unknown", "room.refused.noRight"],
  ["video.gone", "room.refused.gone"],
  ["video.tooFast", "room.refused.tooFast"],
  ["video.ticket", "room.refused.ticket"],
  ["video.full", "room.refused.full"],
  ["video.locked", "room.refused.locked"],
  ["video.expired", "room.refused.expired"],
  ["meeting.cut", "room.refused.cut"],
]);

export const refusalText = (t: (id: RoomText) => string, code: string): string => t(KNOWN.get(code) ?? "room.refused");
