export { PIN_RULES, pinFaultOf } from "./box/box.model.ts";
export { createBoxRoom, soundAccount, type BoxRoom } from "./box/box-room.ts";
export { createDelivery, type DeliverMessage } from "./delivery.ts";
export { seedDemoMessages } from "./demo-messages.ts";
export { createGreetingService, type GreetingService } from "./box/greeting.service.ts";
export { createMailboxFeed, type MailboxFeed } from "./mailbox-feed.ts";
export { notifyOfMessages } from "./message-notice.ts";
export { createMessageWords } from "./message-words.ts";
export { messageRetention, soundsOfRemoved } from "./message-retention.ts";
export { createMessageWrites, type MessageWrites } from "./message-writes.ts";
export { shareWrittenMessages } from "./written-messages.ts";
export { voicemailModule } from "./voicemail.module.ts";
export { NEW_BOX } from "./voicemail.model.ts";
export type {
  Box,
  BoxSettings,
  MessageCaller,
  MessagePlace,
  NewMessage,
  StoredGreeting,
  StoredMessage,
} from "./voicemail.model.ts";
export type { BoxCounts, FolderFilter, MessagePage, MessageSearch, VoicemailStore } from "./voicemail.store.ts";
