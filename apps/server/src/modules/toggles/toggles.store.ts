export type ToggleOption = "A" | "B";

/** Which option is active, by realm and number; the first where nothing is kept. */
export interface ToggleStore {
  /** Grows with every change, whichever process made it. */
  revision(): Promise<number>;
  all(): Promise<ReadonlyArray<{ readonly realm: string; readonly number: string; readonly active: ToggleOption }>>;
  /** Durable when it resolves. @returns the option that is active then */
  set(realm: string, number: string, step: (before: ToggleOption) => ToggleOption): Promise<ToggleOption>;
}
