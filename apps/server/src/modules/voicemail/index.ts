export { createVoicemailModule } from "./voicemail.module.ts";
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
export type { FolderFilter, MessagePage, MessageSearch, VoicemailStore } from "./voicemail.store.ts";
