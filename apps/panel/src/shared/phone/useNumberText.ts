import { useEffect, useMemo } from "react";
import { createStore, useSnapshot } from "../store.ts";
import type { Viewer } from "../viewer.ts";
import { homeCountry } from "./country.ts";
import type { phoneText } from "./phoneText.ts";

const rules = createStore<typeof phoneText | null, typeof phoneText>(null, (_, loaded) => loaded);
let loading: Promise<void> | null = null;

/** Fetches how numbers are written, which is more than a page should begin with. */
export function loadNumberRules(): Promise<void> {
  loading ??= import("./phoneText.ts").then(
    (module) => rules.dispatch(module.phoneText),
    () => {
      loading = null; // whoever shows a number next tries again
    },
  );
  return loading;
}

/** FORMAT-6: writes numbers for people to read, who dial, copy and find them as they are. As they are, too, until the rules are there. */
export function useNumberText({ sip }: Pick<Viewer, "sip">): (number: string) => string {
  const write = useSnapshot(rules);
  const home = homeCountry(sip?.country);
  useEffect(() => void loadNumberRules(), []);
  return useMemo(() => (number) => (write === null ? number : write(number, home)), [write, home]);
}
