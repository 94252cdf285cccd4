import { useMemo } from "react";
import { createStore, useSnapshot } from "../store.ts";
import type { Viewer } from "../viewer.ts";
import { homeCountry } from "./country.ts";
import type { phoneText } from "./phoneText.ts";

const rules = createStore<typeof phoneText | null, typeof phoneText>(null, (_, loaded) => loaded);
let loading: Promise<void> | null = null;

/** Loads the formatting rules, which are too large for the first load of a page. */
export function loadNumberRules(): Promise<void> {
  loading ??= import("./phoneText.ts").then(
    (module) => rules.dispatch(module.phoneText),
    () => {
      loading = null; // the next number that is drawn tries again
    },
  );
  return loading;
}

/** Digits: shorter numbers, such as extensions and feature codes, are the same in every format. */
const SHORTEST_FORMATTED = 5;

export const hasFormat = (number: string): boolean => number.replace(/\D/g, "").length >= SHORTEST_FORMATTED;

/** The first number that has a format starts the loading of the rules. */
function unformatted(number: string): string {
  if (hasFormat(number)) void loadNumberRules();
  return number;
}

/** FORMAT-6: formats numbers for display; dialling, copying and search use the raw number. Raw until the rules are loaded. */
export function useNumberText({ sip }: Pick<Viewer, "sip">): (number: string) => string {
  const write = useSnapshot(rules);
  const home = homeCountry(sip?.country);
  return useMemo(() => (number) => (write === null ? unformatted(number) : write(number, home)), [write, home]);
}
