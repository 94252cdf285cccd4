import type { Readable } from "../store.ts";
import { defineService } from "../service.ts";

/** The contact with a number, from the address book. */
export interface NumberName {
  readonly name: string;
  readonly company: string;
  readonly imageUrl: string | null;
}

/** Names for numbers that are shown without a name. */
export interface NumberNames {
  /** Null while loading or unknown. It is requested while there is a subscriber. */
  of(number: string): Readable<NumberName | null>;
  /** The address book changed: shown names are requested again. */
  refresh(): void;
}

export const NUMBER_NAMES = defineService<NumberNames>("numberNames");
