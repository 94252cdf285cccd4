import { useEffect, useMemo } from "react";
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
      loading = null; // the next component with a number tries again
    },
  );
  return loading;
}

/** FORMAT-6: formats numbers for display; dialling, copying and search use the raw number. Raw until the rules are loaded. */
export function useNumberText({ sip }: Pick<Viewer, "sip">): (number: string) => string {
  const write = useSnapshot(rules);
  const home = homeCountry(sip?.country);
  useEffect(() => void loadNumberRules(), []);
  return useMemo(() => (number) => (write === null ? number : write(number, home)), [write, home]);
}
