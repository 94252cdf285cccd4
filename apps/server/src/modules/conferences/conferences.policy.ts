import {
  confnoOf,
  mayControlConference,
  maySeeConference,
  maySeePersonalConference,
  type Rights,
} from "@callpanel/contract";
import type { ConferenceBoard } from "./board/conference.board.ts";
import { isAdminIn } from "./board/conference.model.ts";
import type { ConferenceConfigurations } from "./configuration/conference-configuration.ts";

/** Where it is looked up who is an admin of a room. */
export interface ConferenceAdmins {
  readonly conferences: Pick<ConferenceBoard, "find">;
  readonly conferenceConfigurations: Pick<ConferenceConfigurations, "of">;
}

interface Leader {
  readonly userId: number;
  readonly realm: { readonly name: string };
  readonly rights: Rights;
}

/** CONF-1, CONF-43 */
export function seesConference(
  { userId, rights }: Pick<Leader, "userId" | "rights">,
  { confno, ownerId }: { readonly confno: string; readonly ownerId?: number | undefined },
): boolean {
  return ownerId === undefined
    ? maySeeConference(rights, confno)
    : maySeePersonalConference(rights, { ownerId, userId });
}

/** CONF-10: by a right on the room, as an admin of it by name, or as one who is in it. */
export function leadsConference(
  { userId, realm, rights }: Leader,
  confno: string,
  { conferences, conferenceConfigurations }: ConferenceAdmins,
): boolean {
  const isNamed = conferenceConfigurations
    .of(realm.name)
    .some(({ number, adminIds }) => confnoOf(number) === confno && adminIds.includes(userId));
  const isAdmin = isNamed || isAdminIn(conferences.find({ realm: realm.name, confno }), userId);
  return mayControlConference(rights, confno, { isAdmin });
}
