/** `number_id` is the id of the room's number; for a personal conference that of its owner's extension. */
export type ConferenceTables = {
  /** A room without a row has the default settings. */
  conference_settings: { number_id: number; settings: string };
  /** People who are admins of a room on their own phones. */
  conference_admins: { number_id: number; user_id: number };
  personal_conferences: { user_id: number; settings: string };
  /** The rooms that a person watches. */
  conference_watches: { user_id: number; number_id: number };
};
