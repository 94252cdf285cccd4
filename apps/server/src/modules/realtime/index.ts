export {
  createRealtimeGateway,
  EVENTS_FRAME_BYTES,
  type CommandConnection,
  type OpenCommands,
} from "./realtime.gateway.ts";
export { defineBoard, type Board, type Change } from "./board.ts";
export type { Entries } from "./entries.ts";
export type { OwnEvent, Visibility } from "./event-source.ts";
export { grantKey } from "./grant-key.ts";
export type { Receiving } from "./receiving.ts";
export { eventSourcesOn } from "./bus-sources.ts";
export { ownEvent, ownEventsOn, type OwnEvents } from "./own-events.ts";
export { tellContacts } from "./contact.feed.ts";
export { noticed, type Notice } from "./notices.feed.ts";
