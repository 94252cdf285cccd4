/** Where a leg went that left a call, and how it was sent there. */
export interface Departure {
  readonly how: "blind" | "attended";
  /** The number, as it was dialled, or that of the other party. */
  readonly to: string;
  /** User id of the person who sent it. */
  readonly by: number;
}
