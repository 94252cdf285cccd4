import type { Rights } from "@callpanel/contract";

/** Who sends a request, read afresh from the store each time: a revoked right is gone with the next request. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly extension: string;
  readonly realm: { readonly id: number; readonly name: string };
  readonly sessionId: string;
  readonly rights: Rights;
  /** False for people who may not use the panel at all (login.error.session). */
  readonly mayUsePanel: boolean;
}

/** Who holds an access token; undefined when it is unknown, expired or revoked. */
export type Authenticate = (accessToken: string) => Promise<Caller | undefined>;
