export { createChatClient, type ChatClient, type ChatClientDeps } from "./chat-client.ts";
export type { ClientRoom } from "./kept-room.ts";
export type { OutboxItem } from "./outbox.ts";
