import type { Credential, User } from "../../users/index.ts";

/** Who may choose a password. */
export interface Invited extends Pick<User, "username" | "firstName" | "lastName"> {
  readonly userId: number;
  readonly realmId: number;
}

/** Links to choose a password, by the digest of their token. Those of suspended people do not work. */
export interface InvitationStore {
  find(digest: string, now: number): Promise<Invited | undefined>;
  /** Uses a link up, stores the password, and ends every session and secret that an older one has opened. */
  accept(digest: string, credential: Credential, now: number): Promise<Invited | undefined>;
}
