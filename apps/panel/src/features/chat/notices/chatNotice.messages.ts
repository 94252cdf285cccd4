export const chatNoticeMessages = {
  "chat.notice.direct": "{from}: {text}",
  "chat.notice.room": "{from} in {room}: {text}",
  "chat.notice.new": "New message",
  "chat.notice.deletedPerson": "Deleted person",
  "chat.notice.newFrom": "New message from {from}",
  "chat.notice.sms": "New text message",
  "chat.notice.open": "Open chat",
} as const;
