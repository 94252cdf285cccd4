export const chatNoticeMessages = {
  "chat.notice.direct": "{from}: {text}",
  "chat.notice.room": "{from} in {room}: {text}",
  "chat.notice.file": "{from} sent a file",
  "chat.notice.open": "Open chat",
} as const;
