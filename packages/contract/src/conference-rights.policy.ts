/** What a user may see of conferences and do in them (docs/spec/conferences.md). The only place that decides it. Ids of rooms are their numbers. */
import { isPersonalConference } from "./conference-state.ts";
import { holdsRule, type Rights } from "./permissions.ts";

const CONFERENCES = "conferences";

/** A room of the company, its members and its state. Each of the rules applies to all rooms, or to those that it names. */
export const maySeeConference = (rights: Rights, confno: string): boolean =>
  !isPersonalConference(confno) &&
  ["read", "read_for", "list_for"].some((rule) => holdsRule(rights, CONFERENCES, rule, confno));

/** A personal conference: the user's own, or of the people that the rule names. */
export const maySeePersonalConference = (
  rights: Rights,
  { ownerId, userId }: { readonly ownerId: number; readonly userId: number },
): boolean =>
  ownerId === userId ||
  ["read_for", "list_for"].some((rule) => holdsRule(rights, "personal_conferences", rule, String(ownerId)));

/** Muting and removing members, letting them in, locking the room. `isAdmin`: in the room as an admin, by name, or as its owner. */
export const mayControlConference = (
  rights: Rights,
  confno: string,
  { isAdmin }: { readonly isAdmin: boolean },
): boolean =>
  isAdmin ||
  (maySeeConference(rights, confno) &&
    ["write", "write_for"].some((rule) => holdsRule(rights, CONFERENCES, rule, confno)));

/** Letting the user's own phones ring for the room. */
export const mayCallConference = (rights: Rights, confno: string): boolean =>
  holdsRule(rights, CONFERENCES, "execute_callconference", confno);

/** Having others rung for the room; what a number outside costs is a right of its own. */
export const mayInviteToConference = (rights: Rights, confno: string): boolean =>
  holdsRule(rights, CONFERENCES, "execute_confinvite", confno);
