export const clickToDialMessages = {
  "clickToDial.originating": "Your phone rings. Answer it, and {number} is called.",
} as const;
