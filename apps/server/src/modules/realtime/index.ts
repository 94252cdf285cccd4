export { createRealtimeGateway, EVENTS_FRAME_BYTES } from "./realtime.gateway.ts";
export { createOffice, type Office, type OfficeEvent } from "./office.ts";
export { createOwnEvents, type OwnEvents } from "./own-events.ts";
export { createParkedBoard, type ParkedBoard, type ParkedEvent } from "./parked.board.ts";
export { createListeningFeed, type ListeningFeed, type ListeningStep } from "./listening.feed.ts";
export { createContactFeed, tellContacts, type ContactFeed } from "./contact.feed.ts";
export { createRoomBoard, type RoomBoard, type RoomEvent } from "./rooms.board.ts";
export { readPresenceDocument } from "./presence-document.ts";
export type { CallEnd, PersonCall } from "./presence.model.ts";
