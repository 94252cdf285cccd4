export { createQueueBook } from "./queue-book.ts";
export { createPhoneAnnouncements } from "./announcements.ts";
export { createPhoneDirectory, type PhoneDirectory } from "./phone-directory.ts";
export { createPhoneVoicemail, type BoxOwners } from "./voicemail-boxes.ts";
export { createRoomBook } from "./room-book.ts";
export { openSpokenNames } from "./spoken-names.ts";
export { openDraftFolder } from "./voicemail-drafts.ts";
