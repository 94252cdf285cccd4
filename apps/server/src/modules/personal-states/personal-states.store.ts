import type { PersonalState } from "./personal-states.model.ts";

/** Keeps what people have switched on. */
export interface PersonalStateStore {
  /** Of everybody who has anything, by user id. */
  all(): Promise<ReadonlyMap<number, PersonalState>>;
  write(userId: number, state: PersonalState): Promise<void>;
}
