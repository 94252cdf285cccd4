export const smsNoticeMessages = {
  "sms.notice": "Text message from {name}: {text}",
  "sms.notice.file": "{name} sent a file by text message",
  "sms.notice.open": "Open chat",
} as const;
