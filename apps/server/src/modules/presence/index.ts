export { callerIdSightOf } from "./caller-id.sight.ts";
export { createPresenceBoard, type PresenceBoard, type PresenceBoardEvent } from "./presence-board.ts";
export { readPresenceDocument } from "./presence-document.ts";
export type { CallEnd, PersonCall } from "./presence.model.ts";
export { presenceSightOf, shownChannels, type PresenceSight } from "./presence.sight.ts";
