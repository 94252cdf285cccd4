export type ToggleOption = "A" | "B";

/** The active option, by realm and number; the first option where nothing is stored. */
export interface ToggleStore {
  /** Incremented by every change, of any process. */
  revision(): Promise<number>;
  all(): Promise<ReadonlyArray<{ readonly realm: string; readonly number: string; readonly active: ToggleOption }>>;
  /** Durable when it resolves. @returns the active option after the change */
  set(realm: string, number: string, step: (before: ToggleOption) => ToggleOption): Promise<ToggleOption>;
}
