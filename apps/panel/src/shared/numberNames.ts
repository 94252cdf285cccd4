import type { Readable } from "./store.ts";

/** Who has a number, as the address book knows it. */
export interface NumberName {
  readonly name: string;
  readonly company: string;
  readonly imageUrl: string | null;
}

/** Names of numbers, for wherever a number is shown that nobody has named yet. */
export interface NumberNames {
  /** Null while it is not known, or nobody's. It is asked for while somebody listens. */
  of(number: string): Readable<NumberName | null>;
  /** The address book changed: what is shown is asked for anew. */
  refresh(): void;
}
