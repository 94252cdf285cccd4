/** What is shown of a conference's members. Pure. */
import { mayInviteToConference } from "@callpanel/contract";
import type { Conference, ConferenceMember, Rights } from "@callpanel/contract";

/** CONFPAGE-4: the first that holds. */
export type MemberState = "waiting" | "muted" | "talking" | "silent";

export const stateOf = ({ waiting, muted, talking }: ConferenceMember): MemberState =>
  waiting ? "waiting" : muted ? "muted" : talking ? "talking" : "silent";

export interface MemberRights {
  /** Muting and removing others, letting them in, locking. */
  readonly controls: boolean;
  readonly invites: boolean;
}

/** CONFPAGE-5; the server decides the same. `own`: the viewer's member of the room, if any. */
export const memberRights = (
  rights: Rights,
  { confno, may_control: mayControl }: Pick<Conference, "confno" | "may_control">,
  own: Pick<ConferenceMember, "admin"> | undefined,
): MemberRights => ({
  controls: mayControl || own?.admin === true,
  invites: mayInviteToConference(rights, confno),
});

/** The viewer's member: one of the legs of their phones. */
export const ownMember = (
  members: readonly ConferenceMember[],
  channels: ReadonlySet<string>,
): ConferenceMember | undefined => members.find(({ channel }) => channels.has(channel));

/** The id of a room's row in the page: the focus returns there. */
export const rowIdOf = ({ id }: Pick<Conference, "id">): string => `conference-${id}`;
