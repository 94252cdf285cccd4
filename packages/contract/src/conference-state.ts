/** The live state of a conference (spec 1 §3): in lists, in snapshots, in events and in the answers to ConfbridgeList. */
import * as z from "zod/mini";
import { PERSONAL_CONFERENCE_PREFIX } from "./limits.ts";

const ms = z.number(); // since epoch

/** A personal conference by its id: the owner's extension, then the code that it is dialled with before the extension. */
const PERSONAL = new RegExp(`^(\\d+)\\${PERSONAL_CONFERENCE_PREFIX}$`);
export const isPersonalConference = (confno: string): boolean => PERSONAL.test(confno);

/** What one dials for a conference. */
export const conferenceNumber = (confno: string): string =>
  confno.replace(PERSONAL, (_, extension: string) => `${PERSONAL_CONFERENCE_PREFIX}${extension}`);

/** The id of a conference with this number. */
export const confnoOf = (number: string): string =>
  number.startsWith(PERSONAL_CONFERENCE_PREFIX)
    ? `${number.slice(PERSONAL_CONFERENCE_PREFIX.length)}${PERSONAL_CONFERENCE_PREFIX}`
    : number;

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
  /** Muted by themselves, by an admin, by the room, or on their phone. */
  muted: z.boolean(),
  /** They have turned off the microphone of their phone: only they can turn it on. */
  microphoneOff: z.boolean(),
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
  recording: z.boolean(),
  /** In the order in which they joined. */
  members: z.array(conferenceMemberSchema),
});
export type ConferenceState = z.infer<typeof conferenceStateSchema>;
