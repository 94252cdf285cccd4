export const personNameMessages = {
  "chat.deletedPerson": "Deleted person",
} as const;
