/** Separate from the shell's texts, because notices are shown before the shell is loaded. */
export const noticesMessages = {
  "notices.close": "Close notice",
} as const;
