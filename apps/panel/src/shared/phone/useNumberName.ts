import { useMemo } from "react";
import type { NumberName, NumberNames } from "./numberNames.ts";
import { useSnapshot } from "../store.ts";
import type { Readable } from "../store.ts";

const NOBODY: Readable<null> = { get: () => null, subscribe: () => () => undefined };

/** The contact with a number, from the address book; null: no request. */
export function useNumberName(names: NumberNames, number: string | null): NumberName | null {
  return useSnapshot(useMemo(() => (number === null ? NOBODY : names.of(number)), [names, number]));
}
