export const loadMessages = {
  "load.retry": "Retry",
} as const;
