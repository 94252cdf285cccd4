export const administrationMessages = {
  "administration.tabs": "Areas of administration",
  "administration.tab.people": "People",
} as const;
