export type { Announcement, AnnouncementChange, AnnouncementDraft } from "./announcements.model.ts";
export { seedDemoAnnouncements } from "./demo-announcements.ts";
export { announcementsModule } from "./announcements.module.ts";
export type { AnnouncementStore } from "./announcements.store.ts";
