import type { ConfiguredConference, PersonalConfiguration } from "./configuration/conference-configuration.ts";

/** The rooms of companies, and which of them each person watches. Rooms are changed with the company (`CompanyStore`). */
export interface ConferenceStore {
  /** Rooms by number, then active personal conferences by extension. */
  conferencesOf(realm: string): Promise<readonly ConfiguredConference[]>;
  personalOf(userId: number): Promise<PersonalConfiguration | undefined>;
  /** Every reader of the company then sees a new revision. */
  savePersonal(userId: number, configuration: PersonalConfiguration): Promise<void>;
  /** Numbers of rooms; for a personal conference the extension of its owner. */
  watchedBy(userId: number): Promise<readonly string[]>;
  watch(watching: {
    readonly userId: number;
    readonly realmId: number;
    /** Of a room; for a personal conference the extension of its owner. */
    readonly number: string;
    readonly watched: boolean;
  }): Promise<void>;
}
