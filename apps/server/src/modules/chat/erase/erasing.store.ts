import type { AuditWay } from "@callpanel/contract";

/** What is to be removed of a person. */
export interface Erasure {
  readonly realmId: number;
  readonly userId: number;
  /** Their name at messages too. */
  readonly withName: boolean;
}

export interface ChatErasingStore {
  /** Stores that it is to be done, with its line of the audit log. @returns how many messages the person has in the company */
  order(
    erasure: Erasure & { readonly by: number | null; readonly way: AuditWay; readonly at: number },
  ): Promise<number>;
  countOf(realmId: number, userId: number): Promise<number>;
  /** People of removed accounts with this name, by their messages. */
  removedPeople(realmId: number, name: string): Promise<readonly number[]>;
  /** Messages that still have something to remove, the oldest first. `after`: the `row` of the last one before. */
  authored(
    erasure: Erasure,
    after: number,
    limit: number,
  ): Promise<ReadonlyArray<{ readonly row: number; readonly roomId: number; readonly id: number }>>;
  /** Drafts, saved messages and the text of their presence. @returns where the drafts were */
  forgetOwn(erasure: Erasure): Promise<ReadonlyArray<{ readonly roomId: number; readonly thread: number }>>;
}
