/** Apart from the shell's: notices are shown before the shell is loaded. */
export const noticesMessages = {
  "notices.close": "Close notice",
} as const;
