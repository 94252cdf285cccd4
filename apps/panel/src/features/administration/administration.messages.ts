export const administrationMessages = {
  "administration.tabs": "Areas of administration",
  "administration.tab.people": "People",
  "administration.tab.queues": "Queues",
  "administration.tab.rooms": "Rooms",
  "administration.tab.audit_log": "Audit log",
} as const;
