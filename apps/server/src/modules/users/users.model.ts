import type { Permission } from "@callpanel/contract";
import { personName } from "../../kernel/text/person-name.ts";

export interface Realm {
  readonly id: number;
  readonly name: string;
  readonly company: string;
}

export interface User {
  readonly id: number;
  readonly realm: Realm;
  /** Lower case; also the user part of the SIP address of record. */
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly department: string | null;
  readonly extension: string;
  /** False for people without any right to the panel (login.error.session), and while they are suspended. */
  readonly mayUsePanel: boolean;
  /** They cannot sign in. */
  readonly suspended: boolean;
  /** Key of the active picture; null for initials. */
  readonly pictureKey: string | null;
}

/** The stored part of a password. SIP has its own secrets (modules/sip-credentials). */
export interface Credential {
  /** argon2id. */
  readonly passwordHash: string;
  /** True while it is the published password of the demo company. */
  readonly isDemo: boolean;
}

export interface GrantedPermissions {
  readonly group: readonly Permission[];
  readonly user: readonly Permission[];
}

/** A user's direct dial number. */
export interface DirectNumber {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly smsCapable: boolean;
}

export const displayName = ({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string =>
  personName(firstName, lastName);

/** Usernames are compared without case; the store contains them folded. */
export const foldUsername = (username: string): string => username.normalize("NFKC").trim().toLowerCase();
