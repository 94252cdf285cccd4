import type { Credential, User } from "../../users/index.ts";

/** A person who may choose a password. */
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

/** The person to whom a link is sent. */
export type LinkRecipient = Pick<User, "username" | "firstName" | "lastName" | "email">;

/** Links to choose a password, by the digest of their token. Those of suspended people do not work. */
export interface InvitationStore {
  find(digest: string, now: number): Promise<Invited | undefined>;
  /**
   * FORGOT-2: stores a link for the person with this username (folded) who has a password and an address and is not
   * suspended, unless they have a link already that was made since `madeSince` or lasts longer than `lastingLongerThan`.
   * @returns the person to write to
   */
  addForgotten(
    username: string,
    link: InvitationLink,
    unless: { readonly madeSince: number; readonly lastingLongerThan: number },
  ): Promise<LinkRecipient | undefined>;
  /** Uses a link up, stores the password, and ends every session and secret that an older one has opened. */
  accept(digest: string, credential: Credential, now: number): Promise<Invited | undefined>;
}
