import type { OtpMethod, Permission } from "@callpanel/contract";
import type { NewAuditLine } from "../audit/index.ts";
import type { SignedInPerson, SignInsStore } from "../auth/index.ts";
import type { ConfiguredConference, PersonalConfiguration } from "../conferences/index.ts";
import type { NumberEntry } from "../directory/index.ts";
import type { ConfiguredQueue } from "../queues/index.ts";
import type { KeptRealmItem, RealmItem } from "../realm-settings/index.ts";
import type { NewPicture } from "../pictures/index.ts";
import type { NewPhoneCredential } from "../sip-credentials/index.ts";
import type { Credential, Realm } from "../users/index.ts";
import type { InvitationLink } from "./invitation/invitation.store.ts";
import type { AnnouncementExit, ServiceEntry, StoredGroup, StoredUser } from "./company.model.ts";

/** How a person can sign in and register. */
export interface StoredAccess {
  readonly invitedUntil: number | null;
  readonly signedIn: SignedInPerson;
  readonly secondFactor: OtpMethod | null;
  readonly mailboxPin: boolean;
}

/** Some people of a company. */
export type PeopleChoice =
  | { readonly ids: readonly number[] }
  | { readonly usernames: readonly string[] }
  | { readonly group: string };

/** Companies, for their administration. */
export interface CompanyStore {
  /** Commits all of `work` or nothing; every reader then sees a new revision. */
  atomically<T>(work: (company: CompanyWriter) => Promise<T>): Promise<T>;
  /** All reads see the same moment. */
  read<T>(work: (company: CompanyReader) => Promise<T>): Promise<T>;
}

export interface CompanyReader {
  realms(): Promise<readonly Realm[]>;
  /** Sorted by username; `only`: those of them that there are. */
  users(realmId: number, only?: PeopleChoice): Promise<readonly StoredUser[]>;
  /** Ids of all users by username. */
  userIds(realmId: number): Promise<ReadonlyMap<string, number>>;
  groups(realmId: number): Promise<readonly StoredGroup[]>;
  /** Sorted by number; all kinds unless one is named. */
  numbers(realmId: number, kind?: NumberEntry["kind"]): Promise<readonly NumberEntry[]>;
  /** Sorted by number. */
  queues(realmId: number): Promise<readonly ConfiguredQueue[]>;
  /** Announcements that lead callers on, sorted by number. */
  announcementExits(realmId: number): Promise<readonly AnnouncementExit[]>;
  /** Sorted by number. */
  conferences(realmId: number): Promise<readonly ConfiguredConference[]>;
  /** Items of the realm, sorted by name. */
  realmItems(realmId: number): Promise<readonly KeptRealmItem[]>;
  credentialOf(userId: number): Promise<Credential | undefined>;
  accessOf(userId: number, now: number): Promise<StoredAccess>;
  /** Of each of these people of the realm. */
  countsLost(
    realmId: number,
    people: readonly { readonly id: number; readonly extension: string }[],
  ): Promise<readonly LostCounts[]>;
  /** Ids of people who can sign in and hold `administration:manage_permissions`. */
  administrators(realmId: number): Promise<readonly number[]>;
  /** The user with this username, in any realm. */
  ownerOf(username: string): Promise<{ readonly userId: number; readonly realmId: number } | undefined>;
}

export interface LostCounts {
  readonly userId: number;
  /** Others who forward calls to them, or have them in follow-me. */
  readonly forwards: number;
  readonly watchers: number;
  readonly voicemails: number;
}

export interface CompanyWriter extends CompanyReader {
  /** Other changes of this company wait until this one is done. */
  hold(realmId: number): Promise<void>;
  saveRealm(realm: { readonly name: string; readonly company: string }): Promise<Realm>;
  saveGroup(realmId: number, group: StoredGroup): Promise<void>;
  renameGroup(realmId: number, name: string, newName: string): Promise<void>;
  removeGroup(realmId: number, name: string): Promise<void>;
  /** Adds the user, or changes the one with the same username, together with the extension. */
  saveUser(realmId: number, user: Omit<StoredUser, "id" | "groups" | "permissions" | "conference">): Promise<number>;
  removeUser(userId: number): Promise<void>;
  setCredential(userId: number, credential: Credential): Promise<void>;
  /** The groups must exist. */
  setGroups(realmId: number, userId: number, names: readonly string[]): Promise<void>;
  setPermissions(userId: number, permissions: readonly Permission[]): Promise<void>;
  saveService(realmId: number, entry: ServiceEntry): Promise<void>;
  /** Replaces settings and members of an existing queue. */
  saveQueue(realmId: number, queue: ConfiguredQueue): Promise<void>;
  /** Announcements that lead to one number lead to another one. */
  moveAnnouncementExits(realmId: number, move: { readonly from: string; readonly to: string }): Promise<void>;
  /** Replaces settings and admins of an existing room. */
  saveConference(realmId: number, conference: ConfiguredConference): Promise<void>;
  savePersonalConference(userId: number, conference: PersonalConfiguration): Promise<void>;
  removeService(realmId: number, number: string): Promise<void>;
  /** Adds the item, or changes the one of the same kind and name. */
  saveRealmItem(realmId: number, item: RealmItem): Promise<void>;
  removeRealmItem(itemId: number): Promise<void>;
  /** Adds a line to the audit log. */
  note(line: NewAuditLine): Promise<void>;
  /** Ends every session of a user, every SIP secret, including those of their phones, and every link that signs in. */
  endSessions(userId: number): Promise<void>;
  /** VIDEO-13: before a user is suspended, resumed or removed. */
  endVideoLinks(userId: number): Promise<void>;
  /** Ends every session of a user with its secrets; desk phones stay. */
  signOut(userId: number, at: number): Promise<void>;
  /** Ends every session that an application opened, and its codes. */
  endSessionsOf(clientId: string, at: number): Promise<void>;
  /** Ends one session of a user and those that its links have opened; false: there is no such session. */
  endSession: SignInsStore["end"];
  /** False: there was none. */
  resetSecondFactor(userId: number): Promise<boolean>;
  resetMailboxPin(userId: number): Promise<void>;
  /** A link to choose a password; earlier ones of the person end. */
  invite(userId: number, link: InvitationLink): Promise<void>;
  /** Ends the link to choose a password, if there is one. */
  endInvitation(userId: number): Promise<void>;
  /** Adds a picture and shows it; false: the person has too many. */
  addPicture(picture: NewPicture): Promise<boolean>;
  /** False: initials are shown. */
  removeShownPicture(userId: number): Promise<boolean>;
  /** Adds a phone with its secret; false: the person has too many. */
  addPhone(phone: NewPhoneCredential): Promise<boolean>;
  /** Ends the secret of a phone. @returns its name; undefined: the person has no such phone */
  removePhone(userId: number, id: string): Promise<string | undefined>;
}
