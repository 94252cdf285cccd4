import type { Credential, DirectNumber, GrantedPermissions, User } from "./users.model.ts";

export interface UserPage {
  readonly total: number;
  readonly users: readonly User[];
}

/** People, their rights, and their credentials. */
export interface UserStore {
  byId(userId: number): Promise<User | undefined>;
  /** `username` folded. */
  byUsername(username: string): Promise<User | undefined>;
  byExtension(realmId: number, extension: string): Promise<User | undefined>;
  credentialOf(userId: number): Promise<Credential | undefined>;
  permissionsOf(userId: number): Promise<GrantedPermissions>;
  directNumbersOf(userId: number): Promise<readonly DirectNumber[]>;
  /** Users of a realm by name; every word must occur in the name, the username or the extension. */
  search(query: {
    readonly realmId: number;
    readonly words: readonly string[];
    /** Of these alone. */
    readonly ids?: readonly number[];
    readonly start: number;
    readonly limit: number;
  }): Promise<UserPage>;
  countUsers(): Promise<number>;
  /** Usernames of the people who can still sign in with the published demo password, in the order in which they were added. */
  demoPeople(): Promise<readonly string[]>;
}
