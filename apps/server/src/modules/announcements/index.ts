export type { Announcement, AnnouncementChange, AnnouncementDraft } from "./announcements.model.ts";
export { seedDemoAnnouncements } from "./demo-announcements.ts";
export { createAnnouncementsModule } from "./announcements.routes.ts";
export type { AnnouncementStore } from "./announcements.store.ts";
