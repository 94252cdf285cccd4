import type { Announcement, AnnouncementChange, AnnouncementDraft } from "./announcements.model.ts";

/** Announcements by realm. Telephones see a change immediately, because it increments the directory's revision. */
export interface AnnouncementStore {
  /** Sorted by name. `ids`: only these; every word of `words` must be in name or number. */
  list(query: {
    readonly realmId: number;
    readonly ids?: readonly number[] | undefined;
    readonly words: readonly string[];
    readonly start: number;
    readonly limit: number;
  }): Promise<{ readonly total: number; readonly announcements: readonly Announcement[] }>;
  find(realmId: number, id: number): Promise<Announcement | undefined>;
  byNumber(realm: string, number: string): Promise<Announcement | undefined>;
  /** Also takes the number. @returns undefined when the number is in use */
  add(realmId: number, draft: AnnouncementDraft): Promise<Announcement | undefined>;
  /** @returns undefined when it does not exist */
  change(realmId: number, id: number, change: AnnouncementChange): Promise<Announcement | undefined>;
  /**
   * Also frees the number (ANN-18).
   *
   * @returns false when it does not exist
   * @throws AppError admin.stillLeads
   */
  remove(realmId: number, id: number): Promise<boolean>;
}
