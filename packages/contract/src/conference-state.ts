/** The live state of a conference (spec 1 §3): in lists, in snapshots, in events and in the answers to ConfbridgeList. */
import * as z from "zod/mini";

const ms = z.number(); // since epoch

export const conferenceMemberSchema = z.object({
  /** The member's leg. */
  channel: z.string(),
  /** Both empty without `show_caller_id_info`. */
  name: z.string(),
  number: z.string(),
  admin: z.boolean(),
  /** Starts the conference for those who wait: an admin. */
  marked: z.boolean(),
  /** Somebody had them rung for the room. */
  invited: z.boolean(),
  /** Not heard, by whomever they were muted: by themselves, by an admin, or by the room. */
  muted: z.boolean(),
  /** The room lets only admins speak; an admin who unmutes this member lets them speak. */
  mutedByRoom: z.boolean(),
  /** False while muted, waiting or on hold. */
  talking: z.boolean(),
  /** For an admin, or to be let in; nobody hears them. */
  waiting: z.boolean(),
  joinedAt: ms,
});
export type ConferenceMember = z.infer<typeof conferenceMemberSchema>;

/** A conference that has members. */
export const conferenceStateSchema = z.object({
  realm: z.string(),
  /** Its id in events, commands and rights. */
  confno: z.string(),
  /** Only admins and invited people may join. */
  locked: z.boolean(),
  /** In the order in which they joined. */
  members: z.array(conferenceMemberSchema),
});
export type ConferenceState = z.infer<typeof conferenceStateSchema>;
