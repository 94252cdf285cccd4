import type { AuditAct, AuditArea, AuditDetails, AuditLine, AuditWay } from "@callpanel/contract";

/** An act as it is written. Names of people are read from their accounts, and kept. */
export interface NewAuditLine {
  readonly realmId: number;
  readonly at: number;
  readonly act: AuditAct;
  readonly way: AuditWay;
  /** User ids; null: the command line, and nobody. */
  readonly by: number | null;
  readonly person: number | null;
  readonly object: AuditLine["object"];
  readonly details: AuditDetails;
}

export interface AuditQuery {
  readonly realmId: number;
  readonly limit: number;
  /** Of lines with a smaller id. */
  readonly before?: number | undefined;
  readonly object?: { readonly kind: "room"; readonly id: string } | undefined;
  readonly act?: AuditAct | undefined;
  /** The first word of acts. */
  readonly area?: AuditArea | undefined;
  /** Each in a name or in the details; lower case. */
  readonly words?: readonly string[] | undefined;
  readonly by?: number | undefined;
  /** Times in milliseconds since the epoch; `until` is exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** What was done, in the order in which it was done. Lines are added, and removed when they are old; none is ever changed. */
export interface AuditStore {
  add(line: NewAuditLine): Promise<void>;
  /** The latest first. */
  lines(query: AuditQuery): Promise<readonly AuditLine[]>;
  /** Removes some lines of a company from before a time. @returns how many */
  removeBefore(realmId: number, at: number, limit: number): Promise<number>;
}
