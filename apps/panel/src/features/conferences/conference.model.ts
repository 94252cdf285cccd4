/** What is shown of a conference's members. Pure. */
import { mayDo, mayInviteToConference } from "@callpanel/contract";
import type { Conference, ConferenceMember, Rights } from "@callpanel/contract";

/** CONFPAGE-4: the first that holds. */
export type MemberState = "waiting" | "muted" | "talking" | "silent";

export const stateOf = ({ waiting, muted, talking }: ConferenceMember): MemberState =>
  waiting ? "waiting" : muted ? "muted" : talking ? "talking" : "silent";

export interface MemberRights {
  /** Muting and removing others, letting them in, locking. */
  readonly controls: boolean;
  readonly invites: boolean;
  readonly records: boolean;
}

/** CONFPAGE-5; the server decides the same. `own`: the viewer's member of the room, if any. */
export function memberRights(
  { rights, userId }: { readonly rights: Rights; readonly userId: number },
  { confno, may_control: mayControl }: Pick<Conference, "confno" | "may_control">,
  own: Pick<ConferenceMember, "admin"> | undefined,
): MemberRights {
  const controls = mayControl || own?.admin === true;
  return {
    controls,
    invites: mayInviteToConference(rights, confno),
    records: controls && mayDo(rights, { kind: "record", owners: [userId] }),
  };
}

/** The viewer's member: one of the legs of their phones. */
export const ownMember = (
  members: readonly ConferenceMember[],
  channels: ReadonlySet<string>,
): ConferenceMember | undefined => members.find(({ channel }) => channels.has(channel));

/** The id of a room's row in the page: the focus returns there. */
export const rowIdOf = ({ id }: Pick<Conference, "id">): string => `conference-${id}`;
