export { createMessagePushes, type Choices, type MessagePushes } from "./message-pushes.ts";
export { createChoices } from "./choices.ts";
export type { AbsentQuery, NoticeStore, PushedNotice } from "./notice.store.ts";
