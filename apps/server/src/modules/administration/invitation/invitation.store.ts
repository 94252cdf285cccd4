import type { Credential, User } from "../../users/index.ts";

/** Who may choose a password. */
export interface Invited extends Pick<User, "username" | "firstName" | "lastName"> {
  readonly userId: number;
  readonly realmId: number;
}

/** What is stored of a link to choose a password. */
export interface InvitationLink {
  readonly digest: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Who gets a mail with a link. */
export type Forgetful = Pick<User, "username" | "firstName" | "lastName" | "email">;

/** Links to choose a password, by the digest of their token. Those of suspended people do not work. */
export interface InvitationStore {
  find(digest: string, now: number): Promise<Invited | undefined>;
  /**
   * FORGOT-2: stores a link for the person with this username (folded) who has a password and an address and is not
   * suspended, unless they have a link already that was made since `sparing` or lasts longer than `lastingUntil`.
   * @returns the person to write to
   */
  forgotten(
    username: string,
    link: InvitationLink,
    kept: { readonly sparing: number; readonly lastingUntil: number },
  ): Promise<Forgetful | undefined>;
  /** Uses a link up, stores the password, and ends every session and secret that an older one has opened. */
  accept(digest: string, credential: Credential, now: number): Promise<Invited | undefined>;
}
