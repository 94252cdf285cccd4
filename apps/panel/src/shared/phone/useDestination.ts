import type { CallRecord } from "@callpanel/contract";
import { useWords } from "../words/useWords.ts";
import { destinationMessages } from "./destination.messages.ts";

/** A called number, and the service of the phone system behind it; null for people and outside numbers. */
export type CallDestination = Pick<CallRecord, "destination" | "to">;

/** CDR-44: the service of the phone system, in the words of spec 1 §3; null for people and outside numbers. */
export function useDestination({ destination, to }: CallDestination): string | null {
  const t = useWords(destinationMessages);
  return destination === null ? null : t(`destination.${destination}`, { number: to });
}
