import type { RealmSettings } from "../realm-settings/index.ts";
import type { NumberEntry, Subscriber } from "./directory.model.ts";
import type { NumberQuestion } from "./number-search.ts";

/** A number as it is found by a search. */
export interface FoundNumber {
  readonly number: string;
  readonly kind: NumberEntry["kind"];
  readonly name: string;
  /** Of the person whose extension it is. */
  readonly username: string | null;
  /** Of that person's picture. */
  readonly pictureKey: string | null;
}

interface NumberQuery extends NumberQuestion {
  readonly realmId: number;
  /** Of this kind alone, where it is given. */
  readonly kind?: NumberEntry["kind"] | undefined;
}

/** Numbers and who answers them. */
export interface DirectoryStore {
  /**
   * How many numbers of each rank a question finds. A row is found when every word is in its name, username or number, or
   * when its number contains the digits, or when it is the number.
   */
  countNumbers(query: NumberQuery): Promise<readonly number[]>;
  /** The numbers found, best rank first, and of a rank people first, by name. */
  searchNumbers(
    query: NumberQuery & { readonly start: number; readonly limit: number },
  ): Promise<readonly FoundNumber[]>;
  /** Grows with every change of people, permissions or numbers, whichever process made it. */
  revision(): Promise<number>;
  /** All numbers and people of a realm, and what it has set. */
  snapshot(realm: string): Promise<{
    /** Undefined while there is no such realm. */
    readonly realmId: number | undefined;
    readonly numbers: readonly NumberEntry[];
    readonly subscribers: readonly Subscriber[];
    readonly settings: RealmSettings;
  }>;
  /** All numbers of a realm. */
  numbersOf(realmId: number): Promise<readonly NumberEntry[]>;
}
