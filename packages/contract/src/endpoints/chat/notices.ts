/** How users are notified of messages (docs/spec/chat-notices.md). */
import { chatNoticesSchema } from "../../chat/chat-notices.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { readsChats } from "./starting.ts";

export const getChatNotices = defineEndpoint({
  method: "GET",
  path: "chats/notices",
  summary: "The user's own choices for notifications of messages",
  access: readsChats,
  response: chatNoticesSchema,
});

export const changeChatNotices = defineEndpoint({
  method: "PUT",
  path: "chats/notices",
  summary: "Change how the user is notified of messages: notifications, sound, text, quiet hours",
  access: readsChats,
  body: chatNoticesSchema,
  response: chatNoticesSchema,
});
