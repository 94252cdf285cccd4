import type { Announcement, AnnouncementChange, AnnouncementDraft } from "./announcements.model.ts";

/** Announcements by realm. A change is seen by telephones at once: it makes the directory's revision grow. */
export interface AnnouncementStore {
  /** By name. `ids`: those alone; every word of `words` is in name or number. */
  list(query: {
    readonly realmId: number;
    readonly ids?: readonly number[] | undefined;
    readonly words: readonly string[];
    readonly start: number;
    readonly limit: number;
  }): Promise<{ readonly total: number; readonly announcements: readonly Announcement[] }>;
  find(realmId: number, id: number): Promise<Announcement | undefined>;
  byNumber(realm: string, number: string): Promise<Announcement | undefined>;
  /** Takes its number too. @returns undefined when that is another's */
  add(realmId: number, draft: AnnouncementDraft): Promise<Announcement | undefined>;
  /** @returns undefined when it is gone */
  change(realmId: number, id: number, change: AnnouncementChange): Promise<Announcement | undefined>;
  /** Frees its number too. @returns false when it is gone */
  remove(realmId: number, id: number): Promise<boolean>;
}
