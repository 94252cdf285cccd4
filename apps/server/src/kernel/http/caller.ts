import type { Rights } from "@callpanel/contract";

/** The sender of a request, read from the store for each request, so that a revoked right ends with the next request. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly extension: string;
  readonly realm: { readonly id: number; readonly name: string };
  readonly sessionId: string;
  readonly rights: Rights;
  /** False for people without any right to the panel (login.error.session). */
  readonly mayUsePanel: boolean;
}

/** Finds the owner of an access token; undefined when the token is unknown, expired or revoked. */
export type Authenticate = (accessToken: string) => Promise<Caller | undefined>;
