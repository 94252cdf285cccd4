import type { ConfiguredConference } from "./configuration/conference-configuration.ts";

/** The rooms of companies, and which of them each person watches. Rooms are changed with the company (`CompanyStore`). */
export interface ConferenceStore {
  /** Sorted by number. */
  conferencesOf(realm: string): Promise<readonly ConfiguredConference[]>;
  /** Numbers of rooms. */
  watchedBy(userId: number): Promise<readonly string[]>;
  watch(watching: {
    readonly userId: number;
    readonly realmId: number;
    readonly number: string;
    readonly watched: boolean;
  }): Promise<void>;
}
