export { startTelephoneTexts } from "./telephones.ts";
export { createMessagePushes, type MessagePushes } from "./message-pushes.ts";
export { createChoices } from "./choices.ts";
export type { NoticeStore, PushedNotice } from "./notice.store.ts";
