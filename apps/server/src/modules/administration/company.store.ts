import type { Permission } from "@callpanel/contract";
import type { NewAuditLine } from "../audit/index.ts";
import type { ConfiguredConference, PersonalConfiguration } from "../conferences/index.ts";
import type { NumberEntry } from "../directory/index.ts";
import type { ConfiguredQueue } from "../queues/index.ts";
import type { KeptRealmItem, RealmItem } from "../realm-settings/index.ts";
import type { Credential, Realm } from "../users/index.ts";
import type { ServiceEntry, StoredGroup, StoredUser } from "./company.model.ts";

/** Companies, for their administration. */
export interface CompanyStore {
  /** Commits all of `work` or nothing; every reader then sees a new revision. */
  atomically<T>(work: (company: CompanyWriter) => Promise<T>): Promise<T>;
  /** All reads see the same moment. */
  read<T>(work: (company: CompanyReader) => Promise<T>): Promise<T>;
}

export interface CompanyReader {
  realms(): Promise<readonly Realm[]>;
  users(realmId: number): Promise<readonly StoredUser[]>;
  groups(realmId: number): Promise<readonly StoredGroup[]>;
  numbers(realmId: number): Promise<readonly NumberEntry[]>;
  /** Sorted by number. */
  queues(realmId: number): Promise<readonly ConfiguredQueue[]>;
  /** Sorted by number. */
  conferences(realmId: number): Promise<readonly ConfiguredConference[]>;
  /** Items of the realm, sorted by name. */
  realmItems(realmId: number): Promise<readonly KeptRealmItem[]>;
  credentialOf(userId: number): Promise<Credential | undefined>;
  /** Ids of people who can sign in and hold `administration:manage_permissions`. */
  administrators(realmId: number): Promise<readonly number[]>;
  /** The user with this username, in any realm. */
  ownerOf(username: string): Promise<{ readonly userId: number; readonly realmId: number } | undefined>;
}

export interface CompanyWriter extends CompanyReader {
  /** Other changes of this company wait until this one is done. */
  hold(realmId: number): Promise<void>;
  saveRealm(realm: { readonly name: string; readonly company: string }): Promise<Realm>;
  saveGroup(realmId: number, group: StoredGroup): Promise<void>;
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
  /** Replaces settings and admins of an existing room. */
  saveConference(realmId: number, conference: ConfiguredConference): Promise<void>;
  savePersonalConference(userId: number, conference: PersonalConfiguration): Promise<void>;
  removeService(realmId: number, number: string): Promise<void>;
  /** Adds the item, or changes the one of the same kind and name. */
  saveRealmItem(realmId: number, item: RealmItem): Promise<void>;
  removeRealmItem(itemId: number): Promise<void>;
  /** Adds a line to the audit log. */
  note(line: NewAuditLine): Promise<void>;
  /** Ends every session of a user, and every SIP secret, including those of their phones. */
  endSessions(userId: number): Promise<void>;
}
