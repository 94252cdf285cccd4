import type { RealmSettings } from "../realm-settings/index.ts";
import type { NumberEntry, Subscriber } from "./directory.model.ts";
import type { NumberQuestion } from "./number-search.ts";

/** A number in the result of a search. */
export interface FoundNumber {
  readonly number: string;
  readonly kind: NumberEntry["kind"];
  readonly name: string;
  /** Of the owner of the extension. */
  readonly username: string | null;
  /** Key of the owner's picture. */
  readonly pictureKey: string | null;
}

interface NumberQuery extends NumberQuestion {
  readonly realmId: number;
  /** Only this kind, if given. */
  readonly kind?: NumberEntry["kind"] | undefined;
}

/** People with their extensions as they are now. */
export interface ChangedPeople {
  /** At least this one is read. */
  readonly revision: number;
  /** Of the realm or not, and also those who were removed. */
  readonly ids: ReadonlySet<number>;
  /** Those of the realm who are there. */
  readonly numbers: readonly NumberEntry[];
  readonly subscribers: readonly Subscriber[];
}

/** Numbers and their owners. */
export interface DirectoryStore {
  /**
   * The number of matches of each rank. A row matches when every word is in its name, username or number, or when its number
   * contains the digits, or when it is the number.
   */
  countNumbers(query: NumberQuery): Promise<readonly number[]>;
  /** The matches, best rank first, and within a rank people first, by name. */
  searchNumbers(
    query: NumberQuery & { readonly start: number; readonly limit: number },
  ): Promise<readonly FoundNumber[]>;
  /** Incremented by every change of people, permissions or numbers, in any process. */
  revision(): Promise<number>;
  /** All numbers and people of a realm, and its settings. */
  snapshot(realm: string): Promise<{
    /** At least this one is read. */
    readonly revision: number;
    /** Undefined while there is no such realm. */
    readonly realmId: number | undefined;
    readonly numbers: readonly NumberEntry[];
    readonly subscribers: readonly Subscriber[];
    readonly settings: RealmSettings;
  }>;
  /** The people who were changed after a revision; undefined: everything is to be read, because more may have changed. */
  changesSince(realm: string, revision: number): Promise<ChangedPeople | undefined>;
  /** Ids of people of any realm who were added, changed or removed after a revision. */
  peopleSince(
    revision: number,
  ): Promise<{ readonly revision: number; readonly people: readonly number[] | "everybody" }>;
  /** All numbers of a realm. */
  numbersOf(realmId: number): Promise<readonly NumberEntry[]>;
}
