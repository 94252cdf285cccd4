/** Titles of pages, by route name: the menu entry, the level-1 heading and the browser's title. */
export const menuMessages = {
  "menu.announcements": "Announcements",
  "menu.users": "Buddies",
  "menu.chats": "Chat",
  "menu.queues-dashboard": "Queues",
  "menu.queue-reports": "Queue reports",
  "menu.conferences": "Conferences",
  "menu.video-conferences": "Video conferences",
  "menu.parking": "Parking",
  "menu.voicemails": "Voicemail",
  "menu.cdrs": "Call history",
  "menu.contacts": "Contacts",
  "menu.settings-phone-status": "Settings",
} as const;
