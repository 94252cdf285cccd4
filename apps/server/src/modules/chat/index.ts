export { createPhoneTexts } from "./texts/phone-texts.ts";
export { chatModule } from "./chat.module.ts";
export type { ShareSound } from "./share/sharing.ts";
export { createChat, type Chat } from "./chat.service.ts";
export { messageChanged } from "./chat.facts.ts";
export type { ChatWork, OwnChange, WrittenMessage } from "./chat.facts.ts";
export { missedCallJobs, voicemailJobs } from "./calls/call-lines.ts";
export { seedDemoChat } from "./demo-chat.ts";
export type * from "./chat.store.ts";
export {
  createFileStorage,
  formOf,
  keptName,
  type ChatFileForm,
  type ChatPicture,
  type DrawChatPicture,
  type FileStorage,
  type KeptFile,
  type ServedFile,
} from "./files/kept-file.ts";
export { chatRetention, MOST_AT_ONCE } from "./keeping/chat-retention.ts";
export { ERASE_JOB } from "./erase/erasing.ts";
export type { ChatErasingStore, Erasure } from "./erase/erasing.store.ts";
export type { ChatExportStore } from "./export/chat-export.store.ts";
export type { ChatKeepingStore, ExpiredPart } from "./keeping/keeping.store.ts";
export { parseSearch } from "./messages/search.ts";
export { indexTerms, marksWanted, ROOM_MARK, type SearchTerm } from "./messages/search-terms.ts";
export type { ChatPresenceStore, KindChange } from "./presence/chat-presence.store.ts";
export { previewOfMessage } from "./rooms/room.view.ts";
