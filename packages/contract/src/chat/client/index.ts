export { createChatClient, type ChatClient, type ChatClientDeps, type ClientRoom } from "./chat-client.ts";
export type { OutboxItem } from "./outbox.ts";
