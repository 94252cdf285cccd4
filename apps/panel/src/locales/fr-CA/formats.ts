export const formats = {
  "formats.justNow": "à l’instant",
} as const;
