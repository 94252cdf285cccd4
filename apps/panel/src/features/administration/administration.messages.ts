export const administrationMessages = {
  "administration.tabs": "Areas of administration",
  "administration.tab.overview": "Overview",
  "administration.tab.backup": "Back-up",
  "administration.tab.people": "People",
  "administration.tab.numbers": "Numbers",
  "administration.tab.queues": "Queues",
  "administration.tab.rooms": "Rooms",
  "administration.tab.lots": "Parking lots",
  "administration.tab.lines": "Lines",
  "administration.tab.permissions": "Permissions",
  "administration.tab.company": "Company",
  "administration.tab.audit_log": "Audit log",
} as const;
