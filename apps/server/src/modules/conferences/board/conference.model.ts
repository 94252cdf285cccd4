import type { ConferenceMember } from "@callpanel/contract";

/** A member of a conference; ids only for people of the realm. */
export interface LiveMember extends Omit<ConferenceMember, "marked"> {
  readonly userId?: number | undefined;
}

/** Names a conference. */
export interface ConferencePlace {
  readonly realm: string;
  readonly confno: string;
  /** User id; of a personal conference. */
  readonly ownerId?: number | undefined;
}

/** A conference that has members, in the order in which they joined. */
export interface LiveConference extends ConferencePlace {
  readonly locked: boolean;
  readonly recording: boolean;
  readonly members: readonly LiveMember[];
}

/** In the room, as an admin. */
export const isAdminIn = (conference: LiveConference | undefined, userId: number): boolean =>
  conference?.members.some((member) => member.userId === userId && member.admin) === true;

/** What happens in a conference of the phone system. */
export type ConferenceAction = ConferencePlace &
  (
    | { readonly kind: "joined" | "changed" | "left"; readonly member: LiveMember }
    | { readonly kind: "state"; readonly locked: boolean; readonly recording: boolean }
  );

/** What receivers may be sent. */
export type ConferenceFact = ConferencePlace &
  (
    | {
        readonly event: "join" | "leave" | "talking" | "silent" | "mute" | "unmute" | "change";
        readonly member: LiveMember;
        /** ROOM-11: the user ids that receive a change in a private room: its members, and a person who has just left. */
        readonly privateIds: readonly number[];
      }
    | { readonly event: "lock" | "unlock" | "record" | "unrecord"; readonly member?: undefined }
  );
