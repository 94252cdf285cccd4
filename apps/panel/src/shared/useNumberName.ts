import { useMemo } from "react";
import type { NumberName, NumberNames } from "./numberNames.ts";
import { useSnapshot } from "./store.ts";
import type { Readable } from "./store.ts";

const NOBODY: Readable<null> = { get: () => null, subscribe: () => () => undefined };

/** Who has a number, as the address book knows it; null: nobody is asked for. */
export function useNumberName(names: NumberNames, number: string | null): NumberName | null {
  return useSnapshot(useMemo(() => (number === null ? NOBODY : names.of(number)), [names, number]));
}
