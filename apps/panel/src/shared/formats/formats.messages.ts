export const formatsMessages = {
  "formats.justNow": "just now",
} as const;
