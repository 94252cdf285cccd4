export { chatModule } from "./chat.module.ts";
export { createChat, type Chat } from "./chat.service.ts";
export { seedDemoChat } from "./demo-chat.ts";
export type * from "./chat.store.ts";
export type { ChatPicture, DrawChatPicture } from "./files/chat-files.ts";
export { wordsOf } from "./messages/chat-words.ts";
export type { ChatPresenceStore } from "./presence/chat-presence.store.ts";
