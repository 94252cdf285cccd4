import type { Credential } from "../users/index.ts";

/** What people change about themselves, durable when a promise resolves. */
export interface AccountStore {
  changeProfile(
    userId: number,
    profile: { readonly firstName: string; readonly lastName: string; readonly email: string },
  ): Promise<void>;
  /** Ends all sessions but one and all SIP secrets with the same stroke. */
  changePassword(
    userId: number,
    credential: Credential,
    sessions: { readonly keep: string; readonly at: number },
  ): Promise<void>;
}
