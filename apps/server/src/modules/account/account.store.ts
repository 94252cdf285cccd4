import type { Credential } from "../users/index.ts";

/** Changes that people make to their own account; durable when a promise resolves. */
export interface AccountStore {
  changeProfile(
    userId: number,
    profile: { readonly firstName: string; readonly lastName: string; readonly email: string },
  ): Promise<void>;
  /** In the same transaction, ends all sessions except one, and all SIP secrets. */
  changePassword(
    userId: number,
    credential: Credential,
    sessions: { readonly keep: string; readonly at: number },
  ): Promise<void>;
}
