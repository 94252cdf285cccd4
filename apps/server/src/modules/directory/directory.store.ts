import type { RealmSettings } from "../realm-settings/index.ts";
import type { NumberEntry, Subscriber } from "./directory.model.ts";

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

/** Numbers and who answers them. */
export interface DirectoryStore {
  /**
   * Numbers one can dial, people first, by name. A row is found when every word is in its name, username or number, or when
   * its number contains `digits`, or when it is `e164`.
   */
  search(query: {
    readonly realmId: number;
    readonly words: readonly string[];
    readonly digits: string | undefined;
    readonly e164: string | undefined;
    /** Of this kind alone, where it is given. */
    readonly kind?: NumberEntry["kind"] | undefined;
    readonly start: number;
    readonly limit: number;
  }): Promise<{ readonly total: number; readonly numbers: readonly FoundNumber[] }>;
  /** Grows with every change of people, permissions or numbers, whichever process made it. */
  revision(): Promise<number>;
  /** All numbers and people of a realm, and what it has set. */
  snapshot(realm: string): Promise<{
    readonly numbers: readonly NumberEntry[];
    readonly subscribers: readonly Subscriber[];
    readonly settings: RealmSettings;
  }>;
  /** All numbers of a realm. */
  numbersOf(realmId: number): Promise<readonly NumberEntry[]>;
}
